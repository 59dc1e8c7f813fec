"""Which seal a row of the log stands under."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from ledgers.models import Seal


class SealFinder:
    """Finds the seals of a workspace's rows. Seals stand in the order of the log, so halving finds one among millions
    in some twenty looks; those near the middle are remembered."""

    def __init__(self, workspace: UUID) -> None:
        self._workspace = workspace
        self._known: dict[int, tuple[tuple[int, UUID], tuple[int, UUID]] | None] = {}
        self.look_again()

    def look_again(self) -> None:
        """Take in what was sealed since."""
        self._last = self._rows().order_by("-number").values_list("number", flat=True).first() or 0

    def of(self, xid: int, number: UUID) -> int | None:
        """The number of the seal over the row at this place; None where none reaches it."""
        low, high = 1, self._last
        while low <= high:
            middle = (low + high) // 2
            ends = self._ends(middle)
            if ends is None:
                return None
            if (xid, number) < ends[0]:
                high = middle - 1
            elif (xid, number) > ends[1]:
                low = middle + 1
            else:
                return middle
        return None

    def _ends(self, number: int) -> tuple[tuple[int, UUID], tuple[int, UUID]] | None:
        if number not in self._known:
            columns = ("first_xid", "first_id", "last_xid", "last_id")
            row = self._rows().filter(number=number).values_list(*columns).first()
            self._known[number] = ((row[0], row[1]), (row[2], row[3])) if row else None
        return self._known[number]

    def _rows(self) -> QuerySet[Seal]:
        return Seal.objects.filter(workspace_id=self._workspace)
