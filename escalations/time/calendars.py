"""When a workspace works: its hours, its zone, and the public holidays of its country and region."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

import holidays

from escalations.time import working_time
from escalations.time.working_time import Calendar, after, between
from memoryhub.accounts.models import Workspace

ALL = 100
# The shares of its time at which somebody is told of a case, in percent.
STEPS = (50, 90, ALL, 150)


@dataclass(frozen=True, slots=True)
class Holidays:
    """The public holidays of a country; one the library does not know has none."""

    country: str
    region: str

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and day in _of_year(self.country, self.region, day.year)


@lru_cache(maxsize=4096)
def _of_year(country: str, region: str, year: int) -> frozenset[date]:
    # Read a year at a time: the library's own object fills itself while it is asked, which threads must not share.
    if country not in holidays.list_supported_countries():
        return frozenset()
    return frozenset(holidays.country_holidays(country, subdiv=region or None, years=year))


def of(workspace: Workspace) -> Calendar:
    """The working time of a workspace."""
    holiday = Holidays(workspace.country, workspace.region)
    return Calendar(workspace.zone, workspace.day_begins, workspace.day_ends, holiday)


def due(workspace: Workspace, at: datetime, hours: int) -> datetime:
    """When a case opened at that moment is due, given the hours its class has in the policy."""
    calendar = of(workspace)
    return after(at, working_time.allowance(hours, calendar), calendar)


def reached(share: int, opened: datetime, due_at: datetime, calendar: Calendar) -> datetime:
    """When that share (in percent) of a case's working time has passed."""
    if share == ALL:
        return due_at
    whole = between(opened, due_at, calendar)
    if share < ALL:
        return min(after(opened, whole * share / ALL, calendar), due_at)
    return after(due_at, whole * (share - ALL) / ALL, calendar)


def next_step(reminded: int, opened: datetime, due_at: datetime, calendar: Calendar) -> datetime | None:
    """When the step behind `reminded` is due; None behind the last."""
    step = next((share for share in STEPS if share > reminded), None)
    return reached(step, opened, due_at, calendar) if step else None
