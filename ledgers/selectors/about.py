"""What is said about facts beside their values: who supports and owns them, when they are due, why to be careful."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Max, Min, Q, QuerySet

from ledgers.domain import review
from ledgers.domain.responsibility import Responsibility, find, owner_of
from ledgers.models import Claim, Fact, Transaction
from ledgers.selectors import registries
from ledgers.selectors.rules import Ruled, ruled_for
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.places import among
from memoryhub.accounts.prepared import prepared
from memoryhub.accounts.windows import LONGER, undo_window

NEWER_WEAKER_DAYS = timedelta(days=30)
# Slot and value; how many sources say it, when last, since when a claim waits; when what is newer but weaker is dated,
# and when it was recorded.
Counted = tuple[
    UUID, str | None, int, datetime | None, datetime | None, Sequence[datetime] | None, Sequence[datetime] | None
]


@dataclass(frozen=True, slots=True)
class Caveat:
    """Why a reader should be careful; `slot` leads to the open case where there is one."""

    code: str
    since: datetime | None = None
    slot: UUID | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The instant on each time axis; `known_at` None is now, which is `now`, so that the clock is asked once."""

    as_of: datetime
    known_at: datetime | None
    now: datetime

    def known(self) -> Q:
        return known(self.known_at)

    def given(self) -> dict[str, datetime]:
        """What a prepared question of what was known is given."""
        return {} if self.known_at is None else {"known_at": self.known_at}


def known(at: datetime | None) -> Q:
    """What the hub knew at that instant; None is now."""
    return Q(recorded_during__upper_inf=True) if at is None else Q(recorded_during__contains=at)


@dataclass(frozen=True, slots=True)
class Newer:
    """A newer claim from someone weaker."""

    value: str | None
    dated: datetime
    recorded_at: datetime


class About:
    """What a page of facts needs from elsewhere, read once for all of them."""

    def __init__(self, workspace: Workspace, rows: Iterable[Fact], at: Moment) -> None:
        self.workspace, self.at = workspace, at
        rows = list(rows)
        self._owning = registries.owning(workspace)
        slots = {row.slot_id for row in rows}
        self._said: dict[tuple[UUID, str | None], tuple[int, datetime | None]] = {}
        self._waiting: dict[UUID, datetime] = {}
        self._newer: dict[UUID, list[Newer]] = defaultdict(list)
        self._read_book(slots)
        self._decided = self._decided_in(slots)
        self._ruled = ruled_for(workspace, {(row.slot.field, row.slot.scope) for row in rows}) if rows else {}

    def _read_book(self, slots: set[UUID]) -> None:
        """By slot and value: who says it, since when a claim waits, and what newer but weaker was said."""
        at = self.at
        counted = _counted(
            workspace=self.workspace.pk,
            slots=list(slots),
            as_of=at.as_of,
            since=at.now - NEWER_WEAKER_DAYS,
            **at.given(),
        )
        for slot, value, sources, last, waiting, dated, recorded in counted:
            self._said[slot, value] = (sources, last)
            if waiting is not None:
                self._waiting[slot] = min(self._waiting.get(slot, waiting), waiting)
            self._newer[slot] += [Newer(value, *one) for one in zip(dated or (), recorded or (), strict=True)]

    def _decided_in(self, slots: set[UUID]) -> dict[UUID, Transaction]:
        now = self.at.now
        since = now - undo_window(self.workspace, None) * LONGER
        rows = _decisions(workspace=self.workspace.pk, slots=list(slots), since=since, until=now)
        last = {row.slot_id: row for row in rows}
        return {slot: row for slot, row in last.items() if slot is not None and self._open_still(row, now)}

    def _open_still(self, row: Transaction, now: datetime) -> bool:
        decided = row.kind == Transaction.Kind.DECISION
        return decided and now < row.recorded_at + undo_window(self.workspace, row.actor_member)

    def support(self, row: Fact) -> int:
        """How many sources say it; repeats by one source count once."""
        return max(self._said.get((row.slot_id, row.value_key), (0, None))[0], 1)

    def responsible(self, row: Fact) -> Responsibility | None:
        """Who answers for it and may propose another value; the delegates are not among them."""
        return find(self._owning, row.slot.scope, row.slot.field, row.slot.subject.key)

    def owner(self, row: Fact) -> str | None:
        found = self.responsible(row)
        return owner_of(found, row.slot.scope, row.slot.subject.key) if found else None

    def ruled(self, row: Fact) -> Ruled | None:
        """The registered field and its rule there."""
        return self._ruled.get((row.slot.field, row.slot.scope))

    def review_due(self, row: Fact) -> datetime | None:
        """The instant the fact is past its review, if its field has an interval."""
        ruled = self.ruled(row)
        _count, last = self._said.get((row.slot_id, row.value_key), (0, None))
        return review.due(last or row.recorded_at, ruled.rule.review_days if ruled else None, self.workspace.zone)

    def caveats(self, claim: Claim, row: Fact, at: Moment) -> tuple[Caveat, ...]:
        found: list[Caveat] = []
        if row.slot_id in self._waiting:
            found.append(Caveat("under_review", self._waiting[row.slot_id], row.slot_id))
        due = self.review_due(row)
        if due is not None and due <= at.as_of:
            found.append(Caveat("past_review", due, row.slot_id))
        if row.slot_id in self._decided:
            found.append(Caveat("just_decided", self._decided[row.slot_id].recorded_at))
        newer = [one for one in self._newer[row.slot_id] if one.dated > row.dated and one.value != row.value_key]
        if newer:
            found.append(Caveat("newer_weaker_claim", min(one.recorded_at for one in newer)))
        if row.returned:
            found.append(Caveat("returned", row.begins, row.slot_id))
        if claim.date_assumed:
            found.append(Caveat("date_assumed", claim.effective_at))
        if claim.tier == "unattributed":
            found.append(Caveat("no_known_source", row.recorded_at))
        return tuple(found)


@prepared
def _counted(
    *, workspace: UUID, slots: Sequence[UUID], as_of: datetime, since: datetime, known_at: datetime | None = None
) -> QuerySet[Fact, Counted]:
    timeline = Q(standing=Fact.Standing.TIMELINE)
    held = Q(effective_at__lte=as_of) & (Q(expires_at__isnull=True) | Q(expires_at__gt=as_of))
    # What may come back later is nobody's question yet.
    ahead = Q(reason="would_return", valid_during__startswith__gt=as_of)
    newer = Q(newer_weaker=True, recorded_at__gt=since)
    rows = Fact.objects.filter(known(known_at), among("slot", slots), workspace=workspace)
    return rows.values_list("slot_id", "value_key").annotate(
        sources=Count("claim__source", distinct=True, filter=timeline & held),
        last=Max("recorded_at", filter=timeline & Q(renews=True)),
        waiting=Min("recorded_at", filter=Q(standing=Fact.Standing.PENDING) & ~ahead),
        newer_dated=ArrayAgg("dated", filter=newer, order_by="id"),
        newer_recorded=ArrayAgg("recorded_at", filter=newer, order_by="id"),
    )


@prepared
def _decisions(*, workspace: UUID, slots: Sequence[UUID], since: datetime, until: datetime) -> QuerySet[Transaction]:
    """What owners decided and took back in these slots, in that order."""
    rows = Transaction.objects.filter(
        among("slot", slots),
        workspace=workspace,
        kind__in=(Transaction.Kind.DECISION, Transaction.Kind.UNDO),
        recorded_at__gt=since,
        recorded_at__lte=until,
    )
    return rows.select_related("actor_member__user").order_by("recorded_at", "id")
