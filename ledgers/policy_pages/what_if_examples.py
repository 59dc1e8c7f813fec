"""Suppositions to begin with, made of the workspace's own fields and sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ledgers import clock
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import FieldRule
from ledgers.domain.space import Comes, Stands
from ledgers.domain.tiers import Tier
from ledgers.models import Field
from ledgers.naming import name_of
from ledgers.selectors.rules import as_registered
from ledgers.selectors.supposing import Offered
from memoryhub.accounts.models import Workspace

STOOD_DAYS, SAID_DAYS, CAME_DAYS = 90, 60, 14


@dataclass(frozen=True, slots=True)
class Example:
    """A question in words, and the address that answers it."""

    words: str
    url: str


def start(workspace: Workspace) -> dict[str, Any]:
    """What the form says before anybody wrote in it."""
    today = timezone.localtime(clock.now(), workspace.zone).date()
    return {
        "stands": Stands.VALUE,
        "comes": Comes.OTHER,
        "stood_since": today - dt.timedelta(days=STOOD_DAYS),
        "stood_said": today - dt.timedelta(days=SAID_DAYS),
        "came_since": today - dt.timedelta(days=CAME_DAYS),
        "came_at": today,
        "proposes": True,
    }


def examples(workspace: Workspace, offered: Offered) -> list[Example]:
    """Up to three: a field that is always asked about, one that rules settle, and one without a rule of its own."""
    ours, theirs = _source(offered, Tier.SYSTEM_OF_RECORD), _source(offered, Tier.COUNTERPARTY)
    said = start(workspace) | {"stood_source": ours, "came_source": theirs}
    names = {"ours": _name(offered, ours), "theirs": _name(offered, theirs)}
    return [
        Example(words % {**names, "field": name_of(field, field.key)}, _address(said | {"field": field.key, **more}))
        for words, field, more in _chosen(offered, ours)
    ]


def _chosen(offered: Offered, ours: str) -> Iterator[tuple[str, Field, dict[str, str]]]:
    sensitive = _first(offered, lambda rule: rule.sensitive)
    automatic = _first(offered, lambda rule: rule.automatic)
    left = _first(offered, lambda rule: not rule.sensitive and not rule.automatic)
    if sensitive:
        yield _("%(field)s: %(ours)s has A, %(theirs)s now says B"), sensitive, {}
    if automatic:
        yield _("%(field)s: %(theirs)s says B, later than %(ours)s said A"), automatic, {}
    if left:
        yield _("%(field)s: %(ours)s itself says B instead of A"), left, {"came_source": ours}


def _first(offered: Offered, fits: Callable[[FieldRule], bool]) -> Field | None:
    rules = ((field, offered.policy.rule(as_registered(field, field.key), ANY)) for field in offered.fields.values())
    return next((field for field, rule in rules if fits(rule)), None)


def _source(offered: Offered, tier: Tier) -> str:
    """A registered source of the tier, else any."""
    return next((entry for entry, source in offered.sources.items() if source.tier == tier), str(tier))


def _name(offered: Offered, entry: str) -> str:
    source = offered.sources.get(entry)
    if source is not None:
        return source.name or source.key
    return _("a system of record") if entry == Tier.SYSTEM_OF_RECORD else _("the other party")


def _address(said: dict[str, Any]) -> str:
    shown = {name: "on" if value is True else str(value) for name, value in said.items()}
    return f"{reverse('policy-what-if')}?{urlencode({**shown, 'scope': ANY})}"
