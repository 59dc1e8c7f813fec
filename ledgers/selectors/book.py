"""The state of one slot as the law reads it: open rows of facts turned into windows, entries and waiting claims.

Of a slot that is taken up everything is told from what was read then; of others each question asks the database for the
few rows it is about. Both ways say the same (a test compares them).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import F, Max, Q, QuerySet

from ledgers.clock import TICK
from ledgers.domain import review
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Bar, Waiting
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Timeline, Window, at, before
from ledgers.models import Barred, Claim, Derivation, Fact, Slot

NOWHERE = DateTimeTZRange(empty=True)
STANDS = Fact.Standing.TIMELINE


@dataclass(frozen=True, slots=True)
class Held:
    """Windows of a slot with the rows that hold them."""

    timeline: Timeline
    rows: dict[Window, Fact]


def open_rows(slot: Slot) -> QuerySet[Fact]:
    return open_rows_in(slot.id).filter(workspace_id=slot.workspace_id)


def open_rows_in(slot_id: UUID) -> QuerySet[Fact]:
    return Fact.objects.filter(slot_id=slot_id, recorded_during__upper_inf=True)


def _told(slot: Slot, asked: Q, wanted: Callable[[Fact], bool]) -> list[Fact]:
    """The open rows that both say: `asked` for the database, `wanted` of rows that are at hand."""
    if slot.taken_up is not None:
        return [row for row in slot.taken_up.rows if wanted(row)]
    return list(open_rows(slot).filter(asked))


def read_timeline(slot: Slot, start: datetime, end: datetime | None) -> Held:
    """The windows that overlap a stretch of time, whole, in order; what lies outside it is not read."""
    asked = Q(standing=STANDS, valid_during__overlap=DateTimeTZRange(start, end, "[)"))
    rows = _told(slot, asked, lambda row: row.standing == STANDS and _meets(row, start, end))
    held = {as_window(row): row for row in sorted(rows, key=lambda row: row.begins)}
    return Held(tuple(held), held)


def _meets(row: Fact, start: datetime, end: datetime | None) -> bool:
    return not row.valid_during.isempty and before(row.begins, end) and before(start, row.ends)


def as_window(row: Fact) -> Window:
    return Window(row.begins, row.ends, as_entry(row), ClaimId(str(row.carrier_id)), row.returned)


def as_entry(row: Fact) -> Entry:
    return Entry(
        claim=ClaimId(str(row.claim_id)),
        value=row.value_key,
        start=row.effective_at,
        end=row.expires_at,
        strength=Strength(Tier(row.tier), row.source, row.dated, row.owner_word, row.edge),
        recorded_at=row.recorded_at,
    )


def as_proposed(row: Fact) -> Entry:
    """A waiting claim as it would take its place; what waits to come back, in the time in which it would."""
    entry = as_entry(row)
    return replace(entry, start=row.begins, end=row.ends) if row.reason == "would_return" else entry


def read_saying(slot: Slot, windows: Iterable[Window]) -> tuple[Entry, ...]:
    """Everything in the book that says what these windows say, in force or hidden."""
    values = {window.value for window in windows}
    if not values:
        return ()
    asked = _saying(values) & Q(standing=STANDS)
    return entries(_told(slot, asked, lambda row: row.standing == STANDS and row.value_key in values))


def _saying(values: Collection[str | None]) -> Q:
    said = {value for value in values if value is not None}
    return Q(value_key__in=said) | (Q(value_key__isnull=True) if None in values else Q(pk__in=[]))


def read_book(slot: Slot, start: datetime, end: datetime | None) -> tuple[Entry, ...]:
    """The admitted claims that overlap a stretch of time, in force or hidden; one entry a claim."""
    asked = Q(expires_at__isnull=True) | Q(expires_at__gt=start)
    if end is not None:
        asked &= Q(effective_at__lt=end)

    def wanted(row: Fact) -> bool:
        return row.standing == STANDS and row.weighs and before(row.effective_at, end) and before(start, row.expires_at)

    return entries(_told(slot, asked & Q(standing=STANDS, weighs=True), wanted))


def read_of(slot: Slot, claims: Collection[UUID]) -> list[Fact]:
    """The rows of these claims in the book, in force or hidden."""
    asked = Q(standing=STANDS, claim_id__in=claims)
    return _told(slot, asked, lambda row: row.standing == STANDS and row.claim_id in claims)


def read_hidden(slot: Slot, claims: Collection[UUID]) -> list[Fact]:
    """The rows of these claims in the book that hold no window."""
    asked = Q(standing=STANDS, claim_id__in=claims, valid_during__isempty=True)

    def wanted(row: Fact) -> bool:
        return row.standing == STANDS and row.claim_id in claims and row.valid_during.isempty

    return _told(slot, asked, wanted)


def read_echoes(slot: Slot, values: Collection[str | None]) -> list[Fact]:
    """The rows in the book that say one of these values and weigh nothing."""
    asked = _saying(values) & Q(standing=STANDS, weighs=False)
    return _told(slot, asked, lambda row: row.standing == STANDS and not row.weighs and row.value_key in values)


def entries(rows: Iterable[Fact]) -> tuple[Entry, ...]:
    """One entry a claim; of several rows the one an owner's word made strongest."""
    found: dict[ClaimId, Entry] = {}
    for entry in map(as_entry, rows):
        known = found.get(entry.claim)
        if known is None or entry.strength.owner_word >= known.strength.owner_word:
            found[entry.claim] = entry
    return tuple(sorted(found.values(), key=lambda entry: (entry.recorded_at, entry.claim)))


