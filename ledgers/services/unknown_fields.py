"""Answers what to do with a field that claims used and nobody registered.

What waited under the name is settled by the caller (`escalations.registry.registering`), which may call the triage.
"""

from __future__ import annotations

from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.domain.patterns import is_pattern
from ledgers.models import Field, UnknownField
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.selectors.registries import registered_field
from ledgers.services.fields import FieldData, save_field
from ledgers.services.registry_changes import By, record
from memoryhub.accounts.models import Member, Workspace


def register_unknown(*, unknown: UnknownField, by: By, **data: Unpack[FieldData]) -> Field:
    """Register the field under the name claims used."""
    with transaction.atomic():
        field = save_field(workspace=unknown.workspace, by=by, key=unknown.key, **data)
        _answer(unknown, by, "register", None)
    return field


def map_unknown(*, unknown: UnknownField, by: By, field: Field) -> Field:
    """Read the name as another one of a registered field from now on."""
    if field.workspace_id != unknown.workspace_id or is_pattern(field.key) or field.key == unknown.key:
        raise RegistryRefused([wrong("field", "no-such-field", _("Choose another registered field, not a pattern."))])
    _answer(unknown, by, "map", field)
    return field


def refuse_unknown(*, unknown: UnknownField, by: By) -> None:
    """Refuse claims about this name."""
    _answer(unknown, by, "refuse", None)


def _answer(unknown: UnknownField, by: By, answer: str, field: Field | None) -> None:
    with transaction.atomic():
        taken = UnknownField.objects.filter(pk=unknown.pk, answered_at__isnull=True).update(
            answered_at=clock.now(),
            answer=answer,
            mapped_to=field,
            answered_by=by if isinstance(by, Member) else None,
        )
        if not taken:
            raise RegistryRefused([wrong("choice", "already-answered", _("Somebody answered this already: reload."))])
        record(
            workspace=unknown.workspace, by=by, kind="unknown_field", key=unknown.key, before={},
            after={"answer": answer, "mapped_to": field.key if field else None},
        )  # fmt: skip
    unknown.refresh_from_db()


def close_registered(*, workspace: Workspace, by: By) -> list[str]:
    """Answer what waits in the list and is registered by now, by whatever door; the names that waited."""
    open_ones = UnknownField.objects.filter(workspace=workspace, answered_at__isnull=True).order_by("key")
    closed = []
    for unknown in open_ones:
        if registered_field(workspace, unknown.key) is not None:
            _answer(unknown, by, "register", None)
            closed.append(unknown.key)
    return closed
