"""The checkpoints kept outside the database, their signatures checked, by workspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings

from ledgers.services import checkpoint_store, checkpoints, object_store, signing
from ledgers.services.checkpoints import Written
from ledgers.services.object_store import Store
from ledgers.verify.findings import Finding, Wrong

# One alone proves all that lies before it; each takes a question to the store.
NEWEST = 100


@dataclass(slots=True)
class Outside:
    """The good checkpoints by workspace, and what is wrong with the others."""

    by_workspace: dict[str, list[Written]] = field(default_factory=lambda: defaultdict(list))
    findings: list[Finding] = field(default_factory=list)

    @property
    def forgeries(self) -> list[Finding]:
        """A line that a crash tore proves nothing either way: it is told, and held against nobody."""
        return [finding for finding in self.findings if finding.wrong is not Wrong.CHECKPOINT_UNREADABLE]

    def newest(self, workspace: str) -> int:
        return max((one.seal for one in self.by_workspace.get(workspace, ())), default=0)


def here(workspace: UUID, *, since: int = 0) -> Outside:
    """The checkpoints of one workspace from a seal on, as far as this machine can read the file and the key."""
    file, key = Path(settings.CHECKPOINTS), signing.our_public_key()
    if not file.exists() or key is None:
        return Outside()
    return read(file, key, about=str(workspace), since=since)


def everywhere(workspace: UUID, *, since: int = 0) -> Outside:
    """The same, and the newest of those in the store, where one is set. Raises StoreFailed."""
    file, key = here(workspace, since=since), signing.our_public_key()
    if not settings.CHECKPOINT_STORE or key is None:
        return file
    store = object_store.opened(settings.CHECKPOINT_STORE)
    found = _stored(checkpoint_store.newest(store, workspace, since=since, most=NEWEST), key)
    return both(file, found) if Path(settings.CHECKPOINTS).exists() else found


def read(file: Path, key: Ed25519PublicKey, *, about: str = "", since: int = 0) -> Outside:
    """Read the file. A line that is no checkpoint is reported; one that the key did not sign is a forgery.

    `about` and `since` leave out, before any signature is checked, what is about others and what is about seals before.
    """
    found, (written, wrong) = Outside(), checkpoints.read(file, about)
    for line in wrong:
        found.findings.append(Finding(Wrong.CHECKPOINT_UNREADABLE, detail=line))
    for one in written:
        if one.seal >= since:
            _take(found, one, key, one.time)
    return found


def stored(store: Store, key: Ed25519PublicKey, *, about: str = "") -> Outside:
    """Read the store. No crash tears an object: one that cannot be read, or is not what its name says, is a forgery."""
    return _stored(checkpoint_store.read(store, about), key)


def _stored(read: Iterable[tuple[str, Written | None]], key: Ed25519PublicKey) -> Outside:
    found = Outside()
    for name, one in read:
        if one is None:
            found.findings.append(Finding(Wrong.CHECKPOINT_FORGED, detail=name))
        else:
            _take(found, one, key, name)
    return found


def _take(found: Outside, one: Written, key: Ed25519PublicKey, where: str) -> None:
    if one.key == signing.fingerprint(key) and signing.right(key, one.body, one.signature):
        found.by_workspace[one.workspace].append(one)
    else:
        found.findings.append(Finding(Wrong.CHECKPOINT_FORGED, seq=one.rows, seal=one.seal, detail=where))


def both(file: Outside, store: Outside) -> Outside:
    """What file and store hold, and where the file ends before the store does: it is written first."""
    found = Outside(findings=[*file.findings, *store.findings])
    for workspace, written in store.by_workspace.items():
        newest = max(written, key=lambda one: one.seal)
        if file.newest(workspace) < newest.seal:
            found.findings.append(
                Finding(Wrong.CHECKPOINT_MISSING, seq=newest.rows, seal=newest.seal, detail=newest.time)
            )
    for place in (file, store):
        for workspace, written in place.by_workspace.items():
            found.by_workspace[workspace] += written
    return found
