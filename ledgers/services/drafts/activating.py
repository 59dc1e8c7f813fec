"""Putting an approved draft in force, now or at a time. Nothing that was decided changes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.draft_errors import BaseMoved, DraftBlocked, WrongState
from ledgers.models import PolicyDraft
from ledgers.selectors import drafts
from ledgers.services import policies
from ledgers.services.drafts import news, rights
from ledgers.services.drafts.taking import State, change, take, wants
from ledgers.services.registry_changes import By
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member, Workspace

NOT_YET = _("A second person has to approve it first.")
# Whoever means a later time mistyped it; and no calendar holds the last of all days in every zone.
FARTHEST: Final = timedelta(days=366)


@transaction.atomic
def activate(*, member: Member, draft_id: UUID, version: int) -> PolicyDraft:
    """Make it the next version, in force from now on."""
    _hold(member.workspace)
    draft = take(member, draft_id, version, may=rights.may_activate)
    wants(draft, State.APPROVED, State.SCHEDULED, otherwise=NOT_YET)
    return _put_in_force(draft, member)


@transaction.atomic
def schedule(*, member: Member, draft_id: UUID, version: int, at: datetime | None) -> PolicyDraft:
    """Have it put in force at a time to come; None takes the time back."""
    draft = take(member, draft_id, version, may=rights.may_activate)
    wants(draft, State.APPROVED, State.SCHEDULED, otherwise=NOT_YET)
    if at is not None and at <= clock.now():
        raise WrongState(_("That time is past: choose one to come, or activate it now."))
    if at is not None and at > clock.now() + FARTHEST:
        raise WrongState(_("That is more than a year from now: choose a time within a year."))
    return change(draft, member, state=State.SCHEDULED if at else State.APPROVED, activate_at=at)


def due(workspace: Workspace, now: datetime) -> list[UUID]:
    """The drafts whose time has come, the earliest first."""
    rows = PolicyDraft.objects.filter(workspace=workspace, state=State.SCHEDULED, activate_at__lte=now)
    return list(rows.order_by("activate_at", "id").values_list("pk", flat=True))


@transaction.atomic
def activate_due(workspace: Workspace, draft_id: UUID, now: datetime) -> PolicyDraft | None:
    """Put one of them in force; None where somebody else did, or its time was taken back.

    What cannot be put in force any more goes back to being approved without a time, and everybody is told.
    """
    _hold(workspace)
    rows = PolicyDraft.objects.select_for_update(of=("self",)).select_related("workspace", "base", "created_by")
    draft = rows.filter(pk=draft_id, workspace=workspace, state=State.SCHEDULED, activate_at__lte=now).first()
    if draft is None:
        return None
    try:
        with transaction.atomic():
            return _put_in_force(draft, None)
    except Problem:
        draft.refresh_from_db()
        change(draft, None, state=State.APPROVED, activate_at=None)
        news.tell(draft, "held_up")
        return None


def _hold(workspace: Workspace) -> None:
    """Before any draft is held: two activations would otherwise wait for each other's drafts."""
    Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)


def _put_in_force(draft: PolicyDraft, by: By) -> PolicyDraft:
    if not draft.base.active:
        raise BaseMoved
    if found := drafts.blocking(drafts.findings(draft)):
        raise DraftBlocked(found)
    version = policies.activate(
        workspace=draft.workspace, document=draft.document, member=draft.submitted_by, draft=draft
    )
    change(draft, by, state=State.ACTIVE, activated=version)
    news.tell(draft, "activated")
    return draft
