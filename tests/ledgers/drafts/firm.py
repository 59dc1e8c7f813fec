"""A firm with a policy in force, two who write drafts and two who approve them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ledgers.models import Backtest, DraftVerdict, PolicyDraft
from ledgers.selectors import drafts
from ledgers.services import registries
from ledgers.services.drafts import editing, judging, submitting, trying
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Role, Workspace
from tests import factories

TIERS = ["system_of_record", "approved_document", "authorized_person", "counterparty", "agent_inference"]
DOCUMENT: dict[str, Any] = {
    "name": "Firm",
    "tiers": [*TIERS, "unattributed"],
    "automatic": ["company.plan"],
    "four_eyes": ["payment"],
    "fields": {
        "company.plan": {"authoritative": "system_of_record:crm", "review_days": 90},
        "company.name": {},
        "payment.iban": {"type": "iban", "sensitivity": "payment"},
    },
}


@dataclass
class Firm:
    """Rui and Lia write, Ana and Bia approve; Eva does both."""

    workspace: Workspace
    rui: Member
    lia: Member
    ana: Member
    bia: Member
    eva: Member
    sync: Agent

    def start(self, title: str = "Trust the client") -> PolicyDraft:
        return editing.start(member=self.rui, title=title)

    def edit(
        self,
        draft: PolicyDraft,
        kind: str = "move_tier",
        by: Member | None = None,
        **params: Any,  # noqa: ANN401 - JSON
    ) -> PolicyDraft:
        params = params or {"tier": "counterparty", "by": -1}
        version = PolicyDraft.objects.get(pk=draft.pk).version
        return editing.edit(member=by or self.rui, draft_id=draft.pk, version=version, kind=kind, params=params)

    def tried(self, draft: PolicyDraft, **part: Any) -> Backtest:  # noqa: ANN401 - a number and a text
        """Tried on history, or on a part of it, by a worker."""
        fresh = PolicyDraft.objects.get(pk=draft.pk)
        asked = trying.ask(member=self.rui, draft_id=draft.pk, version=fresh.version, **part)
        trying.carry_out(self.workspace.pk, asked.pk)
        asked.refresh_from_db()
        assert asked.state == "done", asked.error
        return asked

    def submitted(self, title: str = "Trust the client") -> PolicyDraft:
        draft = self.edit(self.start(title))
        self.tried(draft)
        return submitting.submit(member=self.rui, draft_id=draft.pk, version=draft.version)

    def approve(self, draft: PolicyDraft, by: Member | None = None, **seen: Any) -> DraftVerdict:  # noqa: ANN401 - numbers and texts
        tried = drafts.trial(draft)
        saw = {"version": draft.version, "hash": draft.hash, "base": draft.base.version, **seen}
        saw.setdefault("backtest", tried.backtest.pk if tried else None)
        return judging.approve(member=by or self.ana, draft_id=draft.pk, seen=Seen(**saw), reason="Agreed with sales.")

    def approved(self, title: str = "Trust the client") -> PolicyDraft:
        draft = self.submitted(title)
        self.approve(draft)
        return PolicyDraft.objects.get(pk=draft.pk)


@contextmanager
def build() -> Iterator[Firm]:
    """The firm, and being inside its walls."""
    workspace = factories.make_workspace()
    with walls.inside(workspace):
        editor, approver = Role.POLICY_EDITOR, Role.POLICY_APPROVER
        made = Firm(
            workspace,
            rui=factories.make_member(workspace, "rui", editor),
            lia=factories.make_member(workspace, "lia", editor),
            ana=factories.make_member(workspace, "ana", approver),
            bia=factories.make_member(workspace, "bia", approver),
            eva=factories.make_member(workspace, "eva", editor, approver),
            sync=factories.make_agent(workspace, "sync"),
        )
        registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
        registries.save_source(workspace=workspace, by=None, key="client", tier="counterparty", subjects=["*"])
        registries.save_source(workspace=workspace, by=None, key="people", tier="authorized_person")
        registries.save_scope(workspace=workspace, by=None, key="client:*")
        factories.activate_document(workspace, DOCUMENT)
        registries.save_responsibility(
            workspace=workspace, by=None, owner=made.ana, backup=made.bia, proposers=["agent:sync"]
        )
        yield made
