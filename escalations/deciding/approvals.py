"""The first of two: where two people have to agree, what one pressed is kept until a second who saw the same confirms.

Whatever changes the case clears it, and its author is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from django.db.models import F

from escalations import evidence, notices
from escalations.models import Approval, Case, CaseEvent
from memoryhub.accounts.models import Member


class Words(TypedDict):
    """What the first of two says beside the choice."""

    reason: str
    blame: str


@dataclass(frozen=True, slots=True)
class Press:
    """What somebody presses, as it is kept and compared; the reason and the blame may differ."""

    choice: str
    claim: str | None
    value: Any  # any JSON
    effective_at: str | None
    scopes: tuple[str, ...]
    condition: str = ""

    @property
    def kept(self) -> dict[str, Any]:
        return {
            "choice": self.choice,
            "claim": self.claim,
            "value": self.value,
            "effective_at": self.effective_at,
            "scopes": list(self.scopes),
            "condition": self.condition,
        }


def first(case: Case) -> Approval | None:
    """The approval that waits for a second person, if what it was given on is still what the case holds."""
    found = Approval.objects.filter(case=case, cleared_at__isnull=True).select_related("member").first()
    return found if found is not None and evidence.holds(case, found.evidence_digest) else None


def same(given: Approval, press: Press) -> bool:
    """Whether a press is the one that was approved first; the words beside it may differ."""
    return all(given.choice.get(name) == kept for name, kept in press.kept.items())


def give(
    case: Case,
    member: Member,
    press: Press,
    *,
    digest: str,
    key: UUID | None,
    at: datetime,
    told: Sequence[Member],
    words: Words,
) -> None:
    """Keep the first of two with its author's words; `told` are those who may confirm it."""
    clear(case, at, because="replaced")
    Approval.objects.create(
        workspace_id=case.workspace_id,
        case=case,
        member=member,
        choice={**press.kept, **words},
        evidence_digest=digest,
        decision_key=key,
        at=at,
    )
    _event(case, at, "approved_first", member, choice=press.choice)
    Case.objects.filter(id=case.id).update(version=F("version") + 1)
    for other in told:
        notices.tell(case, at, "confirm_asked", member=other)


def confirm(approval: Approval, member: Member, at: datetime) -> None:
    """The second person agreed."""
    Approval.objects.filter(id=approval.id).update(cleared_at=at, cleared_because="confirmed")
    _event(approval.case, at, "approved_second", member)


def withdraw(case: Case, member: Member, at: datetime) -> bool:
    """Whoever pressed first takes it back; False where there is nothing of theirs."""
    if not Approval.objects.filter(case=case, member=member, cleared_at__isnull=True).exists():
        return False
    clear(case, at, because="withdrawn", by=member)
    return True


def clear(case: Case, at: datetime, *, because: str, by: Member | None = None, note: str = "") -> None:
    """A first approval counts no more; its author is told, unless they cleared it themselves."""
    found = Approval.objects.filter(case=case, cleared_at__isnull=True).select_related("member").first()
    if found is None:
        return
    # Words stand here and never in an event: an erasure has to reach them.
    choice = {**found.choice, "note": note} if note else found.choice
    rows = Approval.objects.filter(id=found.id, cleared_at__isnull=True)
    rows.update(cleared_at=at, cleared_because=because, choice=choice)
    Case.objects.filter(id=case.id).update(version=F("version") + 1)
    _event(case, at, "approval_cleared", by, because=because, approval=str(found.id))
    if by != found.member:
        notices.tell(case, at, "approval_cleared", member=found.member)


def _event(case: Case, at: datetime, code: str, member: Member | None, **params: object) -> None:
    CaseEvent.objects.create(case=case, at=at, code=code, params=params, member=member)
