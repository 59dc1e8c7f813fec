"""What came into a list since somebody read it: told on a button, since a list never moves by itself."""

from __future__ import annotations

import datetime as dt

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from escalations.models import CaseEvent
from escalations.queue.filters import Filters, Times, in_view, left_by
from escalations.selectors import filtered
from memoryhub.accounts.models import Member

# What brings a case before somebody who did not have it, besides its being opened and the clock.
MOVES = ("rerouted", "handed_on", "woken", "evidence_due", "undone")


def arrived(member: Member, filters: Filters, seen: dt.datetime) -> int:
    """How many cases are in the list now that were not when the page was read."""
    now = timezone.now()
    moves = CaseEvent.objects.filter(case=OuterRef("pk"), at__gt=seen, code__in=MOVES)
    moved = Q(Exists(moves.filter(~Q(member=member) | Q(member__isnull=True))))
    known = Q(opened_at__lte=seen) & in_view(member, filters.view, seen) & left_by(filters, Times.of(seen)) & ~moved
    # Counted, not excluded: what is unknown of a row is no reason to keep it back.
    found = filtered(member, filters, Times.of(now)).aggregate(all=Count("pk"), known=Count("pk", filter=known))
    return int(found["all"] - found["known"])
