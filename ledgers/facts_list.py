"""Rows of the list of facts; sensitive values are masked for everyone, as in every list."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from ledgers import wording
from ledgers.models import Source
from ledgers.naming import name_of, subject_name
from ledgers.selectors.facts import FactView
from ledgers.selectors.finding import is_sensitive
from ledgers.showing import masked, shown
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class Row:
    id: uuid.UUID
    url: str
    subject: str
    field: str
    scope: str
    value: str
    condition: str
    source: str
    tier: str
    since: dt.datetime | None
    review_due: dt.datetime | None
    caveats: list[str]
    sensitive: bool


def rows(member: Member, views: Sequence[FactView]) -> list[Row]:
    said = {view.claim.source for view in views}
    sources = dict(Source.objects.filter(workspace=member.workspace_id, key__in=said).values_list("key", "name"))
    return [_row(view, sources, hide=is_sensitive(view)) for view in views]


def _row(view: FactView, sources: dict[str, str], *, hide: bool) -> Row:
    claim = view.claim
    field = view.ruled.field if view.ruled else None
    text = shown(claim.value, field.type if field else "text")
    return Row(
        id=view.id,
        url=reverse("fact", args=[view.id]),
        subject=subject_name(claim.subject),
        field=name_of(field, claim.field),
        scope=claim.scope,
        value=masked(text) if hide else text[:120],
        condition="" if hide else claim.condition,
        source=sources.get(claim.source) or claim.source,
        tier=wording.tier(claim.tier),
        since=view.valid_from,
        review_due=view.review_due,
        caveats=[wording.caveat(caveat.code, caveat.since) for caveat in view.caveats],
        sensitive=hide,
    )
