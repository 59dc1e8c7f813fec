"""`manage.py verify_log`: whether anybody rewrote the log, and the first row where."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from ledgers import wording_log
from ledgers.management.over_workspaces import OverWorkspaces
from ledgers.services import object_store, signing
from ledgers.verify import outside
from ledgers.verify.checking import Checked, check
from ledgers.verify.findings import Finding
from ledgers.verify.outside import Outside
from ledgers.verify.picture import one_picture
from memoryhub.accounts import walls
from memoryhub.accounts.models import Workspace


class Command(OverWorkspaces):
    """Exit code 0 where every row, seal and checkpoint fits, 1 where one does not."""

    help = (
        "Check the log against its hashes, its seals and the checkpoints kept outside the database: those of the file "
        "and of the store that are named, or else those of this hub, in both."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--checkpoints", help="a file of checkpoints")
        parser.add_argument("--store", help="an object store with checkpoints, such as s3://bucket/folder")
        parser.add_argument("--public-key", help="the public key they are signed with, in PEM; by default this hub's")
        parser.add_argument("--no-checkpoints", action="store_true", help="look at the database alone")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse found
        chosen = self.chosen(options["workspace"])
        about = str(chosen[0].id) if options["workspace"] else ""
        known = Outside() if options["no_checkpoints"] else self._outside(options, about)
        told = [self._one(workspace, known, options["json"]) for workspace in chosen]
        for finding in known.findings:
            self.stderr.write(f"checkpoints: {_line(finding)}")
        self.write(options["json"], {"workspaces": told, "checkpoints": [_json(one) for one in known.findings]})
        if known.forgeries or not all(one["good"] for one in told):
            sys.exit(1)

    def _outside(self, options: dict[str, Any], about: str) -> Outside:
        file, store = options["checkpoints"], options["store"]
        if not file and not store:
            file, store = settings.CHECKPOINTS, settings.CHECKPOINT_STORE
        known = None
        if file and Path(file).exists():
            known = outside.read(Path(file), _key(options["public_key"]), about=about)
        elif file:
            self.stderr.write(
                f"There are no checkpoints in {file}: an end cut off, or a log written anew, goes unseen"
                + (" there." if store else ".")
            )
        if store:
            stored = _stored(store, _key(options["public_key"]), about)
            known = outside.both(known, stored) if known else stored
        return known or Outside()

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


def _key(file: str | None) -> Ed25519PublicKey:
    try:
        key = signing.public_key(Path(file)) if file else signing.our_public_key()
    except signing.BadKey as error:
        raise CommandError(str(error)) from error
    if key is None:
        raise CommandError(
            "This machine has no public key of the checkpoints. Name a file that holds it: --public-key."
        )
    return key


def _stored(address: str, key: Ed25519PublicKey, about: str) -> Outside:
    try:
        return outside.stored(object_store.opened(address), key, about=about)
    except object_store.StoreFailed as error:
        raise CommandError(
            f"The checkpoints in the store cannot be read: {error}. Nothing was checked. Look at the address, and at "
            "endpoint, region and credentials in the environment (docs/settings.md); to look at the file alone, name "
            "it with --checkpoints."
        ) from error


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
