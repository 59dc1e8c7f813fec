"""One hub on one machine, from nothing to `ready` and back to nothing."""

from __future__ import annotations

import errno
import os
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Self

from django.conf import settings
from django.db import OperationalError

from memoryhub.local import assets, contents, ports, translations
from memoryhub.local.children import Child, children
from memoryhub.local.errors import DatabaseFailed, DatabaseUnreachable, DiskFull
from memoryhub.local.places import APP_ROLE, Home, as_role
from memoryhub.local.secret import secret_key
from memoryhub.local.server import Say, Server

_POLL = 0.05
_WORTH_SAYING = 8.0
_LOOK = 1.0  # how often a running hub looks after its processes


class Stopped(BaseException):
    """The person or the system asked for the end; not an error, and no code on the way may swallow it."""


@dataclass(frozen=True)
class Address:
    """Where the hub answers."""

    host: str
    port: int

    @property
    def url(self) -> str:
        host = ports.reachable(self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


class Hub:
    """Use as `with Hub(...) as hub`: whatever was started is stopped at the end, in the reverse order."""

    def __init__(self, home: Home, address: Address, say: Say) -> None:
        self._home = home
        self._say = say
        self._address = Address(address.host, ports.claim(address.host, address.port))
        self._server: Server | None = None
        self._children: list[Child] = []

    def __enter__(self) -> Self:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, _stop)
        return self

    def __exit__(self, *_: object) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # stopping is on its way; nothing hurries it but kill -9
        for child in self._children:
            child.stop()
        if self._server is not None:
            self._server.leave()

    @property
    def url(self) -> str:
        return self._address.url

    def start(self) -> Mapping[str, object]:
        """Return, once the hub answers requests, what the demo workspace has to say (workspace, logins, tokens)."""
        with self._explained():
            self._prepare()
            found = contents.fill(self._say)
            self._start_children()
        return found

    def watch(self) -> None:
        """Keep everything alive until told to stop."""
        while True:
            time.sleep(_LOOK)
            if self._server is not None and not self._server.keep():
                self._say("The database had lost its keeper; both were started again")
            for child in self._children:
                child.look(self._say)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OperationalError as error:
            reason = str(error).strip()
            if self._server is None:
                raise DatabaseUnreachable(reason) from error
            raise DatabaseFailed(self._home.logs / "postgres.log", reason) from error
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise DiskFull(self._home.root) from error
            raise

    def _prepare(self) -> None:
        self._home.make()
        translations.compile_all([Path(folder) for folder in settings.LOCALE_PATHS])
        settings.SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(self._home)
        settings.PUBLIC_URL = os.environ.get("PUBLIC_URL") or self.url
        if not os.environ.get("DATABASE_URL"):
            self._server = Server(self._home, self._say)
            self._server.join()
        if assets.collect(self._home):
            self._say("Collected the static files")

    def _start_children(self) -> None:
        self._children = children(
            self._home.logs, self._environment(), host=self._address.host, port=self._address.port
        )
        web, *others = self._children
        web.start()
        self._wait_for_web(web)
        for child in others:  # after the web: on few cores they would only hold it up, and a bell rung meanwhile waits
            child.start()

    def _wait_for_web(self, web: Child) -> None:
        begun, next_word = time.monotonic(), _WORTH_SAYING
        while not ports.answers(self._address.host, self._address.port):
            web.fail_if_dead()
            if (waited := time.monotonic() - begun) > next_word:
                self._say(f"Waiting for the web process to answer: {waited:.0f} s so far; log: {web.log}")
                next_word *= 2
            time.sleep(_POLL)

    def _environment(self) -> dict[str, str]:
        """What the children read: the same home, key and database as this process, whatever their folder."""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "MEMORYHUB_HOME": str(self._home.root),
            "DATABASE_URL": self._app_url(),
            "PUBLIC_URL": settings.PUBLIC_URL,
            "ALLOWED_HOSTS": os.environ.get("ALLOWED_HOSTS") or ",".join(self._names()),
        }

    def _app_url(self) -> str:
        """Web and workers sign in as the plain role, which the walls between workspaces hold."""
        given = os.environ.get("DATABASE_URL")
        if not given:
            return self._home.app_database_url
        return os.environ.get("APP_DATABASE_URL") or as_role(given, APP_ROLE)

    def _names(self) -> list[str]:
        """The names this machine is asked by: a hub told to listen on a network address must also answer to it."""
        names = [*settings.ALLOWED_HOSTS, self._address.host]
        if ports.reachable(self._address.host) != self._address.host:
            names += [socket.gethostname(), socket.getfqdn()]
        return sorted({f"[{name}]" if ":" in name and not name.startswith("[") else name for name in names if name})


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Stopped
