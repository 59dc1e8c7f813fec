"""Policies as files: the one that ships, and where in a file a finding is."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

HEADER = re.compile(r"\[{1,2}(?P<path>[^\]]+)\]{1,2}\s*(#.*)?")
MEMBER = re.compile(r'("(?P<quoted>[^"]+)"|(?P<bare>[\w-]+))\s*=')
STEP = re.compile(r'"([^"]*)"|\[(\d+)\]|([^.\[\]"]+)')

Path = list[str]


def shipped() -> dict[str, Any]:
    """The policy a new workspace starts with."""
    return tomllib.loads(resources.files("ledgers.policies").joinpath("shipped.toml").read_text(encoding="utf-8"))


def steps(where: str) -> Path:
    """A place as findings name it (`fields."a.b".order[1]`), step by step."""
    return ["".join(found) for found in STEP.findall(where)]


def line_of(text: str, where: str) -> int | None:
    """The line of a TOML text that comes closest to a place, or None where nothing of it is written."""
    wanted, best, found = steps(where), 0, None
    for number, path in _places(text):
        common = _common(wanted, path)
        # A line under another name is no closer than its table.
        if common == len(path) and common > best:
            best, found = common, number
    return found


def _places(text: str) -> list[tuple[int, Path]]:
    """Each line that opens a table or sets a member, with its path. `[[name]]` counts its tables from 0."""
    places: list[tuple[int, Path]] = []
    table: Path = []
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if header := HEADER.fullmatch(content):
            table = steps(header["path"])
            if content.startswith("[["):
                count = seen[header["path"]] = seen.get(header["path"], -1) + 1
                table = [*table, str(count)]
            places.append((number, table))
        elif member := MEMBER.match(content):
            places.append((number, [*table, member["quoted"] or member["bare"]]))
    return places


def _common(wanted: Path, path: Path) -> int:
    pairs = zip(wanted, path, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(wanted), len(path)))
