"""What the outside hears of cases and facts: events without values, kept in the transaction of the change itself.

What follows a decision waits until the decision can no longer be taken back. A receiver that wants a value asks for it
with a token of its own, which says what it may read.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from escalations import notices, told
from escalations.models import Case, EvidenceRequest, Notice, WriteBack
from escalations.plain_words import EVENTS, of_case, of_fact, of_write_back
from ledgers.domain.actions import Action
from ledgers.models import Slot
from ledgers.services.settle import Settled
from memoryhub.hooks import outgoing

__all__ = ["EVENTS", "changed", "decided", "evidence_requested", "opened", "taken_back", "to_write_back"]
_CHANGES = (Action.APPEND, Action.REVISE)
Json = dict[str, Any]  # JSON


def opened(case: Case) -> None:
    """A case was put to somebody."""
    said = {**_of_case(case), "due_at": case.due_at.isoformat()}
    plain = partial(of_case, "case.opened", case)
    outgoing.announce(workspace_id=case.workspace_id, event="case.opened", data=said, plain=plain)


def decided(case: Case, done: Settled | None, at: datetime) -> None:
    """What follows a decision: told when the time to undo it is over, and to nobody if it is taken back."""
    if _anybody(case):
        _tell_addresses(case, done, at)
    # Whoever decided needs no telling any more, also where they never opened the card.
    if case.heard is None or case.heard.unread:
        Notice.objects.filter(case=case, member=case.decided_by, read_at__isnull=True).update(read_at=at)
    if case.owner is not None and case.owner != case.decided_by:
        notices.tell(case, at, "decided", member=case.owner, not_before=case.undo_until)


def _anybody(case: Case) -> bool:
    return case.heard is None or case.heard.listened


def _tell_addresses(case: Case, done: Settled | None, at: datetime) -> None:
    said = {
        **_of_case(case),
        "choice": case.choice,
        "decided_by": case.decided_by.key if case.decided_by else None,
        "decided_at": at.isoformat(),
        "fact": str(case.chosen) if case.chosen else None,
    }
    outgoing.announce(
        workspace_id=case.workspace_id,
        event="case.decided",
        data=said,
        plain=partial(of_case, "case.decided", case),
        about=case.id,
        not_before=case.undo_until,
    )
    if done is not None:
        changed(done, decision=case)


def changed(done: Settled, *, decision: Case | None = None) -> None:
    """What a settled claim did to what is in force, and what it says was never true."""
    slot = done.transaction.slot
    if slot is None:
        return
    if done.decision.action in _CHANGES:
        said = {**_of_slot(slot), **_of_change(done)}
        _announce(slot, "fact.changed", said, decision)
    for claim in sorted(done.decision.move.corrected):
        said = {**_of_slot(slot), "fact": str(claim), "corrected_by": str(done.claim.id), **_of_readers(slot, claim)}
        _announce(slot, "fact.corrected", said, decision)


def _announce(slot: Slot, event: str, said: Json, decision: Case | None) -> None:
    about, until = (decision.id, decision.undo_until) if decision is not None else (None, None)
    plain = partial(of_fact, event, slot, said["fact"])
    outgoing.announce(
        workspace_id=slot.workspace_id, event=event, data=said, plain=plain, about=about, not_before=until
    )


def to_write_back(task: WriteBack) -> None:
    """A system of record has to be brought in line with a decision."""
    said = {
        **_of_slot(task.slot),
        "write_back": str(task.id),
        "case": str(task.case_id),
        "source": task.source.key,
        "fact": str(task.fact),
        "due_at": task.due_at.isoformat(),
    }
    outgoing.announce(
        workspace_id=task.workspace_id,
        event="write_back.opened",
        data=said,
        plain=partial(of_write_back, "write_back.opened", task),
        about=task.case_id,
        not_before=task.case.undo_until,
    )


def evidence_requested(request: EvidenceRequest) -> None:
    """An owner asks for evidence; the agent that was asked reads the note with its token."""
    case = request.case
    said = {
        **_of_case(case),
        "evidence_request": str(request.id),
        "claim": str(request.claim_id),
        "agent": request.agent.key if request.agent else None,
        "missing": request.missing,
        "due_at": request.due_at.isoformat(),
    }
    event = "case.evidence_requested"
    outgoing.announce(workspace_id=case.workspace_id, event=event, data=said, plain=partial(of_case, event, case))


def taken_back(case: Case, at: datetime) -> None:
    """A decision was undone in time: nobody hears of it."""
    outgoing.take_back(workspace_id=case.workspace_id, about=case.id)
    Notice.objects.filter(case=case, not_before__gt=at).update(not_before=notices.NEVER)


def _of_case(case: Case) -> Json:
    return {
        "case": str(case.id),
        "kind": case.kind,
        "sensitivity": case.sensitivity or None,
        "owner": case.owner.key if case.owner else None,
        **_of_slot(case.slot),
    }


def _of_slot(slot: Slot) -> Json:
    return {"subject": slot.subject.shown, "field": slot.field, "scope": slot.scope}


def _of_readers(slot: Slot, claim: str) -> Json:
    """How many were told what is wrong, and where it says who."""
    told_to = told.how_many(slot.workspace_id, UUID(claim))
    return {"told": told_to, "receipts": f"/api/v1/receipts?fact={claim}"}


def _of_change(done: Settled) -> Json:
    """By ids: the claim's id is the fact's."""
    replaced = done.decision.target
    return {
        "fact": str(done.decision.fact or done.claim.id),
        "replaced": str(replaced) if replaced else None,
        "action": str(done.decision.action),
        "status": done.decision.status,
        "rule": done.decision.rule,
    }
