"""Loads the demo once, and puts it back to its beginning when asked."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from escalations import checks
from ledgers import clock
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Workspace
from memoryhub.local.demo import access, story, world
from memoryhub.local.demo.moments import Today
from memoryhub.local.demo.world import Table

# Registered before the oldest happening of the story.
FOUNDED = "-740d"


def load() -> dict[str, object]:
    """Make the demo workspace unless it is there, and say how to get in: `workspace`, `logins`, `tokens`.

    A workspace of that name which is no demo is somebody's own: it is left alone and nothing is said about it.
    """
    firm = world.read("world.toml")
    workspace = Workspace.objects.filter(key=firm["key"]).first()
    if workspace is None:
        workspace = _make(firm)
        checks.sweep_workspace(workspace.id)
    if not workspace.demo:
        return {"workspace": "", "logins": {}, "tokens": {}}
    with walls.inside(workspace):
        return access.ensure(workspace, firm, settings.HOME / "demo.json")


def archive_and_reload() -> tuple[str, dict[str, object]]:
    """Put the demo workspace away under another name and make a fresh one; the old name's new key, and the way in.

    Ledgers are never emptied, not even a demo's: what visitors did stays, in a workspace that nobody enters any more.
    Logins keep their passwords and tokens their secrets.
    """
    if not Workspace.objects.filter(key=world.read("world.toml")["key"], demo=True).exists():
        return "", load()
    return start_over()[0], load()


def start_over() -> tuple[str, Workspace]:
    """The same without a word about the way in, which stays what it was; for a demo that is there."""
    firm = world.read("world.toml")
    with transaction.atomic():
        old = Workspace.objects.select_for_update().get(key=firm["key"], demo=True)
        kept = f"{old.key}-{clock.now():%Y%m%d-%H%M%S-%f}"
        workspaces.put_away(workspace=old, key=kept, name=f"{old.name} ({kept})")
        fresh = _make(firm)
        access.hand_over(old, fresh)
    checks.sweep_workspace(fresh.id)
    return kept, fresh


def _make(firm: Table) -> Workspace:
    """All of it or nothing: a start that is killed half-way leaves no half a story."""
    with transaction.atomic():
        workspace = world.found(firm)
        now = clock.now()
        with walls.inside(workspace):
            with clock.telling(workspace, Today(now, workspace.zone).instant(FOUNDED)):
                world.furnish(workspace, firm)
            story.tell(workspace, world.read("story.toml"), now)
    return workspace
