"""The matrix of docs/security/access.md as data, and the addresses and methods that the hub really has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

PAGE = Path(__file__).resolve().parents[2] / "docs" / "security" / "access.md"
HEADINGS = {"method and route", "page of the admin site"}
# The pages of the admin site have one table of their own, with fewer columns: what opens them is one mark on a login.
ADMIN = settings.ADMIN_PATH
_NAME = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Row:
    """A method and a route, and by actor the status that is expected."""

    method: str
    route: str
    cells: dict[str, str]

    @property
    def key(self) -> str:
        return f"{self.method} {self.route}"


def rows() -> list[Row]:
    """Every row of every table of the page, in its order."""
    found: list[Row] = []
    actors: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells or set(cells[0]) <= {"-"}:
            actors = actors if cells else []
        elif cells[0] in HEADINGS:
            actors = cells[1:]
        elif actors:
            method, _blank, route = cells[0].strip("`").partition(" ")
            found.append(Row(method, route, dict(zip(actors, cells[1:], strict=True))))
    return found


def routes() -> set[str]:
    """Every address of the URL map as the page writes it: `/api/v1/claims/{claim_id}`."""
    return {written(pattern) for pattern in _walk(get_resolver()) if not _is_catch_all(pattern)}


def room_of(row: Row) -> str:
    """The first names of a route, by which rows are tried together."""
    return "/".join(row.route.split("/")[: 4 if row.route.startswith("/api/") else 3])


def written(pattern: str) -> str:
    return "/" + _NAME.sub(r"{\1}", pattern)


def operations() -> set[str]:
    """Every method and route that the served contract names."""
    said = json.loads(Client().get("/api/v1/openapi.json").content)
    return {f"{method.upper()} {route}" for route, methods in said["paths"].items() for method in methods}


def _walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        here = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield here
        else:
            yield from _walk(entry, here)


def _is_catch_all(pattern: str) -> bool:
    # Two answer 404 to whatever no other address takes; the third lists a package of the admin site.
    return "(" in pattern or "^" in pattern
