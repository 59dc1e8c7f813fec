"""Where the one-machine mode keeps things: one folder, MEMORYHUB_HOME, and what lies in it.

Imported by the settings, so nothing here may need Django.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

DATABASE = "memoryhub"
ROLE = "memoryhub"
APP_ROLE = "memoryhub_app"  # as accounts/roles.py makes it
PORT = 5432  # names the socket file; nothing listens on the network
# A Unix socket's path holds 107 bytes on Linux and 103 on macOS; the shorter limit serves both.
SOCKET_LIMIT = 103


@dataclass(frozen=True)
class Home:
    """The folders under one MEMORYHUB_HOME; reading them makes none."""

    root: Path

    @property
    def data(self) -> Path:
        """The database cluster, and its socket."""
        return self.root / "postgres"

    @property
    def run(self) -> Path:
        """Lock files. Who holds one lives; a process that dies lets go, whatever killed it."""
        return self.root / "run"

    @property
    def logs(self) -> Path:
        return self.root / "log"

    @property
    def mail(self) -> Path:
        return self.root / "mail"

    @property
    def broker(self) -> Path:
        return self.root / "broker"

    @property
    def static(self) -> Path:
        return self.root / "static"

    @property
    def checkpoints(self) -> Path:
        """What proves that nobody wrote the log anew: signed checkpoints, and the key that signs them."""
        return self.root / "checkpoints"

    @property
    def secret_key(self) -> Path:
        return self.root / "secret_key"

    @property
    def socket_folder(self) -> Path:
        """Where clients find the server's socket: in the cluster's folder, or by a short link to it."""
        name = str(self.data / f".s.PGSQL.{PORT}")
        return self.data if len(os.fsencode(name)) <= SOCKET_LIMIT else self.short_link

    @property
    def short_link(self) -> Path:
        """A link to the cluster's folder for a home whose own path is too long; the same for every process."""
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return Path("/tmp") / f"memoryhub-{os.getuid()}-{digest}"  # noqa: S108 (owner and target are checked before use)

    @property
    def database_url(self) -> str:
        """As the owner, who migrates."""
        return self._url(ROLE)

    @property
    def app_database_url(self) -> str:
        """As the plain role, which web and workers use."""
        return self._url(APP_ROLE)

    def _url(self, role: str) -> str:
        return f"postgres://{role}@{quote(str(self.socket_folder), safe='')}:{PORT}/{DATABASE}"

    def make(self) -> None:
        """Make the folders. What exists keeps its permissions; above the home nothing is touched."""
        self.root.mkdir(parents=True, exist_ok=True)
        for folder in (self.run, self.logs, self.mail, self.static, self.broker / "queue", self.broker / "control"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def as_role(database_url: str, role: str) -> str:
    """The same database for another login, without a password: for a server that trusts whoever reaches it."""
    return re.sub(r"^([a-z+]+://)(?:[^@/]*@)?", rf"\g<1>{role}@", database_url)


def home(environment: str | None, default: Path) -> Home:
    """The home that the environment names, as an absolute path: child processes may stand elsewhere."""
    return Home(Path(os.path.abspath(environment or default)))  # noqa: PTH100 (resolve() would follow links)


def stored_secret(place: Home) -> str:
    """The key made at the first start, or nothing before it."""
    try:
        return place.secret_key.read_text(encoding="ascii")
    except FileNotFoundError:
        return ""
