"""Putting the previous version back in force at once, when what is in force does harm.

One person does it and everybody who may approve is told. A second person lets it stand within a day; otherwise what was
in force before comes back, and the previous version is a draft like every other. What would guard any field less than
now takes the second person beforehand, and so does what nobody let stand the last time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers import clock
from ledgers.draft_errors import DraftChanged, WrongState
from ledgers.models import DraftEdit, EmergencyRollback, PolicyDraft, PolicyVersion
from ledgers.policies.changes import changes
from ledgers.selectors import emergencies
from ledgers.services import fields_kept, policies
from ledgers.services.drafts import news
from ledgers.services.drafts.saying import said
from ledgers.services.drafts.taking import State
from ledgers.services.registry_changes import By, record
from memoryhub.accounts.errors import NotAllowed, Problem
from memoryhub.accounts.models import Member, Role, Workspace

TO_RATIFY: Final = timedelta(hours=24)
REASON = gettext_lazy("Give a reason: everybody who may approve reads it.")


@transaction.atomic
def roll_back(*, member: Member, seen: int, reason: str) -> EmergencyRollback:
    """Put the version before the one in force back, with a new number. `seen` is the number that was in force when
    whoever does it looked."""
    _may(member)
    _hold(member.workspace)
    if emergencies.waiting(member.workspace) is not None:
        raise WrongState(_("The last emergency rollback waits for its second person: that comes first."))
    left = PolicyVersion.objects.filter(workspace=member.workspace, active=True).first()
    if left is None or left.version != seen:
        raise DraftChanged
    previous = emergencies.before(left)
    if previous is None:
        raise WrongState(_("There is no version before the one in force."))
    fields = fields_kept.held(member.workspace)
    if (refused := emergencies.refusal(left, previous)) is not None:
        raise refused
    why = said(reason, otherwise=REASON)
    version = policies.activate(
        workspace=member.workspace, document=previous.document, member=member, way="emergency rollback"
    )
    registry = fields_kept.changed(fields, fields_kept.held(member.workspace))
    now = clock.now()
    done = EmergencyRollback.objects.create(
        workspace=member.workspace, member=member, reason=why, at=now, due_at=now + TO_RATIFY, left=left,
        version=version, registry=registry,
    )  # fmt: skip
    news.emergency(done, "rolled_back")
    return done


@transaction.atomic
def ratify(*, member: Member, rollback_id: UUID, reason: str) -> EmergencyRollback:
    """The second person lets it stand."""
    _may(member)
    _hold(member.workspace)
    done = _taken(member.workspace, rollback_id)
    if done is None:
        raise WrongState(_("It does not wait for a second person any more."))
    if done.member_id == member.pk:
        raise NotAllowed(_("You put it back yourself: another policy approver has to let it stand."))
    if not done.version.active:
        raise DraftChanged
    _end(done, member, ratified_by=member, ratified_because=said(reason, otherwise=REASON))
    news.emergency(done, "ratified")
    return done


def due(workspace: Workspace, now: datetime) -> list[UUID]:
    """Those that nobody ratified in time, or over which another version came into force."""
    found = emergencies.waiting(workspace)
    return [found.pk] if found is not None and (found.due_at <= now or not found.version.active) else []


@transaction.atomic
def give_back(workspace: Workspace, rollback_id: UUID) -> EmergencyRollback | None:
    """What was in force before comes back, in the registry too, and what was put in its place goes to review; None
    where somebody was faster. Where another version is in force by now, nothing comes back: two people let it pass."""
    _hold(workspace)
    done = _taken(workspace, rollback_id)
    if done is None:
        return None
    if not done.version.active:
        _end(done, None)
        return None
    fields = fields_kept.held(workspace)
    version = policies.activate(
        workspace=workspace, document=done.left.document, member=None, way="emergency not ratified"
    )
    fields_kept.put_back(workspace, done.registry, fields)
    _end(done, None, given_back=version, draft=_for_review(done, version))
    news.emergency(done, "given_back")
    return done


@transaction.atomic
def held_up(workspace: Workspace, rollback_id: UUID, refused: Problem) -> None:
    """What was left cannot be given back: why not stays with the rollback, and people are told the first time."""
    with translation.override(workspace.language):
        why = " ".join(dict.fromkeys(map(str, [refused.detail, *(error["detail"] for error in refused.errors)])))
    waits = EmergencyRollback.objects.filter(workspace=workspace, pk=rollback_id, ended_at=None)
    first = waits.filter(failed_at=None).update(failed_at=clock.now())
    waits.exclude(failed_because=why).update(failed_because=why)
    if first:
        news.emergency(waits.get(), "held_up")


def _for_review(done: EmergencyRollback, base: PolicyVersion) -> PolicyDraft:
    """A draft of whoever put it in force, so that others judge it."""
    document, now = done.version.document, clock.now()
    draft = PolicyDraft.objects.create(
        workspace=done.workspace, title=_title(done), base=base, document=document, hash=done.version.hash,
        state=State.EDITING, created_by=done.member, created_at=now,
    )  # fmt: skip
    DraftEdit.objects.create(
        workspace=done.workspace, draft=draft, member=done.member, at=now, kind="roll_back", after=draft.hash,
        changes=changes(base.document, document),
    )  # fmt: skip
    return draft


def _title(done: EmergencyRollback) -> str:
    return _("As version %(number)d, not ratified") % {"number": done.version.version}


def _end(done: EmergencyRollback, by: By, **columns: object) -> None:
    for name, value in {**columns, "ended_at": clock.now()}.items():
        setattr(done, name, value)
    done.save(update_fields=[*columns, "ended_at"])
    record(
        workspace=done.workspace, by=by, kind="policy", key=f"emergency v{done.version.version}",
        before={"waits": True}, after={"waits": False, "ratified": done.ratified_by_id is not None},
    )  # fmt: skip


def _taken(workspace: Workspace, rollback_id: UUID) -> EmergencyRollback | None:
    rows = EmergencyRollback.objects.select_for_update(of=("self",)).select_related("workspace", "version", "left")
    return rows.select_related("member").filter(workspace=workspace, pk=rollback_id, ended_at=None).first()


def _may(member: Member) -> None:
    if not member.has_role(Role.POLICY_APPROVER):
        raise NotAllowed(_("Only a policy approver puts the previous version back at once, or lets that stand."))


def _hold(workspace: Workspace) -> None:
    Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
