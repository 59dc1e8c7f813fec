"""The checkpoints kept outside the database, their signatures checked, by workspace."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings

from ledgers.services import checkpoints, signing
from ledgers.services.checkpoints import Written
from ledgers.verify.findings import Finding, Wrong


@dataclass(slots=True)
class Outside:
    """The good checkpoints by workspace, and what is wrong with the others."""

    by_workspace: dict[str, list[Written]] = field(default_factory=lambda: defaultdict(list))
    findings: list[Finding] = field(default_factory=list)

    @property
    def forgeries(self) -> list[Finding]:
        """A line that a crash tore proves nothing either way: it is told, and held against nobody."""
        return [finding for finding in self.findings if finding.wrong is Wrong.CHECKPOINT_FORGED]


def here(workspace: UUID, *, since: int = 0) -> Outside:
    """The checkpoints of one workspace from a seal on, as far as this machine can read the file and the key."""
    file, public = Path(settings.CHECKPOINTS), signing.public_file(Path(settings.CHECKPOINT_KEY_FILE))
    if not file.exists() or not public.exists():
        return Outside()
    return read(file, signing.public_key(public), about=str(workspace), since=since)


def read(file: Path, key: Ed25519PublicKey, *, about: str = "", since: int = 0) -> Outside:
    """Read the file. A line that is no checkpoint is reported; one that the key did not sign is a forgery.

    `about` and `since` leave out, before any signature is checked, what is about others and what is about seals before.
    """
    found, (written, wrong) = Outside(), checkpoints.read(file, about)
    name = signing.fingerprint(key)
    for line in wrong:
        found.findings.append(Finding(Wrong.CHECKPOINT_UNREADABLE, detail=line))
    for one in written:
        if one.seal < since:
            continue
        if one.key == name and signing.right(key, one.body, one.signature):
            found.by_workspace[one.workspace].append(one)
        else:
            found.findings.append(Finding(Wrong.CHECKPOINT_FORGED, seq=one.rows, seal=one.seal, detail=one.time))
    return found
