"""`manage.py replay`: rebuild the ledgers from the log and compare them, byte for byte, with what is stored."""

from __future__ import annotations

import sys
import time
from typing import Any

from ledgers.management.over_workspaces import OverWorkspaces
from ledgers.replay.replaying import Replayed, replay
from ledgers.verify.picture import one_picture
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace


class Command(OverWorkspaces):
    """Exit code 0 where everything is as the log has it, 1 where something differs."""

    help = "Rebuild the ledgers from the log, take each decision again, and compare with what is stored."

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse found
        told = [self._one(workspace, options["json"]) for workspace in self.chosen(options["workspace"])]
        self.write(options["json"], told)
        if not all(one["same"] for one in told):
            sys.exit(1)

    def _one(self, workspace: Workspace, file: str | None) -> dict[str, Any]:
        begun = time.monotonic()
        with one_picture(), walls.inside(workspace):
            done = replay(workspace)
        told = {"workspace": workspace.key, **_told(done, time.monotonic() - begun)}
        self._tell(told, done, file)
        return told

    def _tell(self, told: dict[str, Any], done: Replayed, file: str | None) -> None:
        state = "the same bytes" if done.same else f"{done.found} differences"
        self.say(
            f"{told['workspace']}: {done.entries} transactions replayed, {done.retaken} decisions taken again, "
            f"in {told['seconds']} s: {state}",
            file,
        )
        if done.brief:
            self.say(f"  {done.brief} of before say too briefly what they read; they were not taken again", file)
        for name, digest in done.rebuilt.digests.items():
            stored = done.stored.digests[name]
            mark = "=" if digest == stored else f"differs from what is stored, {stored}"
            self.say(f"  {name:<8} {done.rebuilt.rows[name]:>8} rows  sha256 {digest}  {mark}", file)
        for line in done.differences:
            self.stderr.write(f"  {line}")


def _told(done: Replayed, seconds: float) -> dict[str, Any]:
    return {
        "same": done.same,
        "transactions": done.entries,
        "retaken": done.retaken,
        "brief": done.brief,
        "seconds": round(seconds, 2),
        "rebuilt": done.rebuilt.digests,
        "stored": done.stored.digests,
        "rows": done.rebuilt.rows,
        "differences": done.differences,
    }
