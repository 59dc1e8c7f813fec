"""Facts as readers see them: what is in force at an instant, as known at another, with status and caveats derived.

Nothing of this is stored: the clock alone moves a fact from scheduled to accepted to expired.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from ledgers import clock
from ledgers.domain.responsibility import Responsibility
from ledgers.models import Claim, Fact
from ledgers.selectors.about import About, Caveat, Moment, known
from ledgers.selectors.rules import Ruled
from ledgers.selectors.standing import holds
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.places import among
from memoryhub.accounts.prepared import prepared

LEDGERS = ("accepted", "pending", "history")


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
class FactView:
    """One fact: what readers get, with the claim that carries it."""

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
    ruled: Ruled | None = None
    responsible: Responsibility | None = None

    @property
    def id(self) -> UUID:
        return self.claim.id


def moment(asked: Asked) -> Moment:
    now = asked.known_at or clock.now()
    return Moment(asked.as_of or now, asked.known_at, now)


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
        now = found.filter(holds(at.as_of))
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
    shown = [Fact.Standing.REJECTED, Fact.Standing.ERASED]
    found: list[FactView] = []
    cursor = after
    while len(found) < limit:
        ids = rows.filter(own, weighs=True) | rows.filter(standing__in=shown)
        ids = ids.filter(carrier_id__gt=cursor) if cursor else ids
        carriers = list(ids.order_by("carrier_id").values_list("carrier_id", flat=True).distinct()[:limit])
        if not carriers:
            break
        cursor = carriers[-1]
        wanted = {"superseded", "expired", "corrected", "rejected", "erased"}
        found += [
            view
            for view in views(workspace, carriers, at)
            if view.status in wanted and asked.status in ("", view.status) and view.claim.kind != Claim.Kind.RETRACT
        ]
    return found[:limit]


def one(workspace: Workspace, claim_id: UUID, asked: Asked | None = None) -> FactView | None:
    """A fact by its public id, seen from the asked moment; None where nothing was known of it."""
    return next(iter(views(workspace, [claim_id], moment(asked or Asked()))), None)


def views(
    workspace: Workspace,
    carriers: Sequence[UUID],
    at: Moment,
    *,
    waiting: bool = False,
    claims: Mapping[UUID, Claim] | None = None,
) -> list[FactView]:
    """The facts of those ids at a moment, in id order; with `waiting` only as far as they wait for their owner.

    `claims` are those the caller has read already.
    """
    wanted, grouped = set(carriers), defaultdict[UUID, list[Fact]](list)
    for row in _rows(waiting, workspace=workspace.pk, carriers=carriers, **at.given()):
        grouped[row.claim_id if row.claim_id in wanted and row.valid_during.isempty else row.carrier_id].append(row)
    claims = {**(claims or {})}
    if missing := [key for key in grouped if key not in claims]:
        claims |= claims_of(missing)
    about = About(workspace, [row for found in grouped.values() for row in found], at)
    return [_view(claims[key], grouped[key], at, about) for key in sorted(grouped) if key in claims]


def claims_of(keys: Sequence[UUID]) -> dict[UUID, Claim]:
    """Claims by their ids, each with who said it and where."""
    return {claim.pk: claim for claim in _claims(keys=keys)}


@prepared
def _claims(*, keys: Sequence[UUID]) -> QuerySet[Claim]:
    return Claim.objects.select_related("agent", "member", "slot").filter(among("pk", keys))


@prepared
def _rows(
    waiting: bool, *, workspace: UUID, carriers: Sequence[UUID], known_at: datetime | None = None
) -> QuerySet[Fact]:
    """The rows in which one of these claims stands for itself, or for what another one says as well."""
    rows = Fact.objects.filter(known(known_at), workspace=workspace).select_related("slot__subject").order_by("id")
    rows = rows.filter(Q(among("carrier", carriers)) | Q(among("claim", carriers)))
    return rows.filter(standing=Fact.Standing.PENDING) if waiting else rows


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
        ruled=about.ruled(first),
        responsible=about.responsible(first),
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
    for name in (Fact.Standing.ERASED, Fact.Standing.PENDING, Fact.Standing.CORRECTED, Fact.Standing.REJECTED):
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
