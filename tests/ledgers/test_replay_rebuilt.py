"""What the replay holds in force while it follows the log of one slot."""

from __future__ import annotations

from ledgers.replay.rebuilt import Slot

WINDOW = ["2026-01-01T00:00:00+00:00", None]


def row(number: str, standing: str) -> dict[str, object]:
    return {"row": number, "claim": "c", "carrier": "c", "standing": standing, "window": WINDOW}


def test_what_no_longer_waits_to_come_back_leaves_what_stands() -> None:
    """A claim that waits for its own return may in the meantime hold that very window again."""
    slot = Slot()
    assert slot.apply("one", "t1", {"opened": [row("waits", "pending"), row("stands", "timeline")]}) == ""
    assert slot.apply("two", "t2", {"closed": ["waits"]}) == ""
    assert slot.windows == {("c", "c", tuple(WINDOW))}
    assert slot.apply("three", "t3", {"closed": ["stands"]}) == ""
    assert slot.windows == set()
