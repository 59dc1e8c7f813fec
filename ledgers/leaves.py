"""A claim as a reader meets it: its value, whose word it is, how strong, both dates, and the words it rests on."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ledgers.domain.order import Order
from ledgers.domain.tiers import Tier
from ledgers.formats.instructions import instruction_like
from ledgers.models import Claim
from ledgers.models.registries import TIERS
from ledgers.showing import masked, shown
from ledgers.wording_content import looks
from memoryhub.accounts.errors import Words

QUOTED = 600
TIER_NAMES = dict(TIERS)


@dataclass(frozen=True, slots=True)
class Shown:
    """A value in words, with the condition that belongs to it."""

    text: str
    condition: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """What a claim rests on, as plain text. `outside`: no registered party said it."""

    text: str = ""
    cut: bool = False
    outside: bool = False
    ref: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Authority:
    """A class of source and its place in the field's order, the first being the strongest."""

    name: Words
    place: int
    total: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """One side of the spread."""

    id: uuid.UUID
    url: str
    value: Shown
    source: str
    authority: Authority
    since: dt.datetime
    until: dt.datetime | None
    assumed: bool
    recorded_at: dt.datetime
    said_by: str
    via: str
    scope: str
    quote: Quote
    review_by: dt.datetime | None = None
    past_review: bool = False
    external: bool = False
    also: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    instruction_like: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """What it takes to show claims of one field: its type, its order, the names of sources, whether to mask, and which
    classes of content are watched there."""

    value_type: str
    order: Order
    sources: Mapping[str, str]
    hide: bool = False
    watched: frozenset[str] = frozenset()

    def value(self, claim: Claim) -> Shown:
        if claim.erased_at is not None:
            return Shown(_("erased on %(day)s") % {"day": date_format(claim.erased_at, "DATE_FORMAT")}, missing=True)
        if claim.kind == Claim.Kind.RETRACT and claim.value is None:
            return Shown(_("no value any more"), missing=True)
        text = shown(claim.value, self.value_type)
        return Shown(masked(text)) if self.hide else Shown(text, claim.condition)

    def speaker(self, claim: Claim) -> str:
        """Whose word it is: a name given with it, the registered speaker, or nobody."""
        named, role = str(claim.said_by.get("name", "")), str(claim.said_by.get("role", ""))
        if named:
            return f"{named} ({role})" if role else named
        if claim.member and claim.speaker in {claim.member.key, f"member:{claim.member.key}"}:
            return claim.member.name
        if claim.agent and claim.speaker == f"agent:{claim.agent.key}":
            return claim.agent.name
        return self.sources.get(claim.speaker) or claim.speaker or _("nobody named")

    def leaf(self, claim: Claim, **known: object) -> Leaf:
        """The claim's page. `known` overrides what the claim alone cannot tell (its window, its review)."""
        facts: dict[str, object] = {
            "id": claim.pk,
            "url": reverse("fact", args=[claim.pk]),
            "value": self.value(claim),
            "source": self.sources.get(claim.source) or claim.source,
            "authority": authority(self.order, claim.tier, claim.source, external=claim.external),
            "since": claim.effective_at,
            "until": claim.expires_at,
            "assumed": claim.date_assumed,
            "recorded_at": claim.received_at,
            "said_by": self.speaker(claim),
            "via": _via(claim, self.speaker(claim)),
            "scope": claim.scope,
            "quote": Quote() if self.hide else quote(claim),
            "external": claim.external,
            "marks": looks(claim, self.watched),
            "instruction_like": claim_instructs(claim),
        }
        return Leaf(**{**facts, **known})  # type: ignore[arg-type]  # each is the field of that name


def authority(order: Order, tier: str, source: str, *, external: bool = False) -> Authority:
    """Where a source stands in an order, counted from the strongest; what is external or unknown is last."""
    total = len([group for group in order.groups if any(entry.tier is not Tier.UNATTRIBUTED for entry in group)]) + 1
    rank = order.rank(Tier(tier), source, external)
    return Authority(TIER_NAMES[Tier(tier)], total - rank, total)


def claim_instructs(claim: Claim) -> bool:
    """Whether the value, its condition or the words it rests on read like an instruction."""
    return instruction_like(claim.value, claim.condition, claim.evidence.get("text", ""))


def quote(claim: Claim) -> Quote:
    text = str(claim.evidence.get("text", ""))
    return Quote(
        text=text[:QUOTED],
        cut=len(text) > QUOTED,
        outside=claim.external or claim.tier in {Tier.COUNTERPARTY, Tier.AGENT_INFERENCE, Tier.UNATTRIBUTED},
        ref=str(claim.evidence.get("ref", ""))[:200],
        url=str(claim.evidence.get("url", ""))[:300],
    )


def _via(claim: Claim, said_by: str) -> str:
    """Who posted it, when that is not the speaker."""
    author = claim.agent.name if claim.agent else claim.member.name if claim.member else ""
    return "" if author in {claim.speaker, said_by, ""} else author
