"""Drafts of a policy in each state, and the people who write and judge them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from escalations.registry.registering import activate_draft, roll_back_now
from ledgers import clock
from ledgers.models import EmergencyRollback, PolicyDraft, PolicyVersion
from ledgers.selectors import drafts
from ledgers.services.drafts import activating, editing, judging, submitting, trying
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts.models import Member, Role, Workspace
from tests.factories import make_member


@dataclass(frozen=True)
class Drafting:
    """Bruno writes, Caio and Dora approve; `drafts` by the state they are in."""

    workspace: Workspace
    bruno: Member
    caio: Member
    dora: Member
    drafts: dict[str, PolicyDraft]

    def start(self, title: str, **members: Any) -> PolicyDraft:  # noqa: ANN401 - JSON
        """With these members of the document said otherwise than in the version in force."""
        active = PolicyVersion.objects.get(workspace=self.workspace, active=True).document
        draft = editing.start(member=self.bruno, title=title)
        return editing.save(member=self.bruno, draft_id=draft.pk, version=draft.version, document={**active, **members})

    def tried(self, draft: PolicyDraft) -> PolicyDraft:
        asked = trying.ask(member=self.bruno, draft_id=draft.pk, version=draft.version)
        trying.carry_out(self.workspace.pk, asked.pk)
        return draft

    def submitted(self, draft: PolicyDraft) -> PolicyDraft:
        self.tried(draft)
        return submitting.submit(member=self.bruno, draft_id=draft.pk, version=draft.version)

    def judged(self, draft: PolicyDraft, reason: str = "Agreed with sales.", *, passes: bool = True) -> PolicyDraft:
        say = judging.approve if passes else judging.send_back
        tried = drafts.trial(draft)
        seen = Seen(draft.version, draft.hash, draft.base.version, tried.backtest.pk if tried else None)
        say(member=self.caio, draft_id=draft.pk, seen=seen, reason=reason)
        return PolicyDraft.objects.get(pk=draft.pk)

    def put_back(self) -> EmergencyRollback:
        active = PolicyVersion.objects.get(workspace=self.workspace, active=True)
        return roll_back_now(member=self.caio, seen=active.version, reason="Addresses went through unseen.")

    def approved(self, title: str, **members: Any) -> PolicyDraft:  # noqa: ANN401 - JSON
        return self.judged(self.submitted(self.start(title, **members)))


def make_desk(workspace: Workspace) -> Drafting:
    bruno = make_member(workspace, "bruno", Role.POLICY_EDITOR)
    caio, dora = (make_member(workspace, key, Role.POLICY_APPROVER) for key in ("caio", "dora"))
    return Drafting(workspace, bruno, caio, dora, {})


def make_drafts(workspace: Workspace) -> Drafting:
    """One came into force, which put another one in conflict; the others are on their way."""
    desk = make_desk(workspace)
    tiers = PolicyVersion.objects.get(workspace=workspace, active=True).document["tiers"]
    swapped = [tiers[3], *tiers[:3], *tiers[4:]]
    desk.drafts["conflict"] = desk.start("Bring systems in line sooner", write_back_days=2)
    active = desk.approved("More time to bring systems in line", write_back_days=10, sla_hours={"contact": 24})
    desk.drafts["active"] = activate_draft(member=desk.caio, draft_id=active.pk, version=active.version)
    desk.drafts["editing"] = desk.start("Trust the client more", tiers=swapped)
    desk.drafts["ready"] = desk.tried(desk.start("Addresses are for their owners", automatic=["price.list"]))
    sent_back = desk.submitted(desk.start("No detectors", detectors=[]))
    desk.drafts["sent back"] = desk.judged(sent_back, "Which of them gets in the way?", passes=False)
    desk.drafts["submitted"] = desk.submitted(desk.start("The client before our people", tiers=swapped))
    later = desk.approved("From next month on", sla_hours={"contact": 72})
    desk.drafts["scheduled"] = activating.schedule(
        member=desk.caio, draft_id=later.pk, version=later.version, at=clock.now() + timedelta(days=9)
    )
    return desk
