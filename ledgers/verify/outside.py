"""The checkpoints kept outside the database, their signatures checked, by workspace."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledgers.services import checkpoints, signing
from ledgers.services.checkpoints import Written
from ledgers.verify.findings import Finding, Wrong


@dataclass(slots=True)
class Outside:
    """The good checkpoints by workspace, and what is wrong with the others."""

    by_workspace: dict[str, list[Written]] = field(default_factory=lambda: defaultdict(list))
    findings: list[Finding] = field(default_factory=list)

    @property
    def forged(self) -> bool:
        """A line that a crash tore proves nothing either way: it is told, and held against nobody."""
        return any(finding.wrong is Wrong.CHECKPOINT_FORGED for finding in self.findings)


def read(file: Path, key: Ed25519PublicKey) -> Outside:
    """Read the file. A line that is no checkpoint is reported; one that the key did not sign is a forgery."""
    found, (written, wrong) = Outside(), checkpoints.read(file)
    name = signing.fingerprint(key)
    for line in wrong:
        found.findings.append(Finding(Wrong.CHECKPOINT_UNREADABLE, detail=line))
    for one in written:
        if one.key == name and signing.right(key, one.body, one.signature):
            found.by_workspace[one.workspace].append(one)
        else:
            found.findings.append(Finding(Wrong.CHECKPOINT_FORGED, seq=one.rows, seal=one.seal, detail=one.time))
    return found