def read_waiting(slot: Slot) -> list[Fact]:
    """Rows of the claims that wait, in recorded order; one that only repeats another is carried by it."""
    if slot.taken_up is None:
        return list(waiting(slot))
    rows = [row for row in slot.taken_up.rows if row.standing == Fact.Standing.PENDING]
    return sorted(rows, key=lambda row: (row.recorded_at, row.claim_id))


def waiting(slot: Slot) -> QuerySet[Fact]:
    """The same, to be narrowed."""
    rows = open_rows(slot).filter(standing=Fact.Standing.PENDING).select_related("claim")
    return rows.order_by("recorded_at", "claim_id")


def as_waiting(rows: Iterable[Fact]) -> tuple[Waiting, ...]:
    return tuple(
        Waiting(ClaimId(str(row.claim_id)), row.value_key, row.effective_at, row.source)
        for row in rows
        if row.carrier_id == row.claim_id
    )


def read_bars(slot: Slot, value_key: str | None) -> tuple[Bar, ...]:
    rows = Barred.objects.filter(workspace_id=slot.workspace_id, slot=slot, value_key=value_key, lifted_by__isnull=True)
    return tuple(
        Bar(
            row.value_key,
            row.effective_at,
            Strength(Tier(row.tier), row.source, row.effective_at),
            row.cause,
            ClaimId(str(row.transaction.claim_id)),
        )
        for row in rows.select_related("transaction").order_by("id")
    )


def ever_held(slot: Slot) -> bool:
    """Whether any value ever stood for this subject, field and scope."""
    here = slot.taken_up.rows if slot.taken_up is not None else []
    if any(row.standing == STANDS and row.weighs and row.value_key is not None for row in here):
        return True
    return Fact.objects.filter(
        workspace_id=slot.workspace_id,
        slot__subject_id=slot.subject_id,
        slot__field=slot.field,
        slot__scope=slot.scope,
        standing=STANDS,
        weighs=True,
        value_key__isnull=False,
    ).exists()


def last_support(slot: Slot, value_key: str | None) -> datetime | None:
    """When the value was last said by someone who may say so."""
    if slot.taken_up is not None:
        said = [row for row in slot.taken_up.rows if row.standing == STANDS and row.renews]
        return max((row.recorded_at for row in said if row.value_key == value_key), default=None)
    rows = open_rows(slot).filter(standing=STANDS, renews=True, value_key=value_key)
    found: datetime | None = rows.aggregate(last=Max(F("recorded_at")))["last"]
    return found


def in_force(slot: Slot, instant: datetime) -> Window | None:
    return at(read_timeline(slot, instant, instant + TICK).timeline, instant)


def made_of(slot: Slot, instant: datetime) -> int:
    """How many claims were worked out from what is in force at that instant."""
    stands = open_rows(slot).filter(standing=STANDS, valid_during__contains=instant).values("carrier")
    return Derivation.objects.filter(workspace=slot.workspace_id, parent__in=stands).values("claim").distinct().count()


def holds_from(slot: Slot, fact: UUID, instant: datetime) -> bool:
    """Whether a fact, or the absence a retract brought, is in force at that instant or later."""
    asked = Q(standing=STANDS, carrier_id=fact, valid_during__overlap=DateTimeTZRange(instant, None, "[)"))

    def wanted(row: Fact) -> bool:
        return row.standing == STANDS and row.carrier_id == fact and _meets(row, instant, None)

    return bool(_told(slot, asked, wanted))


def past_review(slot: Slot, rule: FieldRule, instant: datetime) -> ClaimId | None:
    """The fact in force whose review is past at that instant."""
    if rule.review_days is None:
        return None
    window = in_force(slot, instant)
    if window is None or window.value is None:
        return None
    last = last_support(slot, window.value)
    due = review.due(last, rule.review_days, slot.workspace.zone) if last else None
    return window.carrier if due is not None and instant >= due else None


def incoming(claim: Claim, value_key: str | None, recorded_at: datetime, *, may_propose: bool) -> Incoming:
    """A stored claim as the law reads it."""
    entry = Entry(
        claim=ClaimId(str(claim.id)),
        value=value_key,
        start=claim.effective_at,
        end=claim.expires_at,
        strength=Strength(Tier(claim.tier), claim.source, claim.effective_at),
        recorded_at=recorded_at,
    )
    return Incoming(
        entry=entry,
        kind=Kind(claim.kind),
        has_speaker=bool(claim.speaker),
        date_assumed=claim.date_assumed,
        may_propose=may_propose,
        corrects=ClaimId(str(claim.corrects)) if claim.corrects else None,
        tier_reason=claim.tier_reason,
    )
