"""Figures for those who watch the hub, in the text format of Prometheus.

Read from the database when asked for, so that every process gives the same: counts and ages, no value, no name.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, Min, OuterRef, Subquery, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from escalations.models import Case
from ledgers import clock
from ledgers.models import Chain, Checkpoint, Outbox, Seal, Unsealed
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace
from memoryhub.logs.peer import peer, within

HELP = {
    "database_up": "1 while the database answers",
    "unsealed_rows": "rows of the log that no seal covers yet",
    "seal_age_seconds": "how long the oldest of them has waited",
    "sealed_rows": "rows of the log under a seal",
    "seals": "seals written",
    "checkpoint_age_seconds": "how long what is sealed has been without a checkpoint outside the database, at most",
    "checkpoint_store_age_seconds": "how long the oldest checkpoint that is not in the store yet has waited",
    "outbox_rows": "claims that wait to be decided",
    "outbox_age_seconds": "how long the oldest of them has waited",
    "open_cases": "questions before their owners",
}
LOOPBACK = ("127.0.0.0/8", "::1")


@transaction.non_atomic_requests
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for who brings METRICS_TOKEN; where none is set, for this machine. Others find no page."""
    if not _allowed(request):
        raise Http404
    try:
        with transaction.atomic():
            found = {"database_up": 1.0, **dict(_figures(clock.now()))}
    except DatabaseError:
        found = {"database_up": 0.0}
    return HttpResponse("".join(_lines(found)), content_type="text/plain; version=0.0.4; charset=utf-8")


def _allowed(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    if not token:
        # Behind a proxy everybody comes from this machine.
        return not settings.HTTPS and within(peer(request), LOOPBACK)
    said = str(request.META.get("HTTP_AUTHORIZATION", ""))
    return secrets.compare_digest(said.encode(), f"Bearer {token}".encode())


def _figures(now: datetime) -> Iterator[tuple[str, float]]:
    yield "unsealed_rows", Unsealed.objects.count()
    yield "seal_age_seconds", _age(now, Unsealed.objects.aggregate(first=Min("left_at"))["first"])
    chains = Chain.objects.aggregate(rows=Sum("last_seq"), seals=Sum("number"))
    yield "sealed_rows", chains["rows"] or 0
    yield "seals", chains["seals"] or 0
    yield "checkpoint_age_seconds", _age(now, _unwritten_since())
    if settings.CHECKPOINT_STORE:
        yield "checkpoint_store_age_seconds", _age(now, _unstored_since())
    waiting = Outbox.objects.filter(slot__isnull=False)
    yield "outbox_rows", waiting.count()
    yield "outbox_age_seconds", _age(now, waiting.aggregate(first=Min("queued_at"))["first"])
    yield "open_cases", sum(_open_cases())


def _unwritten_since() -> datetime | None:
    """When the oldest seal was made that no checkpoint covers."""
    next_seal = Seal.objects.filter(workspace=OuterRef("pk"), number=OuterRef("written_number") + 1)
    behind = Chain.objects.filter(number__gt=F("written_number"))
    oldest: datetime | None = behind.annotate(since=Subquery(next_seal.values("sealed_at"))).aggregate(
        first=Min("since")
    )["first"]
    return oldest


def _unstored_since() -> datetime | None:
    """When the oldest checkpoint was written that the store lacks."""
    lacking = Checkpoint.objects.filter(workspace=OuterRef("pk"), number__gt=OuterRef("stored_number"))
    behind = Chain.objects.filter(stored_number__lt=F("written_number"))
    since = Subquery(lacking.order_by("number").values("written_at")[:1])
    oldest: datetime | None = behind.annotate(since=since).aggregate(first=Min("since"))["first"]
    return oldest


def _open_cases() -> Iterator[int]:
    for workspace in Workspace.objects.values_list("id", flat=True):
        with walls.inside(workspace):
            yield Case.objects.filter(workspace=workspace, state="open").count()


def _age(now: datetime, since: datetime | None) -> float:
    return max((now - since).total_seconds(), 0.0) if since is not None else 0.0


def _lines(found: dict[str, float]) -> Iterator[str]:
    for name, value in found.items():
        yield f"# HELP memoryhub_{name} {HELP[name]}\n# TYPE memoryhub_{name} gauge\nmemoryhub_{name} {value:g}\n"
