"""Trying a draft on recorded history, and answering for what it contradicts. A worker does the reading."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.backtest import report, running
from ledgers.backtest.aside import aside
from ledgers.backtest.result import Window
from ledgers.backtest.turn import turn
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import Policy, recorded
from ledgers.draft_errors import BacktestGoing, DraftBlocked, UnknownAccount, WrongState
from ledgers.models import Backtest
from ledgers.selectors import drafts, registries
from ledgers.services.drafts import rights
from ledgers.services.drafts.saying import said
from ledgers.services.drafts.taking import State, take, wants
from ledgers.services.scopes import scope_pattern
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Member, Workspace
from memoryhub.hooks.ringing import ring

log = logging.getLogger(__name__)
TASK = "ledgers.tasks.run_backtest"
LATE = timedelta(seconds=60)
# What has been running for longer and lost its worker again is not begun once more: it may be what ends them.
GIVEN_UP = timedelta(hours=1)
Going = Backtest.State
SHOWN = _(
    "It was put before a second person: what it was tried on, and the notes, stay as they were shown until an edit "
    "takes it back."
)
NOTE = _("Write a note for each: it stays with the result.")


@transaction.atomic
def ask(*, member: Member, draft_id: UUID, version: int, days: int | None = None, scope: str = "") -> Backtest:
    """Have a draft tried as it stands. One at a time, and only while nobody else is asked about it: what a second
    person looks at stays what it is. Only what looks at everything is a proof; the rest is to be looked at."""
    draft = take(member, draft_id, version, may=rights.may_write_in)
    wants(draft, State.EDITING, otherwise=SHOWN)
    scope = _account(member.workspace, scope)
    if found := drafts.blocking(drafts.findings(draft)):
        raise DraftBlocked(found)
    if drafts.going(draft) is not None:
        raise BacktestGoing
    asked = Backtest.objects.create(
        workspace=draft.workspace,
        draft=draft,
        hash=draft.hash,
        base=draft.base,
        window_days=days,
        scope=scope,
        asked_by=member,
        asked_at=clock.now(),
    )
    ring(TASK, str(draft.workspace_id), str(asked.pk))
    return asked


@transaction.atomic
def cancel(*, member: Member, draft_id: UUID) -> None:
    """Whoever runs it stops within a second; nothing of it is kept."""
    draft = take(member, draft_id, may=rights.may_write_in)
    Backtest.objects.filter(draft=draft, state__in=Backtest.GOING).update(state=Going.CANCELLED, ended_at=clock.now())


@transaction.atomic
def acknowledge(*, member: Member, draft_id: UUID, notes: Mapping[str, str]) -> Backtest:
    """Say of decisions that people took why the draft may contradict them; each by its transaction."""
    draft = take(member, draft_id, may=rights.may_write_in)
    wants(draft, State.EDITING, otherwise=SHOWN)
    tried = drafts.trial(draft)
    if tried is None or not tried.fresh:
        raise WrongState(_("There is no result for the draft as it stands."))
    if strange := sorted(set(notes) - set(tried.contradicted)):
        raise WrongState(_("The draft does not contradict this: {numbers}.").format(numbers=", ".join(strange)))
    if not notes:
        raise WrongState(_("Name the decisions that the note is for."))
    words = {number: said(note, otherwise=NOTE) for number, note in notes.items()}
    row = Backtest.objects.select_for_update().get(pk=tried.backtest.pk)
    by = {"by": member.key, "at": clock.now().isoformat()}
    row.acknowledged = {**row.acknowledged, **{number: {"note": note, **by} for number, note in words.items()}}
    row.save(update_fields=["acknowledged"])
    return row


def _account(workspace: Workspace, scope: str) -> str:
    """The accounts in the form in which scopes compare; empty for all of them."""
    if scope.strip() in ("", ANY):
        return ""
    kept, wrong = scope_pattern(scope, "scope")
    if wrong or not registries.scopes_exist(workspace, kept):
        raise UnknownAccount
    return kept


def carry_out(workspace_id: UUID, backtest_id: UUID) -> None:
    """Run one that waits, or whose worker is gone. A second bell finds it over, or somebody at it."""
    with turn(backtest_id) as mine:
        row = _taken(workspace_id, backtest_id) if mine else None
        if row is None:
            return
        if row.draft.hash != row.hash:
            _end(row, Going.FAILED, error="draft_changed")
            return
        _run(row, recorded(row.draft.document), Window(row.window_days, clock.now(), row.scope or ANY))


def _taken(workspace_id: UUID, backtest_id: UUID) -> Backtest | None:
    with walls.inside(workspace_id):
        rows = Backtest.objects.filter(pk=backtest_id, state__in=Backtest.GOING)
        lost = rows.filter(state=Going.RUNNING, asked_at__lt=clock.now() - GIVEN_UP)
        lost.update(state=Going.FAILED, error="stopped", ended_at=clock.now())
        if not rows.update(state=Going.RUNNING, done=0, total=0):
            return None
        return rows.select_related("workspace", "draft", "base").get()


def carry_out_waiting() -> int:
    """Run what waits although its bell should have rung, and what lost its worker; how many were looked at.

    Losing the broker or a worker loses no question.
    """
    return sum(_carry_out_waiting(workspace_id) for workspace_id in workspaces.ids())


def _carry_out_waiting(workspace_id: UUID) -> int:
    with walls.inside(workspace_id):
        late = Q(state=Going.QUEUED, asked_at__lt=clock.now() - LATE) | Q(state=Going.RUNNING)
        waiting = list(Backtest.objects.filter(late).order_by("id").values_list("pk", flat=True))
    for number in waiting:
        carry_out(workspace_id, number)
    return len(waiting)


def _run(row: Backtest, draft: Policy, window: Window) -> None:
    try:
        with aside(_progress) as told, aside(_cancelled) as cancelled:
            result = running.run(
                row.workspace,
                draft,
                window,
                progress=lambda done, total: told(row, done, total),
                cancelled=lambda: cancelled(row),
            )
        if result.base != row.base.hash:
            _end(row, Going.FAILED, error="base_moved")
        else:
            said = report.as_json(result)
            _end(row, Going.DONE, result=said, snapshot=result.snapshot, engine=result.engine)
    except running.Cancelled:
        log.info("backtest %s was cancelled", row.pk)
    finally:
        # Whatever ended it otherwise: nobody waits for it any more.
        _end(row, Going.FAILED, error="stopped")


def _progress(row: Backtest, done: int, total: int) -> None:
    with walls.inside(row.workspace_id):
        Backtest.objects.filter(pk=row.pk, state=Going.RUNNING).update(done=done, total=total)


def _cancelled(row: Backtest) -> bool:
    with walls.inside(row.workspace_id):
        return Backtest.objects.filter(pk=row.pk, state=Going.CANCELLED).exists()


def _end(row: Backtest, state: str, **said: object) -> None:
    """Once: what was cancelled or ended stays so."""
    with walls.inside(row.workspace_id):
        rows = Backtest.objects.filter(pk=row.pk, state__in=Backtest.GOING)
        rows.update(state=state, ended_at=clock.now(), **said)
