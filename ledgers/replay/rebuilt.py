"""The fact rows of one slot as the log says they were opened and closed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ledgers.services.journal import canonical
from ledgers.services.undoing import TAKEN_BACK

# A fact row as JSON, as `journal.as_written` tells it, with its recorded time and who opened and closed it.
Row = dict[str, Any]
Span = tuple[str | None, str | None]
Held = tuple[str, str, Span]


@dataclass(slots=True)
class Slot:
    """The rows so far, by id, which of them are open, and what is in force when: claim, fact and window."""

    rows: dict[str, Row] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    windows: set[Held] = field(default_factory=set)

    def apply(self, entry: str, at: str, wrote: Mapping[str, list[Any]], undone: Collection[str] | None = None) -> str:
        """Write what one transaction wrote; says what is wrong where it cannot be, else nothing."""
        if undone is not None and (wrong := self._taken_back(undone, wrote)):
            return wrong
        for number in wrote.get("closed", []):
            if number not in self.open:
                return f"it closes the row {number}, which is not open"
            self.open.remove(number)
            # What waits to come back may be written with the window that it gets.
            if self.rows[number]["standing"] == "timeline":
                self.windows.discard(_held(self.rows[number]))
            self.rows[number] |= {"until": at, "closed_by": entry}
        for row in wrote.get("opened", []):
            if row["row"] in self.rows:
                return f"it opens the row {row['row']} a second time"
            self.open.add(row["row"])
            if row["standing"] == "timeline" and "window" in row:
                self.windows.add(_held(row))
            self.rows[row["row"]] = {**row, "since": at, "opened_by": entry}
        return ""

    def _taken_back(self, undone: Collection[str], wrote: Mapping[str, list[Any]]) -> str:
        """Whether an undo restores what those transactions closed and closes what they opened; else what is wrong."""
        fresh = {number for number, row in self.rows.items() if row["opened_by"] in undone}
        if set(wrote.get("closed", [])) != fresh & self.open:
            return "it takes back other rows than were written"
        before = [row for number, row in self.rows.items() if row.get("closed_by") in undone and number not in fresh]
        # A word that was only said by deciding keeps one row, which says that it was taken back.
        again = [row for row in wrote.get("opened", []) if row.get("reason") != TAKEN_BACK]
        if sorted(map(_bare, before)) != sorted(map(_bare, again)):
            return "it does not restore what stood before"
        return ""


def _bare(row: Row) -> str:
    """A row without its own number and its recorded time."""
    own = {"row", "since", "opened_by", "until", "closed_by"}
    return canonical({name: kept for name, kept in row.items() if name not in own})


def _held(row: Row) -> Held:
    return row["claim"], row["carrier"], tuple(row.get("window", (None, None)))


def ledger(row: Row) -> str:
    """Which ledger a row stands in: the book of what is admitted, what waits, or what is over."""
    if "until" in row:
        return "history"
    return {"timeline": "accepted", "pending": "pending"}.get(row["standing"], "history")
