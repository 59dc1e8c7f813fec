"""Whom the database server runs as: PostgreSQL refuses root, and should not have its rights."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from memoryhub.local.errors import NoAccount

NAME = "memoryhub"
_FALLBACK = "postgres"


@dataclass(frozen=True)
class Account:
    """The unprivileged account that a process started by root becomes."""

    uid: int
    gid: int


def for_server(data: Path) -> Account | None:
    """None: as who we are. For root: whoever owns the cluster already, else an account of our own, made if need be."""
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    account = _find(NAME) or _create() or _find(_FALLBACK)
    if account is None:
        raise NoAccount
    return account


def _find(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_uid, entry.pw_gid) if entry.pw_uid != 0 else None


def _create() -> Account | None:
    """Make the system account; two starts at once may both try, so what counts is whether it is there afterwards."""
    tool = shutil.which("useradd")
    if tool is None:
        return None
    options = [
        "--system",
        "--user-group",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
    ]
    subprocess.run([tool, *options, NAME], check=False, capture_output=True)
    return _find(NAME)
