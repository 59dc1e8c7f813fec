"""The queue as it is shown: rows whose sensitive values are masked, and the filters in force."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from escalations.due import Due, due
from escalations.models import Case, CaseClaim
from escalations.selectors import VIEWS, Filters, Page
from escalations.titles import KINDS, question
from ledgers.models import Claim, Fact
from ledgers.models.registries import SENSITIVITIES
from ledgers.naming import field_name, subject_name
from ledgers.showing import masked, shown
from memoryhub.accounts.asked import asked
from memoryhub.accounts.errors import Words

LONGEST = 80


@dataclass(frozen=True, slots=True)
class Side:
    """A value in a row and where it comes from."""

    text: str
    source: str
    tier: str


@dataclass(frozen=True, slots=True)
class Row:
    id: uuid.UUID
    url: str
    kind: Words
    question: str
    subject: str
    scope: str
    sensitivity: Words
    due: Due
    opened_at: dt.datetime
    owner: str
    current: Side | None
    proposed: list[Side]
    more: int
    decided_by: str

    @property
    def sources(self) -> list[str]:
        """Whose words meet here, each once, the one in force first."""
        sides = [*([self.current] if self.current else []), *self.proposed]
        return list(dict.fromkeys(f"{side.source} ({side.tier})" for side in sides))


def read_filters(query: QueryDict) -> Filters:
    """Filters from the address; what makes no sense filters nothing."""
    view = query.get("view", "mine")
    state = query.get("state", Case.State.OPEN)
    return Filters(
        view=view if view in VIEWS else "mine",
        field=asked(query, "field", 64),
        sensitivity=asked(query, "sensitivity", 16),
        owner=asked(query, "owner", 64),
        text=asked(query, "q", 200),
        state=state if state in {Case.State.OPEN, "closed"} else Case.State.OPEN,
        after=query.get("after", ""),
    )


def address(filters: Filters, **changed: str) -> str:
    """The queue's address with these filters; what filters nothing is left out."""
    kept = {
        "view": filters.view if filters.view != "mine" else "",
        "field": filters.field,
        "sensitivity": filters.sensitivity,
        "owner": filters.owner,
        "q": filters.text,
        "state": filters.state if filters.state != Case.State.OPEN else "",
        **changed,
    }
    query = urlencode({name: value for name, value in kept.items() if value})
    return reverse("queue") + (f"?{query}" if query else "")


def rows(page: Page) -> list[Row]:
    now = timezone.now()
    return [_row(case, page, now) for case in page.cases]


def _row(case: Case, page: Page, now: dt.datetime) -> Row:
    kind = getattr(case, "field_type", None) or "text"
    hide = bool(case.sensitivity)
    standing = page.standing.get(case.slot_id, [])
    waiting = page.candidates.get(case.pk, [])
    return Row(
        id=case.pk,
        url=reverse("case", args=[case.pk]),
        kind=KINDS[case.kind],
        question=question(case, field_of(case)),
        subject=subject_name(case.slot.subject.shown),
        scope=case.slot.scope,
        sensitivity=sensitivity_name(case.sensitivity),
        due=due(case.due_at, now),
        opened_at=case.opened_at,
        owner=case.owner.name if case.owner else "",
        current=_side(standing[0], standing[0].carrier, kind, hide=hide) if standing else None,
        proposed=[_side(entry, entry.claim, kind, hide=hide) for entry in waiting[:2]],
        more=max(0, len(waiting) - 2),
        decided_by=case.decided_by.name if case.decided_by else "",
    )


def field_of(case: Case) -> str:
    """The name of the case's field; the row was read with the registry's names beside it."""
    return field_name(case.slot.field, getattr(case, "field_name", None), getattr(case, "field_name_pt", None))


def sensitivity_name(sensitivity: str) -> Words:
    return dict(SENSITIVITIES)[sensitivity] if sensitivity else ""


def _side(entry: Fact | CaseClaim, claim: Claim, kind: str, *, hide: bool) -> Side:
    text = shown(claim.value, kind)
    source = getattr(entry, "source_name", None) or claim.source
    return Side(masked(text) if hide else _short(text), source, claim.get_tier_display())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
