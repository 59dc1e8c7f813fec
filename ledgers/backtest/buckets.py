"""What would come out otherwise, sorted by what it means to people, and counted.

- A: the rules settle it, and something else stands
- B: a person decided it, and the draft settles it otherwise by itself
- C: the rules settled it, and it would go to a person
- D: it went to a person, and the rules would settle it

Each decision is in exactly one of them, or the same. "It was" means: by the policy in force; where no other version was
in force when the decision was taken, that is what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ledgers.backtest.outcomes import Outcome, same
from ledgers.backtest.people import Judged
from ledgers.domain.claim import Strength
from ledgers.replay.retaken import Entry

SAMPLES = 3  # of each bucket in each field, with both traces


class Bucket(StrEnum):
    SAME = "same"
    WINNER = "A"
    AGAINST_PERSON = "B"
    TO_PERSON = "C"
    TO_RULE = "D"


# So many are listed one by one: what takes people's place must be seen in full.
LISTED = {Bucket.WINNER: 1_000, Bucket.AGAINST_PERSON: 10_000, Bucket.TO_PERSON: 1_000, Bucket.TO_RULE: 10_000}
CHANGES = tuple(bucket for bucket in Bucket if bucket is not Bucket.SAME)


@dataclass(frozen=True, slots=True)
class Change:
    """One decision that would come out otherwise."""

    transaction: str
    claim: str
    slot: str
    recorded_at: str
    field: str
    stood: str
    came: str
    active: str
    draft: str


@dataclass(frozen=True, slots=True)
class Sample:
    """The same with what both policies say of it."""

    change: Change
    judged: Judged


@dataclass(slots=True)
class Sorted:
    """`cells` counts by field, the source that stood, the source that came and the bucket; `by_another_rule` are the
    same, and another rule or reason says so."""

    cells: Counter[tuple[str, str, str, Bucket]] = field(default_factory=Counter)
    counts: Counter[Bucket] = field(default_factory=Counter)
    by_another_rule: int = 0
    listed: dict[Bucket, list[Change]] = field(default_factory=lambda: {bucket: [] for bucket in CHANGES})
    samples: dict[tuple[Bucket, str], list[Sample]] = field(default_factory=dict)

    def add(self, bucket: Bucket, entry: Entry, judged: Judged | None) -> None:
        """Count a decision; `judged` is the claim it is about, where one was judged."""
        self.counts[bucket] += 1
        key: str = entry.read["field"]["key"]
        stood, came = sources(judged.active) if judged else ("", "")
        self.cells[key, stood, came, bucket] += 1
        if judged is None:
            return
        if bucket is Bucket.SAME:
            self.by_another_rule += _named(judged.active) != _named(judged.draft)
            return
        change = _change(entry, judged, stood, came)
        if len(self.listed[bucket]) < LISTED[bucket]:
            self.listed[bucket].append(change)
        samples = self.samples.setdefault((bucket, key), [])
        if len(samples) < SAMPLES:
            samples.append(Sample(change, judged))

    def by_field(self) -> Iterator[tuple[str, Counter[Bucket]]]:
        found: dict[str, Counter[Bucket]] = {}
        for (key, _stood, _came, bucket), count in self.cells.items():
            found.setdefault(key, Counter())[bucket] += count
        yield from sorted(found.items())


def bucket_of(judged: Judged) -> Bucket:
    """Where a claim belongs that was judged by both."""
    active, draft = judged.active, judged.draft
    if same(active, draft):
        return Bucket.SAME
    if active.waits:
        return Bucket.TO_RULE
    return Bucket.TO_PERSON if draft.waits else Bucket.WINNER


def sources(outcome: Outcome) -> tuple[str, str]:
    """The source that stood where the claim begins to hold, else where it meets another value first; and its own."""
    entry, timeline = outcome.seen.claim.entry, outcome.seen.situation.timeline
    met = [window for window in timeline if entry.overlaps(window.start, window.end)]
    other = [window for window in met if window.value != entry.value]
    stood = next(iter(other or met), None)
    return (_source(stood.entry.strength) if stood else "", _source(entry.strength))


def _source(strength: Strength) -> str:
    return f"{strength.tier}:{strength.source}"


def _named(outcome: Outcome) -> tuple[str, str]:
    return outcome.decision.rule, outcome.decision.reason


def _change(entry: Entry, judged: Judged, stood: str, came: str) -> Change:
    return Change(
        transaction=entry.id,
        claim=entry.claim,
        slot=entry.slot,
        recorded_at=entry.recorded_at,
        field=entry.read["field"]["key"],
        stood=stood,
        came=came,
        active=_told(judged.active),
        draft=_told(judged.draft),
    )


def _told(outcome: Outcome) -> str:
    """Action, rule and reason in one text, such as `defer_verify dates.tie tie`."""
    made = outcome.decision
    return " ".join(filter(None, (str(made.action), made.rule, made.reason)))
