"""`manage.py verify_log`: whether anybody rewrote the log, and the first row where."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from ledgers import wording_log
from ledgers.management.over_workspaces import OverWorkspaces
from ledgers.services import signing
from ledgers.verify import outside
from ledgers.verify.checking import Checked, check
from ledgers.verify.findings import Finding
from ledgers.verify.outside import Outside
from ledgers.verify.picture import one_picture
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace


class Command(OverWorkspaces):
    """Exit code 0 where every row, seal and checkpoint fits, 1 where one does not."""

    help = "Check the log against its hashes, its seals and the checkpoints kept outside the database."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--checkpoints", help="the file of checkpoints; by default the one this hub writes")
        parser.add_argument("--public-key", help="the public key they are signed with, in PEM; by default this hub's")
        parser.add_argument("--no-checkpoints", action="store_true", help="look at the database alone")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse found
        chosen = self.chosen(options["workspace"])
        known = Outside() if options["no_checkpoints"] else self._outside(options)
        told = [self._one(workspace, known, options["json"]) for workspace in chosen]
        for finding in known.findings:
            self.stderr.write(f"checkpoints: {_line(finding)}")
        self.write(options["json"], {"workspaces": told, "checkpoints": [_json(one) for one in known.findings]})
        if known.forgeries or not all(one["good"] for one in told):
            sys.exit(1)

    def _outside(self, options: dict[str, Any]) -> Outside:
        file = Path(options["checkpoints"] or settings.CHECKPOINTS)
        public = options["public_key"] or signing.public_file(Path(settings.CHECKPOINT_KEY_FILE))
        if not file.exists():
            self.stderr.write(
                f"There are no checkpoints in {file}: an end cut off, or a log written anew, goes unseen."
            )
            return Outside()
        try:
            return outside.read(file, signing.public_key(Path(public)))
        except signing.BadKey as error:
            raise CommandError(str(error)) from error

    def _one(self, workspace: Workspace, known: Outside, file: str | None) -> dict[str, Any]:
        begun = time.monotonic()
        with one_picture(), walls.inside(workspace):
            done = check(workspace.id, known.by_workspace.get(str(workspace.id), []))
        seconds = time.monotonic() - begun
        self.say(f"{workspace.key}: {_summary(done, seconds)}", file)
        for finding in done.findings:
            self.stderr.write(f"  {_line(finding)}")
        return {
            "workspace": workspace.key,
            "good": done.good,
            "rows": done.rows,
            "unsealed": done.unsealed,
            "seals": done.seals,
            "checkpoints": done.checkpoints,
            "seconds": round(seconds, 3),
            "findings": [_json(finding) for finding in done.findings],
        }


def _summary(done: Checked, seconds: float) -> str:
    speed = (done.rows + done.unsealed) / seconds if seconds else 0
    state = "good" if done.good else "NOT AS IT WAS RECORDED"
    return (
        f"{state}; {done.rows} rows under {done.seals} seals, {done.unsealed} not sealed yet, "
        f"{done.checkpoints} checkpoints; {speed:,.0f} rows/s"
    )


def _line(finding: Finding) -> str:
    places = {
        "position": finding.seq,
        "transaction": finding.transaction,
        "seal": finding.seal,
        "": finding.detail or None,
    }
    where = ", ".join(f"{name} {place}".strip() for name, place in places.items() if place is not None)
    return f"{where}: {wording_log.say(finding)}"


def _json(finding: Finding) -> dict[str, Any]:
    return {
        "wrong": str(finding.wrong),
        "seq": finding.seq,
        "transaction": finding.transaction,
        "seal": finding.seal,
        "detail": finding.detail,
        "says": wording_log.say(finding),
    }
