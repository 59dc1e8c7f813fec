"""The lock file: everything pinned with its hash, and nothing in it about where it was made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
_NAME = re.compile(r"[\w.-]+")


def _entries() -> list[str]:
    """Each requirement with its continuation lines, comments left out."""
    lines = [line for line in LOCK.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [entry for entry in re.split(r"(?m)^(?=\S)", "\n".join(lines)) if entry]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_entry_is_pinned_and_hashed() -> None:
    assert len(_entries()) > 50
    for entry in _entries():
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_nothing_tells_where_it_was_made() -> None:
    assert not re.search(r"://|--index|--find-links|--extra|@ |(^|\s)/\w", LOCK)


def test_everything_the_project_asks_for_is_in_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    pinned = {_plain(entry.partition("==")[0]) for entry in _entries()}
    names = {_plain(found[0]) for line in asked if (found := _NAME.match(line))}
    assert names - pinned == set()
