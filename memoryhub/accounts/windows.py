"""How long a decision may be taken back."""

from __future__ import annotations

from datetime import timedelta

from memoryhub.accounts.models import Member, Workspace

# For whoever asked for more time (WCAG 2.2, 2.2.1: ten times the default).
LONGER = 10


def undo_window(workspace: Workspace, member: Member | None) -> timedelta:
    """The workspace's time, ten times as long for a member who asked for it."""
    user = member.user if member is not None else None
    return timedelta(seconds=workspace.undo_seconds) * (LONGER if user is not None and user.undo_long else 1)
