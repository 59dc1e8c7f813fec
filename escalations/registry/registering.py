"""Changes of the registries and of the policy, with what follows for claims and cases that wait.

Registering a field settles what waited for it; a changed responsibility moves its open cases. Both belong to the
change: they are in its transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from django.db import DatabaseError, transaction

from escalations.rerouting import reroute
from escalations.triage import settle_waiting_field
from ledgers import clock
from ledgers.draft_errors import SecondPersonNeeded
from ledgers.models import EmergencyRollback, Field, PolicyDraft, PolicyVersion, Responsibility, UnknownField
from ledgers.selectors.policies import active_version
from ledgers.services import policies, registries
from ledgers.services.drafts import activating, emergencies
from ledgers.services.fields import FieldData
from ledgers.services.registry_changes import By
from ledgers.services.responsibilities import ResponsibilityData
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member, Workspace

log = logging.getLogger(__name__)


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
def first_policy(*, workspace: Workspace, document: Mapping[str, Any], member: Member | None) -> PolicyVersion:
    """The first version of a workspace, which nobody could approve yet; SecondPersonNeeded where there is one."""
    if active_version(workspace) is not None:
        raise SecondPersonNeeded
    return activate_policy(workspace=workspace, document=document, member=member)


@transaction.atomic
def activate_policy(*, workspace: Workspace, document: Mapping[str, Any], member: Member | None) -> PolicyVersion:
    """What whoever runs the machine puts in force by a command there: no second person, and the record says so."""
    version = policies.activate(workspace=workspace, document=document, member=member)
    _settle_registered(workspace, member)
    return version


@transaction.atomic
def activate_draft(*, member: Member, draft_id: UUID, version: int) -> PolicyDraft:
    draft = activating.activate(member=member, draft_id=draft_id, version=version)
    _settle_registered(draft.workspace, member)
    return draft


def activate_due() -> int:
    """Put in force what is scheduled for by now, in every workspace; how many."""
    return sum(_activate_due(workspace_id) for workspace_id in workspaces.ids())


def give_back_due() -> int:
    """Where nobody ratified an emergency rollback in time: put back what was in force before; how many. What cannot be
    put back in one workspace keeps no other from it, and is tried again the next time."""
    return sum(_give_back_due(workspace_id) for workspace_id in workspaces.ids())


def _give_back_due(workspace_id: UUID) -> int:
    with walls.inside(workspace_id):
        workspace = Workspace.objects.get(pk=workspace_id)
        due = emergencies.due(workspace, clock.now())
    return sum(_given_back(workspace, rollback_id) for rollback_id in due)


def _given_back(workspace: Workspace, rollback_id: UUID) -> bool:
    try:
        with walls.inside(workspace):
            done = emergencies.give_back(workspace, rollback_id)
            if done is not None:
                _settle_registered(workspace, None)
            return done is not None
    except Problem as refused:
        log.warning("emergency rollback %s cannot be given back: %s", rollback_id, refused.slug)
        with walls.inside(workspace):
            emergencies.held_up(workspace, rollback_id, refused)
    except DatabaseError as error:
        log.warning("emergency rollback %s was not given back: %s", rollback_id, type(error).__name__)
    return False


@transaction.atomic
def roll_back_now(*, member: Member, seen: int, reason: str) -> EmergencyRollback:
    done = emergencies.roll_back(member=member, seen=seen, reason=reason)
    _settle_registered(member.workspace, member)
    return done


def _activate_due(workspace_id: UUID) -> int:
    done = 0
    with walls.inside(workspace_id):
        now, workspace = clock.now(), Workspace.objects.get(pk=workspace_id)
        waiting = activating.due(workspace, now)
    for draft_id in waiting:
        with walls.inside(workspace_id):
            if activating.activate_due(workspace, draft_id, now) is not None:
                _settle_registered(workspace, None)
                done += 1
    return done


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
