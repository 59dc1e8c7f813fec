"""The sealed log, row by row in its order, without a value."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from ledgers.models import Seal, Transaction
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Logged:
    """A row under a seal. `seq` is its position, counted from 1."""

    seq: int
    seal: int
    row: Transaction


def sealed_rows(workspace: Workspace, from_seq: int, limit: int) -> list[Logged]:
    """The rows from a sealed position on."""
    first = Seal.objects.filter(workspace=workspace, first_seq__lte=from_seq).order_by("-first_seq").first()
    if first is None or from_seq > first.last_seq:
        return []
    seals = list(
        Seal.objects.filter(workspace=workspace, number__gte=first.number, first_seq__lt=from_seq + limit)
        .defer("marks")
        .order_by("number")
    )
    rows = _between(workspace, seals[0], seals[-1])[from_seq - first.first_seq :][:limit]
    numbers = [sealed.number for sealed in seals for _ in range(sealed.count)][from_seq - first.first_seq :]
    return [Logged(from_seq + at, numbers[at], row) for at, row in enumerate(rows[: len(numbers)])]


def _between(workspace: Workspace, first: Seal, last: Seal) -> list[Transaction]:
    after = Q(xid__gt=first.first_xid) | Q(xid=first.first_xid, id__gte=first.first_id)
    until = Q(xid__lt=last.last_xid) | Q(xid=last.last_xid, id__lte=last.last_id)
    rows = Transaction.objects.filter(after, until, workspace=workspace).defer("details")
    return list(rows.select_related("actor_member", "actor_agent").order_by("xid", "id"))
