"""A decision reverted after its time to be undone: a new decision, with a reason, in a case of its own.

What is put back holds from now on as the owner's word; the time in between stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from escalations import cases, evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import Decided, decide
from escalations.errors import InvalidChoice
from escalations.models import Case
from escalations.rights import check_right
from ledgers import clock
from ledgers.domain import minutes
from ledgers.models import Claim
from ledgers.selectors import book
from ledgers.services import undoing
from ledgers.services.locks import lock
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class Back:
    """What may be put back: the claims that were weighed and hold no more; whether "no value" is a choice as well."""

    claims: Sequence[Claim]
    nothing: bool


def choices(case: Case) -> Back:
    """What a decided case could be reverted to, as things stand."""
    decision = undoing.find(case.workspace_id, case.id) if case.state == Case.State.DECIDED else None
    if decision is None:
        return Back((), nothing=False)
    window = book.in_force(case.slot, clock.now())
    stands = window.value if window is not None else None
    weighed = Claim.objects.filter(
        workspace_id=case.workspace_id, id__in=minutes.claims_weighed(decision.first.read), slot=case.slot
    )
    other = {claim.value_key: claim for claim in weighed.order_by("-id") if claim.value_key != stands}
    return Back(list(other.values()), nothing=stands is not None)


def revert(*, member: Member, case_id: UUID, claim: UUID | None, reason: str, key: UUID | None) -> Decided:
    """Put back what a decision set aside (`claim`), or end what it put in force (None).

    Raises Http404, what `decide` raises, and InvalidChoice where there is nothing such to put back or where a question
    about the fact is open.
    """
    found = Case.objects.filter(workspace=member.workspace_id, id=case_id).select_related("slot__workspace").first()
    if found is None:
        raise Http404
    with transaction.atomic():
        found.slot = lock([found.slot_id])[found.slot_id]
        known = Case.objects.filter(workspace=member.workspace_id, decision_key=key, decided_by=member).first()
        if key is not None and known is not None:
            return Decided(known, repeated=True)
        check_right(found, member)
        _check_open(found)
        wanted = _wanted(found, claim)
        case = _ask(found)
        return decide(member=member, case_id=case.id, choice=_choice(case, wanted, reason, key))


def _check_open(case: Case) -> None:
    asked = Case.objects.filter(slot=case.slot, state=Case.State.OPEN, kind__in=[*Case.QUESTIONS, Case.Kind.REVERT])
    if asked.exists():
        raise InvalidChoice("#/claim", _("A question about this fact is open already: decide it there."))


def _wanted(case: Case, claim: UUID | None) -> Claim | None:
    back = choices(case)
    if claim is None and back.nothing:
        return None
    wanted = next((one for one in back.claims if one.id == claim), None)
    if wanted is None:
        raise InvalidChoice("#/claim", _("This cannot be put back: it was not part of the decision, or it holds now."))
    return wanted


def _ask(case: Case) -> Case:
    at = clock.after(case.slot.clock)
    window = book.in_force(case.slot, at)
    fact = window.carrier if window is not None else None
    asked = cases.open_case(
        case.slot, kind=Case.Kind.REVERT, at=at, fact=fact, cause=f"case {case.id} {at.isoformat()}"
    )
    asked.slot = case.slot
    return asked


def _choice(case: Case, wanted: Claim | None, reason: str, key: UUID | None) -> Choice:
    seen = evidence.digest(case)
    if wanted is None or wanted.kind == Claim.Kind.RETRACT:
        return Choice("ended", case.version, seen, key, reason=reason)
    return Choice("other", case.version, seen, key, value=wanted.value, condition=wanted.condition, reason=reason)
