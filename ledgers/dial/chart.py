"""The counts as a drawing: a line for how far each share may reach, a dot for the share. Its table says the same.

Across, everything is a part of the width, so that the letters keep their size however narrow the page is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from ledgers.dial.counting import Row
from ledgers.dial.suggestions import WIDEN_LOW
from ledgers.dial.telling import RowWords, percent

MOST = 12
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
LINE, TOP = 94, 26
# Room at both sides, in parts of the width, for the figures of the scale.
MARGIN = 0.06
# Letters of a line of words that the narrowest page has room for, and how many lines tell who met whom.
LABEL, LINES = 38, 3


@dataclass(frozen=True, slots=True)
class Tick:
    x: str
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """Where a row is drawn: its words, line by line with their heights, and below them what reaches from `low` to
    `high`, across the scale between `top` and `bottom`: no line of the scale goes through the words."""

    field: str
    field_y: int
    met: tuple[tuple[str, int], ...]
    y: int
    top: int
    bottom: int
    low: str
    high: str
    share: str


@dataclass(frozen=True, slots=True)
class Chart:
    height: int
    wanted: str
    ticks: tuple[Tick, ...]
    bars: tuple[Bar, ...]
    left: int


def chart(rows: Sequence[Row], words: Sequence[RowWords]) -> Chart:
    """The rows in which the rules have an answer, as far as there is room; `left` says how many there was none for."""
    told = [(row, said) for row, said in zip(rows, words, strict=True) if row.ruled]
    bars = tuple(_bar(number, row, said) for number, (row, said) in enumerate(told[:MOST]))
    height = TOP + LINE * len(bars)
    ticks = tuple(Tick(_x(share), percent(share)) for share in TICKS)
    return Chart(height, _x(WIDEN_LOW), ticks, bars, max(0, len(told) - MOST))


def _bar(number: int, row: Row, said: RowWords) -> Bar:
    top, bounds = TOP + LINE * number, row.interval
    met = _lines(said.met, LINES)
    y = top + 30 + 16 * len(met)
    return Bar(
        field=_lines(said.field, 1)[0],
        field_y=top + 16,
        met=tuple((line, top + 32 + 16 * at) for at, line in enumerate(met)),
        y=y,
        top=y - 9,
        bottom=y + 9,
        low=_x(bounds.low),
        high=_x(bounds.high),
        share=_x(row.agreed / row.ruled),
    )


def _lines(words: str, most: int) -> list[str]:
    """As much as fits on the narrowest page; the table has all of it."""
    return wrap(words, LABEL, max_lines=most, placeholder="…") or [""]


def _x(share: float) -> str:
    """As the drawing takes it: never in the reader's own figures."""
    return f"{100 * (MARGIN + share * (1 - 2 * MARGIN)):.2f}%"
