"""An owner asks whoever proposed a value for what is missing: the case waits for it, and an answer changes no claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations import at_hand, cases, notices, telling
from escalations.errors import InvalidStep, RequestClosed
from escalations.models import Case, CaseClaim, CaseEvent, EvidenceRequest
from ledgers import clock
from ledgers.models import Claim
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Agent, Member, Role, Workspace

MISSING: dict[str, Words] = {
    "document": gettext_lazy("a document"),
    "date": gettext_lazy("since when it holds"),
    "author": gettext_lazy("who said it"),
    "scope": gettext_lazy("where it holds"),
}
LONGEST_WAIT = timedelta(days=30)
Answer = Mapping[str, Any]  # JSON


@transaction.atomic
def ask(
    *, member: Member, case_id: UUID, missing: Sequence[str], due_at: datetime, version: int, note: str = ""
) -> EvidenceRequest:
    """Ask the author of the newest claim that waits; the case waits until the answer, or until `due_at`."""
    case = at_hand.take(member, case_id, version, helping=(Role.REVIEWER,))
    at = clock.now()
    _check(missing, due_at, at)
    if EvidenceRequest.objects.filter(case=case, closed_at__isnull=True).exists():
        raise InvalidStep("#/missing", _("Evidence was asked for already, and the answer is awaited."))
    claim = _newest(case)
    found = EvidenceRequest.objects.create(
        workspace_id=case.workspace_id,
        case=case,
        claim=claim,
        agent=claim.agent,
        asked_by=member,
        missing=[kind for kind in MISSING if kind in missing],
        note=note[:500],
        opened_at=at,
        due_at=due_at,
    )
    cases.bump(case)
    params = {"missing": found.missing, "of": claim.author, "until": due_at.isoformat()}
    cases.event(case, at, "evidence_asked", member=member, **params)
    if claim.member is not None and claim.member != member:
        notices.tell(case, at, "evidence_asked", member=claim.member)
    telling.evidence_requested(found)
    return found


def _check(missing: Sequence[str], due_at: datetime, at: datetime) -> None:
    if not missing or not set(missing) <= set(MISSING):
        raise InvalidStep("#/missing", _("Say what is missing: %(known)s.") % {"known": ", ".join(MISSING)})
    if not at < due_at <= at + LONGEST_WAIT:
        words = _("Choose a day from now on and within %(days)d days.") % {"days": LONGEST_WAIT.days}
        raise InvalidStep("#/due_at", words)


def _newest(case: Case) -> Claim:
    waiting = CaseClaim.objects.filter(case=case, left_at__isnull=True).select_related("claim__agent", "claim__member")
    found = waiting.order_by("added_at", "claim_id").last()
    if found is None:
        raise InvalidStep("#/missing", _("Nothing is proposed in this case, so there is nobody to ask."))
    return found.claim


def put_to(workspace: Workspace, *, agent: Agent | None, member: Member | None) -> QuerySet[EvidenceRequest]:
    """The open requests that wait for this author's answer."""
    mine = Q(agent=agent) if agent is not None else Q(agent__isnull=True, claim__member=member)
    rows = EvidenceRequest.objects.filter(
        mine, workspace=workspace, closed_at__isnull=True, case__state=Case.State.OPEN
    )
    return rows.select_related("case__slot__subject", "claim")


@transaction.atomic
def answer(
    *, workspace: Workspace, request_id: UUID, said: Answer, agent: Agent | None = None, member: Member | None = None
) -> EvidenceRequest:
    """Keep an answer for the owner to read. Raises Http404 for who was not asked, RequestClosed when it is too late."""
    mine = Q(agent=agent) if agent is not None else Q(agent__isnull=True, claim__member=member)
    rows = EvidenceRequest.objects.filter(mine, workspace=workspace).select_related("asked_by")
    found = rows.select_for_update(of=("self",)).filter(pk=request_id).first()
    if found is None:
        raise Http404
    case = Case.objects.select_for_update(of=("self",)).get(pk=found.case_id)
    if found.closed_at is not None or case.state != Case.State.OPEN:
        raise RequestClosed(_("The answer was given, the time is over, or the case was decided."))
    at = clock.now()
    found.closed_at, found.closed_because = at, "answered"
    found.answer = {**said, "at": at.isoformat()}
    found.save(update_fields=["closed_at", "closed_because", "answer"])
    cases.bump(case)
    CaseEvent.objects.create(case=case, at=at, code="evidence_answered", member=member, agent=agent)
    notices.tell(case, at, "evidence_answered", member=found.asked_by)
    return found


def close_due(now: datetime) -> int:
    """Close what nobody answered in time, and what a decision left behind, in the workspace at hand; the number."""
    over = EvidenceRequest.objects.filter(closed_at__isnull=True).select_related("case", "asked_by")
    return sum(_close(found, now) for found in over.filter(Q(due_at__lte=now) | ~Q(case__state=Case.State.OPEN)))


def _close(found: EvidenceRequest, now: datetime) -> bool:
    waits = found.case.state == Case.State.OPEN
    because = "due" if waits else "case_closed"
    # Conditional, so that two sweeps tell it once and an answer of this very moment stands.
    closed = EvidenceRequest.objects.filter(pk=found.pk, closed_at__isnull=True).update(
        closed_at=now, closed_because=because
    )
    if closed and waits:
        cases.event(found.case, now, "evidence_due")
        notices.tell(found.case, now, "evidence_due", member=found.asked_by)
    return bool(closed)
