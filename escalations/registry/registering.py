"""Changes of the registries and of the policy, with what follows for claims and cases that wait.

Registering a field settles what waited for it; a changed responsibility moves its open cases. Both belong to the
change: they are in its transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from django.db import transaction

from escalations.rerouting import reroute
from escalations.triage import settle_waiting_field
from ledgers.models import Field, PolicyVersion, Responsibility, UnknownField
from ledgers.services import policies, registries
from ledgers.services.fields import FieldData
from ledgers.services.registry_changes import By
from ledgers.services.responsibilities import ResponsibilityData
from memoryhub.accounts.models import Member, Workspace


@transaction.atomic
def save_field(*, workspace: Workspace, by: By, key: str, **data: Unpack[FieldData]) -> Field:
    field = registries.save_field(workspace=workspace, by=by, key=key, **data)
    _settle_registered(workspace, by)
    return field


@transaction.atomic
def register_unknown(*, unknown: UnknownField, by: By, **data: Unpack[FieldData]) -> Field:
    field = registries.register_unknown(unknown=unknown, by=by, **data)
    settle_waiting_field(workspace=unknown.workspace, key=unknown.key, field=field.key)
    return field


@transaction.atomic
def map_unknown(*, unknown: UnknownField, by: By, field: Field) -> Field:
    registries.map_unknown(unknown=unknown, by=by, field=field)
    settle_waiting_field(workspace=unknown.workspace, key=unknown.key, field=field.key)
    return field


@transaction.atomic
def activate_policy(*, workspace: Workspace, document: Mapping[str, Any], member: Member | None) -> PolicyVersion:
    version = policies.activate(workspace=workspace, document=document, member=member)
    _settle_registered(workspace, member)
    return version


@transaction.atomic
def save_responsibility(
    *, workspace: Workspace, by: By, row: Responsibility | None = None, **data: Unpack[ResponsibilityData]
) -> Responsibility:
    saved = registries.save_responsibility(workspace=workspace, by=by, row=row, **data)
    reroute(workspace=workspace, by=by)
    return saved


@transaction.atomic
def remove_responsibility(*, row: Responsibility, by: By) -> None:
    workspace = row.workspace
    registries.remove_responsibility(row=row, by=by)
    reroute(workspace=workspace, by=by)


def _settle_registered(workspace: Workspace, by: By) -> None:
    for key in registries.close_registered(workspace=workspace, by=by):
        settle_waiting_field(workspace=workspace, key=key, field=key)
