"""A fact's place in the ledgers as a page shows it: a label, a value, its window and what to beware of."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field

from django.urls import reverse

from ledgers import wording
from ledgers.leaves import Authority, Quote, Reader, Shown, authority, quote
from ledgers.selectors.facts import FactView

TONES = {
    "accepted": "good",
    "scheduled": "news",
    "pending": "wait",
    "rejected": "late",
    "corrected": "late",
    "erased": "late",
}
ICONS = {"accepted": "check", "scheduled": "clock", "pending": "pause"}


@dataclass(frozen=True, slots=True)
class Caveat:
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    id: uuid.UUID
    url: str
    status: str
    label: str
    tone: str
    icon: str
    value: Shown
    since: dt.datetime | None
    until: dt.datetime | None
    recorded_at: dt.datetime
    review_due: dt.datetime | None
    source: str
    authority: Authority
    said_by: str
    support: int
    owner: str
    quote: Quote
    caveats: list[Caveat] = field(default_factory=list)


def standing(view: FactView, reader: Reader) -> Standing:
    claim = view.claim
    return Standing(
        id=view.id,
        url=reverse("fact", args=[view.id]),
        status=view.status,
        label=wording.status(view.status),
        tone=TONES.get(view.status, ""),
        icon=ICONS.get(view.status, ""),
        value=reader.value(claim),
        since=view.valid_from,
        until=view.valid_to,
        recorded_at=view.recorded_at,
        review_due=view.review_due,
        source=reader.sources.get(claim.source) or claim.source,
        authority=authority(reader.order, claim.tier, claim.source, external=claim.external),
        said_by=reader.speaker(claim),
        support=view.support,
        owner=view.owner or "",
        quote=Quote() if reader.hide else quote(claim),
        caveats=[Caveat(caveat.code, wording.caveat(caveat.code, caveat.since)) for caveat in view.caveats],
    )
