"""What is said about facts beside their values: who supports and owns them, when they are due, why to be careful."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet

from ledgers import clock
from ledgers.domain import review
from ledgers.domain.responsibility import find, owner_of
from ledgers.models import Claim, Fact, Transaction
from ledgers.selectors import registries
from ledgers.selectors.rules import rules_for
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.windows import LONGER, undo_window

NEWER_WEAKER_DAYS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Caveat:
    """Why a reader should be careful; `slot` leads to the open case where there is one."""

    code: str
    since: datetime | None = None
    slot: UUID | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The instant on each time axis; `known_at` None is now."""

    as_of: datetime
    known_at: datetime | None

    def known(self) -> Q:
        if self.known_at is None:
            return Q(recorded_during__upper_inf=True)
        return Q(recorded_during__contains=self.known_at)


class About:
    """What a page of facts needs from elsewhere, read once for all of them."""

    def __init__(self, workspace: Workspace, rows: Iterable[Fact], at: Moment) -> None:
        self.workspace, self.at = workspace, at
        rows = list(rows)
        self.rows = registries.responsibilities(workspace)
        slots = {row.slot_id for row in rows}
        self._said = self._support_of(slots)
        self._waiting = self._waiting_in(slots)
        self._newer = self._newer_weaker_in(slots)
        self._decided = self._decided_in(slots)
        self._rules = rules_for(workspace, {(row.slot.field, row.slot.scope) for row in rows}) if rows else {}

    def _known(self, slots: set[UUID]) -> QuerySet[Fact]:
        return Fact.objects.filter(workspace=self.workspace, slot_id__in=slots).filter(self.at.known())

    def _support_of(self, slots: set[UUID]) -> dict[tuple[UUID, str | None], tuple[int, datetime | None]]:
        held = Q(effective_at__lte=self.at.as_of) & (Q(expires_at__isnull=True) | Q(expires_at__gt=self.at.as_of))
        rows = self._known(slots).filter(standing=Fact.Standing.TIMELINE).values("slot_id", "value_key")
        counted = rows.annotate(
            sources=Count("claim__source", distinct=True, filter=held), last=Max("recorded_at", filter=Q(renews=True))
        )
        return {(row["slot_id"], row["value_key"]): (row["sources"], row["last"]) for row in counted}

    def _waiting_in(self, slots: set[UUID]) -> dict[UUID, datetime]:
        # What may come back later is nobody's question yet.
        ahead = Q(reason="would_return", valid_during__startswith__gt=self.at.as_of)
        pending = self._known(slots).filter(standing=Fact.Standing.PENDING).exclude(ahead)
        rows = pending.values_list("slot_id", "recorded_at")
        since: dict[UUID, datetime] = {}
        for slot_id, recorded_at in rows:
            since[slot_id] = min(since.get(slot_id, recorded_at), recorded_at)
        return since

    def _newer_weaker_in(self, slots: set[UUID]) -> dict[UUID, list[Fact]]:
        since = (self.at.known_at or clock.now()) - NEWER_WEAKER_DAYS
        found: dict[UUID, list[Fact]] = defaultdict(list)
        for row in self._known(slots).filter(newer_weaker=True, recorded_at__gt=since):
            found[row.slot_id].append(row)
        return found

    def _decided_in(self, slots: set[UUID]) -> dict[UUID, Transaction]:
        now = self.at.known_at or clock.now()
        since = now - undo_window(self.workspace, None) * LONGER
        rows = Transaction.objects.filter(
            workspace=self.workspace,
            slot_id__in=slots,
            kind__in=(Transaction.Kind.DECISION, Transaction.Kind.UNDO),
            recorded_at__gt=since,
            recorded_at__lte=now,
        )
        last = {row.slot_id: row for row in rows.select_related("actor_member__user").order_by("recorded_at", "id")}
        return {slot: row for slot, row in last.items() if slot is not None and self._open_still(row, now)}

    def _open_still(self, row: Transaction, now: datetime) -> bool:
        decided = row.kind == Transaction.Kind.DECISION
        return decided and now < row.recorded_at + undo_window(self.workspace, row.actor_member)

    def support(self, row: Fact) -> int:
        """How many sources say it; repeats by one source count once."""
        return max(self._said.get((row.slot_id, row.value_key), (0, None))[0], 1)

    def owner(self, row: Fact) -> str | None:
        found = find(self.rows, row.slot.scope, row.slot.field, row.slot.subject.key)
        return owner_of(found, row.slot.scope, row.slot.subject.key) if found else None

    def review_due(self, row: Fact) -> datetime | None:
        """The instant the fact is past its review, if its field has an interval."""
        rule = self._rules.get((row.slot.field, row.slot.scope))
        _count, last = self._said.get((row.slot_id, row.value_key), (0, None))
        return review.due(last or row.recorded_at, rule.review_days if rule else None, self.workspace.zone)

    def caveats(self, claim: Claim, row: Fact, at: Moment) -> tuple[Caveat, ...]:
        found: list[Caveat] = []
        if row.slot_id in self._waiting:
            found.append(Caveat("under_review", self._waiting[row.slot_id], row.slot_id))
        due = self.review_due(row)
        if due is not None and due <= at.as_of:
            found.append(Caveat("past_review", due, row.slot_id))
        if row.slot_id in self._decided:
            found.append(Caveat("just_decided", self._decided[row.slot_id].recorded_at))
        newer = [one for one in self._newer[row.slot_id] if one.dated > row.dated and one.value_key != row.value_key]
        if newer:
            found.append(Caveat("newer_weaker_claim", min(one.recorded_at for one in newer)))
        if row.returned:
            found.append(Caveat("returned", row.begins, row.slot_id))
        if claim.date_assumed:
            found.append(Caveat("date_assumed", claim.effective_at))
        if claim.tier == "unattributed":
            found.append(Caveat("no_known_source", row.recorded_at))
        return tuple(found)
