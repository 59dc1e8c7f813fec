"""Homes for real processes, in folders that are removed with whatever still runs in them."""

from __future__ import annotations

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


@pytest.fixture
def home() -> Iterator[Path]:
    """A home that does not exist yet, in a folder nobody else may enter, as a user's own folder would be."""
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-local-"))
    yield folder / "home"
    _sweep(folder)


@pytest.fixture(scope="session")
def _used() -> Iterator[Path]:
    """A home that was started and stopped once; its copies are quick to start."""
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-used-"))
    hub = Hub(folder / "home")
    hub.ready()
    assert hub.end() == 0, hub.said
    yield folder / "home"
    _sweep(folder)


@pytest.fixture
def used_home(_used: Path, home: Path) -> Path:
    """A copy of it, owners and permissions included."""
    subprocess.run(["cp", "-a", str(_used), str(home)], check=True)
    return home


def _sweep(folder: Path) -> None:
    """A failing test must leave no server behind; only processes that name this folder are ours to end."""
    with suppress(FileNotFoundError, ValueError, ProcessLookupError):
        os.kill(int((folder / "home" / "run" / "keeper.pid").read_text()), signal.SIGKILL)
    Running.end_all()
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
