"""What the clock does to cases that are there: they follow who is away, remind those who have them, and forget who only
looked at them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from escalations import presence
from escalations.time import absences, reminders
from ledgers import clock
from memoryhub.accounts import walls, workspaces


def sweep() -> int:
    """Do it in every workspace; how many cases moved and how many steps were taken. What was done is not done again."""
    now = clock.now()
    return sum(sweep_workspace(workspace_id, now) for workspace_id in workspaces.ids())


def sweep_workspace(workspace_id: UUID, now: datetime) -> int:
    """Three questions to the database where nothing is due; then a transaction for each case that is."""
    with walls.inside(workspace_id):
        presence.prune(workspace_id, now)
        done = absences.follow_begun(workspace_id, now)
        due = reminders.due(workspace_id, now)
    for case_id in due:
        with walls.inside(workspace_id):
            done += reminders.remind(case_id, now)
    return done
