"""Facts as readers see them: what is in force at an instant, as known at another, with status and caveats derived.

Nothing of this is stored: the clock alone moves a fact from scheduled to accepted to expired.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Max, Q, QuerySet

from ledgers import clock
from ledgers.domain import review
from ledgers.domain.responsibility import find, owner_of
from ledgers.models import Claim, Fact, Transaction
from ledgers.selectors import registries
from ledgers.selectors.rules import rules_for
from memoryhub.accounts.models import Workspace

LEDGERS = ("accepted", "pending", "history")
NEWER_WEAKER_DAYS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which facts, and seen from when: `as_of` on the time they hold, `known_at` on the time the hub knew them."""

    subject: str = ""
    field: str = ""
    scope: str = ""
    ledger: str = "accepted"
    status: str = ""
    as_of: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Caveat:
    """Why a reader should be careful; `slot` leads to the open case where there is one."""

    code: str
    since: datetime | None = None
    slot: UUID | None = None


@dataclass(frozen=True, slots=True)
class FactView:
    """One fact: what API.md calls a fact, with the claim that carries it."""

    claim: Claim
    value: Any  # any JSON, as the field's type shows it
    ledger: str
    status: str
    valid_from: datetime | None
    valid_to: datetime | None
    tier: str
    support: int
    owner: str | None
    recorded_at: datetime
    review_due: datetime | None
    caveats: tuple[Caveat, ...] = ()

    @property
    def id(self) -> UUID:
        return self.claim.id


@dataclass(frozen=True, slots=True)
class Moment:
    """The instant on each time axis; `known_at` None is now."""

    as_of: datetime
    known_at: datetime | None

    def known(self) -> Q:
        if self.known_at is None:
            return Q(recorded_during__upper_inf=True)
        return Q(recorded_during__contains=self.known_at)


def moment(asked: Asked) -> Moment:
    return Moment(asked.as_of or asked.known_at or clock.now(), asked.known_at)


def page(
    workspace: Workspace,
    scopes: Sequence[str],
    asked: Asked,
    *,
    limit: int,
    after: UUID | None = None,
    readable: Q | None = None,
) -> list[FactView]:
    """At most `limit` facts the reader's scope patterns admit, by id, from after an id on; `readable` narrows more."""
    at = moment(asked)
    rows = _narrowed(workspace, scopes, asked).filter(at.known(), readable or Q())
    if asked.ledger == "pending":
        found = rows.filter(standing=Fact.Standing.PENDING)
    elif asked.ledger == "history":
        return _history(workspace, rows, at, asked, limit=limit, after=after)
    else:
        found = rows.filter(standing=Fact.Standing.TIMELINE, value_key__isnull=False)
        now = found.filter(valid_during__contains=at.as_of)
        # What is in force is that, also where another window of it lies ahead.
        ahead = found.filter(valid_during__startswith__gt=at.as_of).exclude(carrier_id__in=now.values("carrier_id"))
        found = ahead if asked.status == "scheduled" else now
    ids = found.filter(carrier_id__gt=after) if after else found
    carriers = list(ids.order_by("carrier_id").values_list("carrier_id", flat=True).distinct()[:limit])
    return views(workspace, carriers, at, waiting=asked.ledger == "pending")


def _narrowed(workspace: Workspace, scopes: Sequence[str], asked: Asked) -> QuerySet[Fact]:
    rows = Fact.objects.filter(workspace=workspace)
    if "*" not in scopes:
        admitted = Q(pk__in=[])
        for pattern in scopes:
            admitted |= Q(slot__scope__startswith=pattern[:-1]) if pattern.endswith("*") else Q(slot__scope=pattern)
        rows = rows.filter(admitted)
    if asked.subject:
        rows = rows.filter(slot__subject__key=asked.subject)
    if asked.field:
        rows = rows.filter(slot__field=asked.field)
    if asked.scope:
        rows = rows.filter(slot__scope=asked.scope)
    return rows


def _history(
    workspace: Workspace, rows: QuerySet[Fact], at: Moment, asked: Asked, *, limit: int, after: UUID | None
) -> list[FactView]:
    """What left the accepted ledger or never entered it. A support that is nowhere in force is no fact of its own."""
    own = Q(standing__in=[Fact.Standing.REJECTED, Fact.Standing.CORRECTED]) | Q(standing=Fact.Standing.TIMELINE)
    found: list[FactView] = []
    cursor = after
    while len(found) < limit:
        ids = rows.filter(own, weighs=True) | rows.filter(standing=Fact.Standing.REJECTED)
        ids = ids.filter(carrier_id__gt=cursor) if cursor else ids
        carriers = list(ids.order_by("carrier_id").values_list("carrier_id", flat=True).distinct()[:limit])
        if not carriers:
            break
        cursor = carriers[-1]
        wanted = {"superseded", "expired", "corrected", "rejected"}
        found += [
            view
            for view in views(workspace, carriers, at)
            if view.status in wanted and asked.status in ("", view.status) and view.claim.kind != Claim.Kind.RETRACT
        ]
    return found[:limit]


