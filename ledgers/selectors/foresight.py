"""What a slot would look like after each thing its owner may choose: worked out as the ledgers do, and not written.

Everything is read in one query, however many claims wait. The state that follows comes from the functions that a
decision itself goes through (`domain.choice`, `domain.decision`, `domain.actions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db.models import F, Q, QuerySet

from ledgers import clock
from ledgers.domain import choice, review
from ledgers.domain.actions import Action, Move, Next, execute
from ledgers.domain.choice import Chosen
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline, Window, at, before
from ledgers.models import Claim, Fact, Slot
from ledgers.selectors import book
from memoryhub.accounts.places import among
from memoryhub.accounts.prepared import prepared

# Stands for a value that nobody has typed yet; no canonical value holds this sign.
UNSAID = "\0"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The slot after a choice: its whole timeline, what of the waiting claims loses or supports, and what would wait
    to come back. `lets_stand` is the value that holds by it, now or later (none where it only tells of the past), and
    `records` the systems of record that were weighed."""

    timeline: Timeline
    refused: tuple[ClaimId, ...] = ()
    supports: tuple[ClaimId, ...] = ()
    returning: tuple[Window, ...] = ()
    lets_stand: tuple[str | None, ...] = ()
    records: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Actions:
    """The state each of the five actions would leave for one claim, and the one that authority and dates alone would
    have taken; None where they do not tell either."""

    after: dict[Action, Next]
    would: Action | None


@dataclass(frozen=True)
class Board:
    """A slot as every choice finds it. `waiting` are the rows of the case's candidates, first recorded first."""

    slot: Slot
    rule: FieldRule
    now: datetime
    rows: tuple[Fact, ...]
    waiting: tuple[Fact, ...]

    @cached_property
    def timeline(self) -> Timeline:
        windows = [book.as_window(row) for row in self._mine if not row.valid_during.isempty]
        return tuple(sorted(windows, key=lambda window: window.start))

    @cached_property
    def admitted(self) -> tuple[Entry, ...]:
        """Everything in the book of the slot, what lends no weight too."""
        return book.entries(self._mine)

    @cached_property
    def asked(self) -> tuple[Entry, ...]:
        """The waiting claims. Read once: every choice looks at all of them, and there are as many choices."""
        return tuple(map(book.as_entry, self.waiting))

    @cached_property
    def _mine(self) -> list[Fact]:
        return [row for row in self.rows if row.slot_id == self.slot.id]

    def keep(self) -> Foreseen:
        """What stands stays; what waits is refused, or counts for it where it says the same."""
        window = at(self.timeline, self.now)
        weighed = self._weighed([self.now])
        if window is None:
            return self._concluded(self.timeline, weighed, None, None)
        held = _between(self.timeline, window.entry.start, window.entry.end)
        after = choice.keep(window, held, self.rule, weighed, self.now)
        return self._concluded(self._whole(held, after.timeline), weighed, window.entry, window.carrier)

    def accept(self, claim_id: UUID) -> Foreseen:
        """One of the waiting claims takes its place from its own date."""
        row = next(row for row in self.waiting if row.claim_id == claim_id)
        return self._chosen(_incoming(row, book.as_proposed(row)))

    def say(self, *, retract: bool = False) -> Foreseen:
        """The owner's own word from now on: another value, or that there is none any more."""
        strength = Strength(Tier.AUTHORIZED_PERSON, "", self.now)
        entry = Entry(ClaimId(UNSAID), None if retract else UNSAID, self.now, None, strength, self.now)
        return self._chosen(Incoming(entry, Kind.RETRACT if retract else Kind.ASSERT))

    def actions(self, claim_id: UUID) -> Actions:
        """The five actions on one waiting claim; a revision has the owner's word, the rest the claim's own weight."""
        row = next(row for row in self.waiting if row.claim_id == claim_id)
        claim = _incoming(row, book.as_entry(row))
        situation = self._situation(claim)
        revised = choice.choose(
            claim, situation, self.rule, self._weighed([self.now, claim.entry.start]), "owner.accept"
        )
        moves = {action: Move(action, weighs=action is Action.APPEND) for action in Action}
        after = {
            action: execute(situation.timeline, claim.entry, move, self.rule.order) for action, move in moves.items()
        }
        would = decide(_judged(row), situation, replace(self.rule, sensitivity="", automatic=True, watched=frozenset()))
        told = would.action if not would.reason else None
        after[Action.REVISE] = revised.after
        whole = {
            action: replace(found, timeline=self._whole(situation.timeline, found.timeline))
            for action, found in after.items()
        }
        return Actions(whole, told)

    def _chosen(self, claim: Incoming) -> Foreseen:
        weighed = self._weighed([self.now, claim.entry.start])
        situation = self._situation(claim)
        done: Chosen = choice.choose(claim, situation, self.rule, weighed, "")
        whole = self._whole(situation.timeline, done.after.timeline)
        told = self._concluded(whole, weighed, done.entry, done.decision.fact)
        return replace(told, returning=done.after.returning)

    def _concluded(
        self, timeline: Timeline, weighed: Sequence[Entry], winner: Entry | None, fact: ClaimId | None
    ) -> Foreseen:
        left = [entry for entry in self.asked if winner is None or entry.claim != winner.claim]
        supports = tuple(entry.claim for entry in left if choice.supports(entry, winner, fact))
        counts = set(supports)
        refused = tuple(entry.claim for entry in left if entry.claim not in counts)
        holds = [window for window in timeline if before(self.now, window.end)]
        if winner is None or not any(window.carrier == fact for window in holds):
            # Nothing that a system of record could be brought in line with holds now or later.
            return Foreseen(timeline, refused, supports)
        return Foreseen(timeline, refused, supports, lets_stand=(winner.value,), records=self._records(weighed))

    def _records(self, weighed: Sequence[Entry]) -> frozenset[str]:
        return frozenset(self._systems[entry.claim] for entry in weighed if entry.claim in self._systems)

    @cached_property
    def _systems(self) -> dict[ClaimId, str]:
        """The systems of record that claims come from, by what these were when they were said, not by what an owner's
        word lends them since."""
        said = [(row.claim_id, row.said_tier, row.said_source) for row in self._mine]  # type: ignore[attr-defined]  # annotated
        said += [(row.claim_id, row.claim.tier, row.claim.source) for row in self.waiting]
        return {ClaimId(str(claim)): source for claim, tier, source in said if tier == Tier.SYSTEM_OF_RECORD}

    def _weighed(self, instants: Sequence[datetime]) -> tuple[Entry, ...]:
        said = choice.standing(self.timeline, self.admitted, instants)
        return (*said, *self.asked)

    def _situation(self, claim: Incoming) -> Situation:
        """What `settle.read_situation` reads, from what is here. A waiting claim is barred by nothing: what is barred
        was refused at the door, and what is barred later leaves the case."""
        target, leaving = self._leaving(claim)
        here = target is not None and any(row.claim_id == UUID(target.claim) for row in self._mine)
        stretch = [claim.entry, *(leaving if here else [])]
        ends = [entry.end for entry in stretch if entry.end is not None]
        start, end = min(entry.start for entry in stretch), max(ends) if len(ends) == len(stretch) else None
        return Situation(
            timeline=_between(self.timeline, start - clock.TICK, end + clock.TICK if end else None),
            reading=Reading(self.now, self._past_review(claim.entry.recorded_at)),
            held=bool(self.rows),
            target=target,
            book=(self._admitted(start, end) if here else tuple(leaving)) if target else (),
        )

    def _leaving(self, claim: Incoming) -> tuple[Entry | None, list[Entry]]:
        """The fact a correction names, and everything beside it that says the same."""
        rows = [row for row in self.rows if claim.corrects and row.claim_id == UUID(claim.corrects)]
        target = next(iter(book.entries(rows)), None)
        if target is None:
            return None, []
        there = [row for row in self.rows if row.slot_id == rows[0].slot_id and row.weighs]
        beside = [entry for entry in book.entries(there) if entry.value == target.value and _meets(entry, target)]
        return target, beside if any(entry.claim == target.claim for entry in beside) else [target, *beside]

    def _admitted(self, start: datetime, end: datetime | None) -> tuple[Entry, ...]:
        return tuple(
            entry for entry in book.entries(row for row in self._mine if row.weighs) if entry.overlaps(start, end)
        )

    def _past_review(self, instant: datetime) -> ClaimId | None:
        window = at(self.timeline, instant)
        if self.rule.review_days is None or window is None or window.value is None:
            return None
        last = max(
            (row.recorded_at for row in self._mine if row.renews and row.value_key == window.value), default=None
        )
        due = review.due(last, self.rule.review_days, self.slot.workspace.zone) if last else None
        return window.carrier if due is not None and instant >= due else None

    def _whole(self, read: Timeline, after: Timeline) -> Timeline:
        """The slot's timeline where the part that was read is replaced by what follows it."""
        untouched = [window for window in self.timeline if window not in read]
        return tuple(sorted([*untouched, *after], key=lambda window: window.start))


