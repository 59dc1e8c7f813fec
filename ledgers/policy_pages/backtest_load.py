"""How many questions each owner would have had, as the pages of a backtest tell it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ledgers.policy_pages.backtest_told import figure
from memoryhub.accounts.models import Member, Workspace

Json = Mapping[str, Any]
Called = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Load:
    """The questions of one owner, over all days and a day."""

    owner: str
    active: str
    draft: str
    active_a_day: str
    draft_a_day: str
    busiest: dt.date | None
    most: str
    warns: bool


def loads(said: Json, called: Called) -> list[Load]:
    """Whose load grows most comes first."""
    forecast = said["forecast"]
    owners = sorted(forecast["owners"], key=lambda one: (one["active"] - one["draft"], one["owner"]))
    return [_load(one, forecast["days"], called) for one in owners]


def _load(one: Json, days: int, called: Called) -> Load:
    busiest = one["busiest"]
    return Load(
        owner=called[one["owner"]],
        active=figure(one["active"]),
        draft=figure(one["draft"]),
        active_a_day=_a_day(one["active"], days),
        draft_a_day=_a_day(one["draft"], days),
        busiest=dt.date.fromisoformat(busiest["day"]) if busiest else None,
        most=figure(busiest["count"]) if busiest else "",
        warns=one["warns"],
    )


@dataclass(frozen=True, slots=True)
class Day:
    """The questions of one owner on one day."""

    owner: str
    day: dt.date
    active: str
    draft: str


def by_day(said: Json, called: Called) -> list[Day]:
    return [
        Day(called[one["owner"]], dt.date.fromisoformat(on["day"]), figure(on["active"]), figure(on["draft"]))
        for one in said["forecast"]["owners"]
        for on in one["by_day"]
    ]


def called(workspace: Workspace, keys: Iterable[str]) -> Called:
    """The names of members by their keys."""
    wanted = set(keys)
    members = Member.objects.filter(workspace=workspace, key__in=wanted).values_list("key", "name")
    return {**{key: key for key in wanted}, **dict(members), "": _("nobody (an own scope, or no owner)")}


def more_a_day(said: Json) -> str:
    """How many questions a day more or fewer the draft brings over all owners, such as +1.8; empty where as many."""
    owners, days = said["forecast"]["owners"], said["forecast"]["days"]
    more = sum(one["draft"] - one["active"] for one in owners)
    return f"{'+' if more > 0 else '−'}{_a_day(abs(more), days)}" if more else ""


def _a_day(count: int, days: int) -> str:
    return number_format(count / max(days, 1), decimal_pos=1, force_grouping=True)