def one(workspace: Workspace, claim_id: UUID, asked: Asked | None = None) -> FactView | None:
    """A fact by its public id, seen from the asked moment; None where nothing was known of it."""
    return next(iter(views(workspace, [claim_id], moment(asked or Asked()))), None)


def views(workspace: Workspace, carriers: Sequence[UUID], at: Moment, *, waiting: bool = False) -> list[FactView]:
    """The facts of those ids at a moment, in id order; with `waiting` only as far as they wait for their owner."""
    rows = Fact.objects.filter(workspace=workspace).filter(at.known())
    rows = rows.filter(Q(carrier_id__in=carriers) | Q(claim_id__in=carriers)).select_related("slot__subject")
    rows = rows.filter(standing=Fact.Standing.PENDING) if waiting else rows
    grouped: dict[UUID, list[Fact]] = defaultdict(list)
    for row in rows.order_by("id"):
        grouped[row.claim_id if row.claim_id in set(carriers) and row.valid_during.isempty else row.carrier_id].append(
            row
        )
    claims = Claim.objects.select_related("agent", "member", "slot").in_bulk(list(grouped))
    about = About(workspace, [row for found in grouped.values() for row in found], at)
    return [_view(claims[key], grouped[key], at, about) for key in sorted(grouped) if key in claims]


def _view(claim: Claim, rows: list[Fact], at: Moment, about: About) -> FactView:
    windows = sorted(
        (row for row in rows if row.standing == Fact.Standing.TIMELINE and not row.valid_during.isempty),
        key=lambda row: row.begins,
    )
    status = _status(claim, rows, windows, at)
    run = _run(windows, at.as_of)
    # Rows of claims that only repeat this one stand beside its own.
    own = next((row for row in rows if row.claim_id == claim.id), rows[0])
    first = run[0] if run else own
    pending = status == "pending"
    start = run[0].begins if run else own.begins if pending else None
    end = run[-1].ends if run else own.ends if pending else None
    now = next((row for row in run if row.begins <= at.as_of), first)
    ledger = "pending" if pending else "accepted" if status in ("accepted", "scheduled") else "history"
    return FactView(
        claim=claim,
        value=claim.value,
        ledger=ledger,
        status=status,
        valid_from=start,
        valid_to=end,
        tier=now.tier if not now.owner_word else claim.tier,
        support=about.support(first),
        owner=about.owner(first),
        recorded_at=first.recorded_at,
        review_due=about.review_due(first) if ledger == "accepted" else None,
        caveats=about.caveats(claim, now, at) if ledger == "accepted" else (),
    )


def _status(claim: Claim, rows: list[Fact], windows: list[Fact], at: Moment) -> str:
    """Derived: in force, ahead, behind; else where the claim stands, and whether it ever was in force."""
    if any(row.begins <= at.as_of and _open(row, at.as_of) for row in windows):
        return "accepted"
    if any(row.begins > at.as_of for row in windows):
        return "scheduled"
    if windows:
        return "expired" if windows[-1].ended_how in ("own", "retract") else "superseded"
    if any(row.standing == Fact.Standing.TIMELINE and row.carrier_id != claim.id for row in rows):
        return "accepted"
    standing = {row.standing for row in rows}
    for name in (Fact.Standing.PENDING, Fact.Standing.CORRECTED, Fact.Standing.REJECTED):
        if name in standing:
            return str(name)
    return "superseded" if _once_in_force(claim, at) else "rejected"


def _open(row: Fact, at: datetime) -> bool:
    return row.ends is None or at < row.ends


def _once_in_force(claim: Claim, at: Moment) -> bool:
    """Whether a row closed by then says that the claim was in force at some instant while it was so recorded."""
    closed = Fact.objects.filter(
        workspace_id=claim.workspace_id,
        carrier=claim,
        standing=Fact.Standing.TIMELINE,
        valid_during__isempty=False,
        recorded_during__upper_inf=False,
    )
    if at.known_at is not None:
        closed = closed.filter(recorded_during__endswith__lte=at.known_at)
    return any(row.begins < (row.recorded_during.upper or row.begins) for row in closed)


def _run(windows: list[Fact], at: datetime) -> list[Fact]:
    """The adjoining windows that tell most: those in force, else the next ahead, else the last behind."""
    runs: list[list[Fact]] = []
    for row in windows:
        if runs and runs[-1][-1].ends == row.begins:
            runs[-1].append(row)
        else:
            runs.append([row])
    for run in runs:
        if _open(run[-1], at):
            return run
    return runs[-1] if runs else []


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
        since = now - timedelta(seconds=settings.UNDO_WINDOW_SECONDS)
        rows = Transaction.objects.filter(
            workspace=self.workspace, slot_id__in=slots, kind="decision", recorded_at__gt=since, recorded_at__lte=now
        )
        return {row.slot_id: row for row in rows if row.slot_id is not None}

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
