"""Breaks of what an approval is bound to, of who counts as a second person, and of what an undo leaves alone."""

from __future__ import annotations

from collections.abc import Sequence

from escalations import evidence
from escalations.deciding import approvals, second_person
from escalations.models import Approval, Case
from ledgers.models import Slot, Transaction
from ledgers.services import undoing
from memoryhub.accounts.models import Member


def digests_are_ignored() -> None:
    """The version of the case is looked at, what was shown is not."""

    def whatever(_case: Case, _seen: str) -> bool:
        return True

    vars(evidence)["holds"] = whatever


def anybody_confirms() -> None:
    """Every active member is a second person, whoever proposed and whoever pressed first."""

    def everybody(case: Case, _by: Member) -> list[Member]:
        return list(Member.objects.filter(workspace=case.workspace_id, active=True))

    vars(second_person)["confirmers"] = everybody


def approvals_outlive_changes() -> None:
    """A first approval counts whatever happened to the case since."""

    def first(case: Case) -> Approval | None:
        return Approval.objects.filter(case=case).select_related("member").order_by("at").last()

    vars(approvals)["first"] = first


def later_changes_are_swept_away() -> None:
    """An undo does not ask whether something was recorded since."""

    def never(_slot: Slot, _undone: Sequence[Transaction]) -> bool:
        return False

    vars(undoing)["_moved_on"] = never
