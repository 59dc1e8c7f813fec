"""What a statement holds under, from when and up to when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from memoryhub.conversations.offline.dates import Found, find
from memoryhub.conversations.offline.folding import tidy
from memoryhub.conversations.offline.tongue import Pattern, Tongue

# How far the day may stand behind its preposition: "until the end of this week", "até o dia 12".
NEAR = 14


@dataclass(frozen=True, slots=True)
class Bounds:
    condition: str = ""
    # The statement without its condition.
    rest: str = ""
    effective_on: date | None = None
    until: date | None = None
    on: date | None = None


def bounds(text: str, folded: str, *, said_on: date, tongue: Tongue) -> Bounds:
    """Read all of them; an end without a day is a condition, so nothing of it is lost."""
    days = find(folded, said_on=said_on, tongue=tongue)
    ends = [day for day in days if day.role == "until" or _led(tongue.ending, folded, day)]
    since = [day for day in days if day not in ends and (day.role == "since" or _led(tongue.since, folded, day))]
    starts = [day for day in days if day not in (*ends, *since) and _led(tongue.starting, folded, day)]
    named = next((day.day for day in days if day not in (*ends, *since, *starts)), None)
    begun = next((day.day for day in since if day.day <= said_on), None) or next((day.day for day in starts), None)
    if begun is None and named is not None and named < said_on:
        begun = named
    span = _condition(folded, tongue, ends_known=bool(ends))
    return Bounds(
        condition=tidy(text[span[0] : span[1]]) if span else "",
        rest=tidy(_without(text, span)) if span else text,
        effective_on=begun,
        until=max((day.day for day in ends), default=None),
        on=named,
    )


def _led(marker: Pattern, folded: str, found: Found) -> bool:
    """Whether the marker stands right before the day, or is the first word of how it is spelled."""
    return any(
        match.start() <= found.start <= match.end() + NEAR and "," not in folded[match.end() : found.start]
        for match in marker.finditer(folded)
    )


def _condition(folded: str, tongue: Tongue, *, ends_known: bool) -> tuple[int, int] | None:
    match = tongue.condition.search(folded)
    if match is None and not ends_known:
        match = tongue.open_end.search(folded)
    if match is None and not ends_known and (narrowed := tongue.narrowed.search(folded)):
        return narrowed.start("at"), len(folded)
    if match is None:
        return None
    if tidy(folded[: match.start()]):
        return match.start(), len(folded)
    end = tongue.leading_end.search(folded, match.end() + 1)
    return (match.start(), end.start()) if end and tidy(folded[end.start() :]) else (match.start(), len(folded))


def _without(text: str, span: tuple[int, int]) -> str:
    return text[: span[0]] if tidy(text[: span[0]]) else text[span[1] :]
