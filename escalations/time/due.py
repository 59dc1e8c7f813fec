"""How much time a case has left, in the words people use."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

SOON = dt.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Due:
    at: dt.datetime
    late: bool
    soon: bool
    distance: str

    @property
    def words(self) -> str:
        return (_("%(time)s late") if self.late else _("%(time)s left")) % {"time": self.distance}

    @property
    def tone(self) -> str:
        """How its badge looks, with a sign that goes with it: colour alone tells nobody anything."""
        return "late" if self.late else "wait" if self.soon else ""

    @property
    def sign(self) -> str:
        return "alert" if self.late else "clock"


def due(at: dt.datetime, now: dt.datetime) -> Due:
    left = at - now
    return Due(at=at, late=left <= dt.timedelta(0), soon=left <= SOON, distance=distance(abs(left)))


def distance(span: dt.timedelta) -> str:
    """One unit, rounded down: minutes under two hours, hours under two days, else days."""
    minutes = int(span.total_seconds() // 60)
    if minutes < 120:
        return ngettext("%(n)d min", "%(n)d min", minutes) % {"n": minutes}
    if minutes < 48 * 60:
        hours = minutes // 60
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = minutes // (24 * 60)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
