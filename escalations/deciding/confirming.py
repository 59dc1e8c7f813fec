"""The second person's side of two: what they see of the first approval, and sending it back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from escalations.deciding import approvals, second_person
from escalations.errors import NotYours
from escalations.models import Approval, Case
from escalations.rights import check_right
from escalations.routing import Reason
from ledgers import clock
from ledgers.models import Claim
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class Waiting:
    """A first approval as a card shows it. `value` is what it would put in force, `mine` whether the reader gave it."""

    given: Approval
    value: object  # any JSON
    mine: bool
    may_confirm: bool
    confirmers: list[Member]

    @property
    def reason(self) -> str:
        """Why whoever approved first did so."""
        reason: str = self.given.choice.get("reason", "")
        return reason


def waiting(case: Case, member: Member) -> Waiting | None:
    """The first approval of a case, and whether this member may confirm it."""
    given = approvals.first(case) if case.state == Case.State.OPEN else None
    if given is None:
        return None
    pool = second_person.confirmers(case, given.member)
    return Waiting(given, _value(given), given.member == member, member in pool, pool)


def _value(given: Approval) -> object:
    if given.choice["choice"] == "other":
        return given.choice["value"]
    claim = given.choice["claim"]
    return Claim.objects.filter(id=claim).values_list("value", flat=True).first() if claim else None


@transaction.atomic
def send_back(*, member: Member, case: Case, reason: str) -> None:
    """Clear the first approval, with a reason its author is told. Raises NotYours."""
    locked = Case.objects.select_for_update(of=("self",)).select_related("slot__workspace").get(id=case.id)
    given = approvals.first(locked)
    if given is not None and member not in second_person.confirmers(locked, given.member):
        check_right(locked, member)
    if given is None:
        raise NotYours("", reason=Reason.NOT_RESPONSIBLE)
    approvals.clear(locked, clock.now(), because="sent_back", by=member, note=reason)
