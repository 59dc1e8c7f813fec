"""`manage.py replay`: rebuild the ledgers from the log and compare them, byte for byte, with what is stored."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledgers.replay.replaying import Replayed, replay
from ledgers.verify.picture import one_picture
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace


class Command(BaseCommand):
    """Exit code 0 where everything is as the log has it, 1 where something differs."""

    help = "Rebuild the ledgers from the log, take each decision again, and compare with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", help="the key of one workspace; otherwise all of them, one after the other")
        parser.add_argument("--json", metavar="FILE", help="write the result as JSON to a file, or to - for the output")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse found
        rows = Workspace.objects.order_by("key")
        chosen = list(rows.filter(key=options["workspace"]) if options["workspace"] else rows)
        if options["workspace"] and not chosen:
            raise CommandError(f"There is no workspace {options['workspace']}.")
        told = [self._one(workspace) for workspace in chosen]
        if options["json"]:
            _write(options["json"], told)
        if not all(one["same"] for one in told):
            sys.exit(1)

    def _one(self, workspace: Workspace) -> dict[str, Any]:
        begun = time.monotonic()
        with one_picture(), walls.inside(workspace):
            done = replay(workspace)
        told = {"workspace": workspace.key, **_told(done, time.monotonic() - begun)}
        self._say(told, done)
        return told

    def _say(self, told: dict[str, Any], done: Replayed) -> None:
        state = "the same bytes" if done.same else f"{done.found} differences"
        self.stdout.write(
            f"{told['workspace']}: {done.entries} transactions replayed, {done.retaken} decisions taken again, "
            f"in {told['seconds']} s: {state}"
        )
        if done.brief:
            self.stdout.write(f"  {done.brief} of before say too briefly what they read; they were not taken again")
        for name, digest in done.rebuilt.digests.items():
            stored = done.stored.digests[name]
            mark = "=" if digest == stored else f"differs from what is stored, {stored}"
            self.stdout.write(f"  {name:<8} {done.rebuilt.rows[name]:>8} rows  sha256 {digest}  {mark}")
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


def _write(file: str, told: list[dict[str, Any]]) -> None:
    text = json.dumps(told, indent=2)
    if file == "-":
        sys.stdout.write(text + "\n")
        return
    with open(file, "w", encoding="utf-8") as out:  # noqa: PTH123 - a path as the user gave it
        out.write(text + "\n")
