"""Who else has a case open just now: a hint between colleagues. It is in no record, and no decision waits for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.functions import JSONArray
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from escalations.models import Case, Presence
from memoryhub.accounts.models import Member

# An open card asks more often than this, as long as it is looked at (CALM in static/js/app.js).
GONE = dt.timedelta(seconds=60)
MOST = 20
NAMED = 2


@dataclass(frozen=True, slots=True)
class There:
    """The others at a case. `key` names them for the next question of the page, which asks whether it is still so."""

    people: Sequence[tuple[str, str]] = ()

    @property
    def key(self) -> str:
        return ",".join(key for key, _name in self.people)

    @property
    def words(self) -> str:
        """For who is there as well."""
        number = len(self.people)
        return ngettext("%(who)s is looking at this too", "%(who)s are looking at this too", number) % self._said

    @property
    def here(self) -> str:
        """For who reads it in a list."""
        return ngettext("%(who)s is looking", "%(who)s are looking", len(self.people)) % self._said

    @property
    def _said(self) -> dict[str, str]:
        return {"who": _joined([name for _key, name in self.people])}

    def joined(self, known: str) -> bool:
        """Whether somebody is there whom the page, which knew those `known`, has not told of."""
        return bool({key for key, _name in self.people} - set(known.split(",")))


def look(member: Member, case_id: UUID, at: dt.datetime) -> None:
    """Somebody has the case on their page at that instant."""
    row = Presence(workspace_id=member.workspace_id, case_id=case_id, member=member, seen_at=at)
    Presence.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["workspace", "case", "member"], update_fields=["seen_at"]
    )


def others(member: Member, at: dt.datetime) -> ArraySubquery:
    """For a query of cases: who else has each open at that instant, as the column `there`, which `of` reads."""
    rows = Presence.objects.filter(
        workspace=OuterRef("workspace"), case=OuterRef("pk"), seen_at__gt=at - GONE, member__active=True
    ).exclude(member=member)
    return ArraySubquery(
        rows.order_by("member__name", "member").values(row=JSONArray("member__key", "member__name"))[:MOST]
    )


def of(case: Case) -> There:
    return There([(key, name) for key, name in getattr(case, "there", None) or ()])


def leave(member: Member) -> None:
    """Somebody is out: they look at nothing any more."""
    Presence.objects.filter(workspace=member.workspace_id, member=member).delete()


def prune(workspace_id: UUID, now: dt.datetime) -> int:
    """Forget who is no longer there; how many rows."""
    return Presence.objects.filter(workspace=workspace_id, seen_at__lte=now - GONE).delete()[0]


def _joined(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    if len(names) == NAMED:
        return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}
    more = len(names) - 1
    return ngettext("%(name)s and %(n)d other", "%(name)s and %(n)d others", more) % {"name": names[0], "n": more}
