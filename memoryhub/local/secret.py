"""The key that signs sessions and links: made once, kept under the home for its owner's eyes only."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe

from memoryhub.local.places import Home, stored_secret


def secret_key(home: Home) -> str:
    """The key of this home. Two first starts at once agree: whoever comes second to the name reads the other's."""
    if not home.secret_key.exists():
        part = home.run / f"secret_key.{os.getpid()}"
        _write(part, token_urlsafe(48))
        try:
            home.secret_key.hardlink_to(part)  # unlike a rename it never replaces one that is there
        except FileExistsError:
            pass
        finally:
            part.unlink()
    return stored_secret(home)


def _write(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
