"""Collects the static files when they changed since the last start; otherwise a start does not wait for it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from memoryhub.local.locks import alone
from memoryhub.local.places import Home


def collect(home: Home) -> bool:
    """Bring the static folder up to date; True when there was something to do. One process at a time."""
    with alone(home.run / "static.lock"):
        mark, now = home.static / ".collected", _fingerprint()
        if mark.exists() and mark.read_text(encoding="ascii") == now:
            return False
        call_command("collectstatic", interactive=False, verbosity=0)
        mark.write_text(now, encoding="ascii")
        return True


def _fingerprint() -> str:
    """Names, sizes and times of all that would be collected."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
