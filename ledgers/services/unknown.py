"""Claims whose field was unknown when they came in: placed once the field is registered or mapped to another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.db import transaction

from ledgers import clock
from ledgers.formats import InvalidValue
from ledgers.formats.keys import subject_key
from ledgers.models import Claim, Field, Outbox
from ledgers.selectors import registries
from ledgers.services.intake import read_value
from ledgers.services.placing import placed
from memoryhub.accounts.models import Workspace


def waiting(workspace: Workspace, key: str) -> Iterable[Claim]:
    """The claims that wait for a field, in the order they came; what was erased waits for nothing."""
    rows = Claim.objects.filter(workspace=workspace, field=key, slot__isnull=True, erased_at__isnull=True)
    return rows.select_related("workspace").order_by("id")


def place(*, workspace: Workspace, key: str, field: str) -> tuple[int, int]:
    """Give the claims that wait for `key` their slots under the registered `field` and put them into the outbox.

    Returns how many were placed and how many the field's type cannot read; those go on waiting.
    """
    registered = registries.registered_field(workspace, field)
    if registered is None:
        raise LookupError(f"The field {field} is not registered.")
    given = unreadable = 0
    for claim in waiting(workspace, key):
        try:
            given += _place(claim, registered, field)
        except InvalidValue:
            unreadable += 1
    return given, unreadable


@transaction.atomic
def _place(claim: Claim, registered: Field, field: str) -> bool:
    """Whether it got its place; what somebody else placed, or erased, meanwhile gets none."""
    waits = Claim.objects.filter(id=claim.id, slot__isnull=True, erased_at__isnull=True)
    if waits.select_for_update().first() is None:
        return False
    _shown, value_key = read_value(claim.workspace, registered, claim.kind, claim.value, claim.condition)
    many = registered.values == "many" and value_key is not None
    slot = placed(
        claim.workspace,
        *subject_key(claim.subject),
        field=field,
        scope=claim.scope,
        value_key=hashlib.sha256((value_key or "").encode()).hexdigest() if many else "",
    )
    Claim.objects.filter(id=claim.id).update(slot=slot, value_key=value_key)
    Outbox.objects.create(claim=claim, workspace=claim.workspace, slot=slot, queued_at=clock.now())
    return True
