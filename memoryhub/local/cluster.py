"""The database cluster on disk, and the command that serves it.

The server stands in the cluster's folder and knows it only as /proc/self/cwd. So it needs no right to walk through the
folders above (root's own home, say), and the length of their path does not matter to its socket.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypedDict

from memoryhub.local.accounts import Account
from memoryhub.local.binaries import major
from memoryhub.local.errors import DatabaseFailed, DiskFull, OtherVersion
from memoryhub.local.places import DATABASE, PORT, ROLE
from memoryhub.local.ties import LINUX, tied

_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
_STATUS_LINE = 7  # of postmaster.pid, counted from 0


@dataclass(frozen=True)
class Cluster:
    """One cluster: its folder, the programs that serve it, and the account they run as (None: ours)."""

    data: Path
    programs: Path
    account: Account | None
    durable: bool = True

    @property
    def name(self) -> str:
        """In the server's command line, where we recognise it again: reading more of another account's process may be
        forbidden even to root."""
        return "memoryhub-" + hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]

    def check_version(self) -> None:
        """Refuse data of another major version before anything touches it."""
        ours = major(self.programs)
        found = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        if found != ours:
            raise OtherVersion(self.data, found, ours)

    def create(self) -> None:
        """Make the cluster beside its place and move it there when complete: an interrupted try leaves no half."""
        part = self.data.with_name("postgres.new")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700)
        if self.account is not None:
            os.chown(part, self.account.uid, self.account.gid)
        try:
            self._program(part, "initdb", *_initdb(part, durable=self.durable))
            self._program(
                part, "postgres", "--single", "-D", _seen(part), "postgres", given=f"create database {DATABASE}\n"
            )
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
        part.rename(self.data)

    def serve(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start the server as our child, shut down in good order should we die."""
        settings = ["listen_addresses=", "unix_socket_permissions=0700", f"cluster_name={self.name}", f"port={PORT}"]
        if not self.durable:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        seen = _seen(self.data)
        command = [str(self.programs / "postgres"), "-D", seen, "-k", seen]
        for setting in settings:
            command += ["-c", setting]
        return subprocess.Popen(
            command,
            cwd=self.data,
            env=_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=tied(signal.SIGINT),  # noqa: PLW1509 (one prctl call on a library loaded before)
            **_become(self.account),
        )

    def running(self) -> tuple[int, str] | None:
        """The live server's process id and what it says of itself (`starting`, `ready`, `stopping`), or None."""
        lines = _lines(self.data / "postmaster.pid")
        if lines and _command_line(lines[0]).find(f"cluster_name={self.name}") >= 0:
            return int(lines[0]), lines[_STATUS_LINE].strip() if len(lines) > _STATUS_LINE else "starting"
        return None

    def clear_stale(self) -> None:
        """Remove the lock files of a server that is gone. Its number may by now be another program's, or a dead process
        that nobody collects (containers often have nobody), and PostgreSQL would take either for the server at work.
        Where the number does belong to a PostgreSQL, the judgement is left to PostgreSQL."""
        for name in ("postmaster.pid", f".s.PGSQL.{PORT}.lock"):
            lines = _lines(self.data / name)
            if lines is not None and (not lines or "postgres" not in _command_line(lines[0])):
                (self.data / name).unlink(missing_ok=True)

    def _program(self, folder: Path, name: str, *arguments: str, given: str = "") -> None:
        done = subprocess.run(
            [str(self.programs / name), *arguments],
            cwd=folder,
            env=_ENVIRONMENT,
            input=given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            **_become(self.account),
        )
        if done.returncode != 0:
            said = done.stdout.decode(errors="replace")
            raise DiskFull(folder.parent) if "No space left on device" in said else DatabaseFailed(name, said[-2000:])


def _lines(file: Path) -> list[str] | None:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None


def _seen(folder: Path) -> str:
    """How a process that stands in `folder` names it without walking there."""
    return "/proc/self/cwd" if LINUX else str(folder)


def _initdb(folder: Path, *, durable: bool) -> list[str]:
    """Trust on the socket is safe: the folder that holds it admits the server's account and root alone."""
    options = ["-D", _seen(folder), "-U", ROLE, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-instructions"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]  # the same letters and order on every machine
    return options if durable else [*options, "--no-sync"]


class _Identity(TypedDict, total=False):
    """Arguments of subprocess that change the account."""

    user: int
    group: int
    extra_groups: list[int]


def _become(account: Account | None) -> _Identity:
    return {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}


def _command_line(pid: str) -> str:
    """What process `pid` was started as; empty when there is none."""
    if not pid.strip().isdigit():
        return ""
    if LINUX:
        try:
            return Path(f"/proc/{pid.strip()}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            return ""
    asked = ["/bin/ps", "-ww", "-o", "args=", "-p", pid.strip()]
    return subprocess.run(asked, check=False, capture_output=True, text=True).stdout