def read(slot: Slot, rule: FieldRule, waiting: Sequence[Fact], now: datetime) -> Board:
    """The board of a slot in one query; `waiting` are the candidates' rows, each with its claim."""
    named = [row.claim.corrects for row in waiting if row.claim.corrects]
    said = _rows(bool(named), slot=slot.pk, workspace=slot.workspace_id, named=named)
    return Board(slot, rule, max(now, slot.clock + clock.TICK) if slot.clock else now, tuple(said), tuple(waiting))


@prepared
def _rows(elsewhere: bool, *, slot: UUID, workspace: UUID, named: Sequence[UUID]) -> QuerySet[Fact]:
    """What is on the timeline of the slot, and of those of the claims named if any are."""
    there = Q(slot__in=Claim.objects.filter(among("id", named)).values("slot")) if elsewhere else Q(pk__in=[])
    rows = Fact.objects.filter(
        Q(slot=slot) | there,
        workspace=workspace,
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
    )
    return rows.annotate(said_tier=F("claim__tier"), said_source=F("claim__source"))


def _incoming(row: Fact, entry: Entry) -> Incoming:
    return Incoming(
        entry, Kind(row.claim.kind), corrects=ClaimId(str(row.claim.corrects)) if row.claim.corrects else None
    )


def _judged(row: Fact) -> Incoming:
    """The claim as the rules would judge it if nothing but authority and dates counted."""
    return book.incoming(row.claim, row.value_key, row.recorded_at, may_propose=True)


def _between(timeline: Timeline, start: datetime, end: datetime | None) -> Timeline:
    """The windows that overlap a stretch of time, whole."""
    return tuple(window for window in timeline if before(window.start, end) and before(start, window.end))


def _meets(entry: Entry, other: Entry) -> bool:
    return entry.overlaps(other.start, other.end)
