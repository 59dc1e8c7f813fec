"""Drafts of the policy of the house that are still being written, and those who write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ledgers import clock
from ledgers.models import Backtest, PolicyDraft, PolicyVersion
from ledgers.services.drafts import editing, trying
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role
from tests.browser.house import House
from tests.factories import make_member

ORDER: list[Any] = [
    ["system_of_record", "counterparty"], "approved_document", "authorized_person", "agent_inference", "unattributed",
]  # fmt: skip
FIELDS: dict[str, Any] = {
    "company.address": {
        "authoritative": "system_of_record:crm", "owner_role": "account manager", "owner_role_pt": "gerente da conta",
    },
    "contact.primary": {"sensitivity": "contact", "review_days": 180, "order": ORDER},
    "contact.phone": {"type": "phone"},
    "payment.pix": {"type": "pix", "sensitivity": "payment", "authoritative": "system_of_record:billing"},
}  # fmt: skip


@dataclass(frozen=True)
class Written:
    """Iris writes, and so does Joel; the drafts by what they are an example of."""

    iris: Member
    joel: Member
    drafts: dict[str, PolicyDraft]

    def path(self, name: str) -> str:
        return f"/policy/drafts/{self.drafts[name].pk}/"

    def edit(self) -> None:
        """The draft changes while somebody has it open."""
        draft = self.drafts["edited"]
        with walls.inside(draft.workspace_id):
            draft.refresh_from_db()
            days = {"days": (draft.document.get("write_back_days") or 5) + 1}
            editing.edit(
                member=self.iris, draft_id=draft.pk, version=draft.version, kind="set_write_back_days", params=days
            )


def write_drafts(house: House) -> Written:
    workspace = house.firm.workspace
    iris = make_member(workspace, "iris", Role.POLICY_EDITOR)
    joel = make_member(workspace, "joel", Role.POLICY_EDITOR)
    with walls.inside(workspace):
        document = PolicyVersion.objects.get(workspace=workspace, active=True).document
        richer = {**document, "fields": FIELDS, "sla_hours": {"payment": 2}}
        blocked = {**richer, "automatic": ["company.*", "company.address", "contact.primary"]}
        made = {
            "edited": editing.start(member=iris, title="Ask the client first", document=richer, kind="import"),
            "blocked": editing.start(member=iris, title="Everything by rule", document=blocked, kind="import"),
            "unchanged": editing.start(member=joel, title="Shorter answers"),
            "withdrawn": editing.start(member=iris, title="An idea of last week"),
            "failed": editing.start(member=iris, title="Prices twice a year", document=richer, kind="import"),
        }
        move = {"tier": "counterparty", "by": -1}
        editing.edit(member=iris, draft_id=made["edited"].pk, version=1, kind="move_tier", params=move)
        editing.withdraw(member=iris, draft_id=made["withdrawn"].pk, version=1)
        asked = trying.ask(member=iris, draft_id=made["failed"].pk, version=1)
        Backtest.objects.filter(pk=asked.pk).update(state="failed", error="stopped", ended_at=clock.now())
    return Written(iris, joel, made)
