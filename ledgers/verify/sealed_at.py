"""Which seals some rows of the log stand under."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import JSONArray

from ledgers.models import Seal, Transaction


def seals_over(workspace: UUID, rows: Iterable[UUID]) -> dict[UUID, int]:
    """The number of the seal over each of these rows; a row that none reaches is left out.

    Seals stand in the order of the log: the last one that begins no later than a row is the only one that may cover it,
    and an index leads to it among millions.
    """
    begun = Q(first_xid__lt=OuterRef("xid")) | Q(first_xid=OuterRef("xid"), first_id__lte=OuterRef("pk"))
    seals = Seal.objects.filter(begun, workspace=workspace, first_xid__lte=OuterRef("xid"))
    last = seals.order_by("-first_xid", "-first_id").values(row=JSONArray("number", "last_xid", "last_id"))
    found = Transaction.objects.filter(workspace=workspace, pk__in=list(rows)).annotate(seal=Subquery(last[:1]))
    return {
        key: seal[0] for key, xid, seal in found.values_list("pk", "xid", "seal") if seal and (xid, key) <= _end(*seal)
    }


def _end(_number: int, xid: int, row: str) -> tuple[int, UUID]:
    return xid, UUID(row)
