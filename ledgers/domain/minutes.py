"""What a decision read, as the log keeps it: enough to take the decision again, and no value.

Decisions depend on which values are equal, never on what they say, so a value stands as a number: the first one read
is 0, and the same value has the same number wherever it occurs. None, "there is none", stays None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.contest import Reading
from ledgers.domain.policy import RegisteredField
from ledgers.domain.situation import Bar, Situation, Waiting
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Window

# JSON: lists, objects, texts, whole numbers, true, false and null.
Minutes = dict[str, Any]


def taken(claim: Incoming, situation: Situation, weighed: Iterable[Entry] = ()) -> Minutes:
    """The minutes of a decision. `weighed` is what an owner had before them, when one decided."""
    noted = _Noted()
    said: Minutes = {
        "claim": {
            **_careful(claim),
            "entry": noted.entry(claim.entry),
            "kind": str(claim.kind),
            "speaker": claim.has_speaker,
            "assumed": claim.date_assumed,
            "may_propose": claim.may_propose,
            "corrects": claim.corrects,
            "tier_reason": claim.tier_reason,
        },
        "clock": _told(situation.reading.now),
        "past_review": situation.reading.past_review,
        "held": situation.held,
        "timeline": [noted.window(window) for window in situation.timeline],
        "barred": [noted.bar(bar) for bar in situation.barred],
        "waiting": [noted.waiting(one) for one in situation.waiting if _same(one, claim.entry)],
        "target": noted.entry(situation.target) if situation.target else None,
        "book": [noted.entry(entry) for entry in situation.book],
        "content": situation.content or None,
        "weighed": [noted.entry(entry) for entry in weighed],
    }
    return {name: kept for name, kept in said.items() if kept not in ([], None)} | {"entries": noted.entries}


@dataclass(frozen=True, slots=True)
class Reread:
    """What the minutes say: the claim as it was judged, all that was read, and what an owner weighed."""

    claim: Incoming
    situation: Situation
    weighed: tuple[Entry, ...]


def reread(said: Mapping[str, Any]) -> Reread:
    """Read the minutes back; KeyError where they are too short to take the decision again."""
    entries = [_entry(noted) for noted in said["entries"]]
    claim = said["claim"]
    incoming = Incoming(
        entry=entries[claim["entry"]],
        kind=Kind(claim["kind"]),
        has_speaker=claim["speaker"],
        date_assumed=claim["assumed"],
        may_propose=claim["may_propose"],
        corrects=claim["corrects"],
        tier_reason=claim["tier_reason"],
        content=tuple(claim.get("content", ())),
        lookalike=claim.get("lookalike", False),
    )
    situation = Situation(
        timeline=tuple(_window(noted, entries) for noted in said.get("timeline", [])),
        reading=Reading(_instant(said["clock"]), said.get("past_review")),
        held=said["held"],
        barred=tuple(_bar(noted) for noted in said.get("barred", [])),
        waiting=tuple(_waiting(noted) for noted in said.get("waiting", [])),
        target=entries[said["target"]] if "target" in said else None,
        book=tuple(entries[number] for number in said.get("book", [])),
        content=said.get("content", False),
    )
    return Reread(incoming, situation, tuple(entries[number] for number in said.get("weighed", [])))


def _careful(claim: Incoming) -> Minutes:
    """What made a person come first; most claims carry nothing of it."""
    found: Minutes = {"content": list(claim.content), "lookalike": claim.lookalike}
    return {name: kept for name, kept in found.items() if kept}


def weighed(clock: datetime, before_them: Iterable[Entry], stood: Window | None) -> Minutes:
    """What an owner had before them when they kept what stands, or said that it still holds."""
    noted = _Noted()
    said = {
        "clock": _told(clock),
        "weighed": [noted.entry(entry) for entry in before_them],
        "stood": noted.window(stood) if stood else None,
    }
    return {**said, "entries": noted.entries}


def claims_weighed(said: Mapping[str, Any]) -> list[ClaimId]:
    """Which claims an owner had before them."""
    return [ClaimId(said["entries"][number][0]) for number in said.get("weighed", [])]


def stretch(start: datetime, end: datetime | None, held: Iterable[Window]) -> Minutes:
    """A stretch of time, and what stands in it: all that is read to see that nothing has to come back there."""
    noted = _Noted()
    windows = [noted.window(window) for window in held]
    return {"span": _span(start, end), "windows": windows, "entries": noted.entries}


def reread_stretch(said: Mapping[str, Any]) -> tuple[datetime, datetime | None, tuple[Window, ...]]:
    """The stretch of time and what stood in it."""
    start, end = said["span"]
    entries = [_entry(noted) for noted in said["entries"]]
    return _instant(start), _end(end), tuple(_window(noted, entries) for noted in said["windows"])


def registry(registered: RegisteredField) -> Minutes:
    """What the registry said of the field."""
    source = registered.authoritative
    return {
        "key": registered.key,
        "type": registered.type,
        "many": registered.many,
        "sensitivity": registered.sensitivity,
        "review_days": registered.review_days,
        "authoritative": [str(source[0]), source[1]] if source else None,
    }


def registered(said: Mapping[str, Any]) -> RegisteredField:
    """The field as the registry said it then."""
    source = said["authoritative"]
    return RegisteredField(**{**said, "authoritative": (Tier(source[0]), source[1]) if source else None})


@dataclass(slots=True)
class _Noted:
    """Entries and values get a number when they are met first."""

    entries: list[list[Any]] = field(default_factory=list)  # Any: what one entry is, as JSON
    _numbers: dict[Entry, int] = field(default_factory=dict)
    _values: dict[str, int] = field(default_factory=dict)

    def value(self, value: str | None) -> int | None:
        return None if value is None else self._values.setdefault(value, len(self._values))

    def entry(self, entry: Entry) -> int:
        if entry not in self._numbers:
            self._numbers[entry] = len(self._numbers)
            span, strength = _span(entry.start, entry.end), _strength(entry.strength)
            self.entries.append(
                [entry.claim, self.value(entry.value), *span, *strength, _told(entry.recorded_at)],
            )
        return self._numbers[entry]

    def window(self, window: Window) -> list[Any]:
        return [*_span(window.start, window.end), self.entry(window.entry), window.carrier, window.returned]

    def bar(self, bar: Bar) -> list[Any]:
        return [self.value(bar.value), _told(bar.effective_at), *_strength(bar.strength), bar.cause, bar.by]

    def waiting(self, one: Waiting) -> list[Any]:
        return [one.claim, self.value(one.value), _told(one.effective_at), one.source]


def _same(one: Waiting, entry: Entry) -> bool:
    """Of what waits, a decision only asks whether it says the same."""
    return (one.value, one.effective_at, one.source) == (entry.value, entry.start, entry.strength.source)


def _span(start: datetime, end: datetime | None) -> list[str | None]:
    return [_told(start), _told(end) if end else None]


def _strength(strength: Strength) -> list[Any]:
    return [str(strength.tier), strength.source, _told(strength.dated), strength.owner_word, strength.edge]


def _entry(noted: list[Any]) -> Entry:
    claim, value, start, end, *strength, recorded_at = noted
    return Entry(
        ClaimId(claim), _value(value), _instant(start), _end(end), _strength_of(strength), _instant(recorded_at)
    )


def _strength_of(noted: list[Any]) -> Strength:
    tier, source, dated, owner_word, edge = noted
    return Strength(Tier(tier), source, _instant(dated), owner_word, edge)


def _window(noted: list[Any], entries: list[Entry]) -> Window:
    start, end, number, carrier, returned = noted
    return Window(_instant(start), _end(end), entries[number], ClaimId(carrier), returned)


def _bar(noted: list[Any]) -> Bar:
    value, effective_at, *strength, cause, by = noted
    return Bar(_value(value), _instant(effective_at), _strength_of(strength), cause, by)


def _waiting(noted: list[Any]) -> Waiting:
    claim, value, effective_at, source = noted
    return Waiting(ClaimId(claim), _value(value), _instant(effective_at), source)


def _value(number: int | None) -> str | None:
    return None if number is None else f"#{number}"


def _told(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _end(text: str | None) -> datetime | None:
    return None if text is None else _instant(text)
