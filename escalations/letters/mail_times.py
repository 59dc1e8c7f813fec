"""When a notice is mailed, for the database to say: it looks into every workspace for the few that are due.

About a payment: at once. To who asked for one mail a day: at the next 8:00 of their time zone. Else: when it has lain
unopened for ten minutes.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Case as When_
from django.db.models import DateTimeField, F, Func, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest, NullIf

from escalations.models import Case, Notice

URGENT = "payment"
DIGEST = "digest"
# What is told of a case that is over; of everything else nobody has to hear then.
OF_CLOSED = ("decided", "undone")


def seen_from() -> Greatest:
    """From when on a notice can be read in the inbox."""
    return Greatest(F("at"), Coalesce(F("not_before"), F("at")))


def due(rows: QuerySet[Notice], now: datetime) -> QuerySet[Notice]:
    """Of these notices those whose mail is due: unread, unmailed, still of use, and to somebody who can sign in."""
    zone = Coalesce(NullIf(F("member__user__time_zone"), Value("")), F("workspace__time_zone"))
    later = seen_from() + Value(timedelta(seconds=settings.NOTICE_MAIL_SECONDS))
    at = When_(
        When(case__sensitivity=URGENT, then=seen_from()),
        When(member__user__mail=DIGEST, then=_morning(zone)),
        default=later,
        output_field=DateTimeField(),
    )
    of_use = Q(case__state=Case.State.OPEN) | Q(code__in=OF_CLOSED)
    waiting = rows.filter(of_use, read_at__isnull=True, mailed_at__isnull=True, at__lte=now)
    told = waiting.filter(member__active=True, member__user__isnull=False)
    # Nobody took this address yet: as long as no password is set, it may be a slip of whoever typed it.
    told = told.exclude(member__user__password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return told.annotate(due_at=at).filter(due_at__lte=now)


def _morning(zone: Coalesce) -> Func:
    """The first morning hour of a time zone after the notice can be read."""
    local = Func(zone, seen_from(), function="timezone", output_field=DateTimeField())
    hours = Value(timedelta(hours=settings.DIGEST_HOUR))
    day = Func(Value("day"), local - hours, function="date_trunc", output_field=DateTimeField())
    return Func(zone, day + Value(timedelta(days=1)) + hours, function="timezone", output_field=DateTimeField())
