"""Homes for real processes, in folders that are removed with whatever still runs in them."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.local.processes import Hub, Running, postmaster
from tests.plugins import database


@pytest.fixture
def home() -> Iterator[Path]:
    """A home that does not exist yet, in a folder nobody else may enter, as a user's own folder would be."""
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-local-"))
    yield folder / "home"
    _sweep(folder)


@pytest.fixture(scope="session")
def used() -> Path:
    """A home that was started and stopped once, by whichever worker wants it first; its copies are quick to start."""
    folder = database.of_all_workers() / "used"
    folder.mkdir(mode=0o700, exist_ok=True)
    home, made = folder / "home", folder / "made"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            hub = Hub(home)
            hub.ready()
            assert hub.end() == 0, hub.said
            made.touch()
    return home


@pytest.fixture
def used_home(used: Path, home: Path) -> Path:
    """A copy of it, owners and permissions included."""
    return _copied(used, home)


@pytest.fixture(scope="module")
def running(used: Path) -> Iterator[Hub]:
    """One hub for the tests after which it works as before, whatever they killed in it."""
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-running-"))
    hub = Hub(_copied(used, folder / "home"))
    hub.ready()
    yield hub
    ended, said = hub.end(), hub.said
    _sweep(folder)
    assert ended == 0, said


def _copied(used: Path, home: Path) -> Path:
    subprocess.run(["cp", "-a", str(used), str(home)], check=True)
    return home


def _sweep(folder: Path) -> None:
    """A failing test must leave no server behind; only processes that name this folder are ours to end."""
    with suppress(FileNotFoundError, ValueError, ProcessLookupError):
        os.kill(int((folder / "home" / "run" / "keeper.pid").read_text()), signal.SIGKILL)
    Running.end_below(folder)
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            environment = (entry / "environ").read_bytes()
            if f"MEMORYHUB_HOME={folder}".encode() in environment:
                os.kill(int(entry.name), signal.SIGKILL)
    with suppress(FileNotFoundError, ValueError, ProcessLookupError):
        pid = postmaster(folder / "home")
        if b"/postgres\0-D" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
    shutil.rmtree(folder)
