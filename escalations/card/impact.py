"""What depends on a fact, and how its owner decided before: what exists is told, and nothing is guessed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from escalations.card.beside import Beside, alike
from escalations.card.spread import DERIVED, Spread
from escalations.models import Case
from ledgers.domain.responsibility import PERSONAL_SCOPES
from ledgers.models import Fact
from ledgers.naming import subject_name


@dataclass(frozen=True, slots=True)
class Derived:
    """A claim that was worked out from the fact in force."""

    url: str
    subject: str
    field: str


@dataclass(frozen=True, slots=True)
class Impact:
    """`tasks`: systems of record that are to be corrected already, each with its due date."""

    derived: Sequence[Derived]
    more: bool
    webhooks: int
    tasks: Sequence[tuple[str, dt.datetime]]

    @property
    def none(self) -> bool:
        return not (self.derived or self.webhooks or self.tasks)


def impact(around: Beside, standing: Fact | None, scope: str) -> Impact:
    """For a card in this scope; nothing of another personal one is named."""
    made = getattr(standing, "derived", None) or []
    derived = [
        Derived(reverse("fact", args=[key]), subject_name(subject), field)
        for key, subject, field, where in made
        if where == scope or where.partition(":")[0] not in PERSONAL_SCOPES
    ]
    tasks = [(around.sources.get(source) or source, due) for source, due in around.tasks]
    return Impact(derived[:DERIVED], len(derived) > DERIVED, around.webhooks, tasks)


def past_decisions(case: Case, around: Beside, spread: Spread) -> list[str]:
    """How often each waiting source was accepted over the one in force, for this field; it preselects nothing."""
    if spread.standing is None or case.kind not in Case.QUESTIONS:
        return []
    stood = spread.standing.carrier.source
    said = dict.fromkeys(row.claim.source for row in spread.waiting)
    return [line for source in said if (line := _line(around, stood, source))]


def _line(around: Beside, stood: str, said: str) -> str:
    found = alike(around.past, stood, said)
    total = found.total()
    if not total or stood == said:
        return ""
    new, old = around.sources.get(said) or said, around.sources.get(stood) or stood
    words = _("%(new)s was accepted over %(old)s %(n)d of %(total)d times.")
    return words % {"new": new, "old": old, "n": found[True], "total": total}
