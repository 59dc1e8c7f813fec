"""Whose case it is while somebody is away: “Rui for Ana”, wherever an owner is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.utils.translation import gettext as _

from escalations.models import Case
from escalations.rerouting import Places
from ledgers.models import Absence
from ledgers.selectors.absences import as_row, current
from memoryhub.accounts.models import Member


def mark(cases: Sequence[Case]) -> None:
    """Note on each open case of one workspace for whom its owner stands in; one query where nobody is away."""
    found = [case for case in cases if case.state == Case.State.OPEN and case.owner_id is not None]
    if not found or not Absence.objects.filter(workspace=found[0].workspace_id, ended_at__isnull=True).exists():
        return
    places = Places(found[0].workspace)
    for case in found:
        placed = places.placed(case)
        if placed.owner == case.owner:
            case.stands_for = placed.stands_for  # type: ignore[attr-defined]  # kept with the case it is about


def stands_for(case: Case) -> Member | None:
    """The owner who is away, if the case was marked and somebody stands in."""
    found = getattr(case, "stands_for", None)
    return found if isinstance(found, Member) else None


def owner_name(case: Case) -> str:
    """The owner by name, with whom they stand in for; empty where there is none."""
    if case.owner is None:
        return ""
    away = stands_for(case)
    if away is None:
        return case.owner.name
    return _("%(stand_in)s for %(owner)s") % {"stand_in": case.owner.name, "owner": away.name}


def own_absence(case: Case, member: Member, now: dt.datetime) -> Absence | None:
    """Why somebody else decides what this member owns: that they said they are away."""
    if stands_for(case) != member:
        return None
    rows = current(member.workspace).filter(member=member)
    return next((row for row in rows if as_row(row).holds(case.slot.field, now)), None)
