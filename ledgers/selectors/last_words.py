"""What each of some sources said last about a slot: a value, or that there is none any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONArray

from ledgers.domain.tiers import Tier
from ledgers.models import Claim, Slot

Said = Sequence[Any]  # JSON


@dataclass(frozen=True, slots=True)
class LastWord:
    source: str
    value: str | None
    retracts: bool


def of(slot: Slot, sources: Collection[str]) -> list[LastWord]:
    said = _last(Claim.objects.filter(slot=slot, source__in=sources))
    return told(said.values_list("source", "value_key", "kind"))


def of_records(slot: OuterRef) -> ArraySubquery:
    """The same of every source that spoke there as a system of record, whatever it is by now; as a column of another
    query, to be read by `told`."""
    records = Claim.objects.filter(slot=OuterRef(slot), tier=Tier.SYSTEM_OF_RECORD).values("source")
    said = _last(Claim.objects.filter(slot=slot, source__in=records))
    return ArraySubquery(said.values(row=JSONArray("source", "value_key", "kind")))


def told(said: Iterable[Said]) -> list[LastWord]:
    return [LastWord(source, key, kind == Claim.Kind.RETRACT) for source, key, kind in said]


def _last(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    return claims.order_by("source", "-id").distinct("source")
