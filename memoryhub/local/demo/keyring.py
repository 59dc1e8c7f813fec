"""The file with the demo's passwords and tokens: mode 0600, replaced whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Login:
    """A way to sign in; `stored` tells whether the database still holds the hash of this password."""

    email: str
    password: str = field(repr=False)
    stored: str = ""


@dataclass(frozen=True, slots=True)
class Keyring:
    logins: dict[str, Login] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, place: Path) -> Keyring:
        """What the file holds; nothing where it is missing or torn, and then new ones are made."""
        try:
            held = json.loads(place.read_text(encoding="utf-8"))
            logins = {str(name): Login(**login) for name, login in held["logins"].items()}
            return cls(logins, {str(name): str(secret) for name, secret in held["tokens"].items()})
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def write(self, place: Path) -> None:
        """Never readable by others, not even while it is written."""
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(place)

    def sign_ins(self) -> dict[str, dict[str, str]]:
        return {name: {"email": login.email, "password": login.password} for name, login in self.logins.items()}
