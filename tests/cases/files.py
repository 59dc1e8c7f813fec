"""Reading case files: one worked case per TOML file (docs/cases.md tells what each member means)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

# Whatever a TOML file may hold: the members are checked where they are used.
Table = dict[str, Any]
HERE = Path(__file__).parent
MEMBERS = {"name", "title", "fault", "world", "waiting", "shared", "claims", "orders", "steps"}
# TOML has no null.
NULL = "~"


class BadCase(Exception):
    """A case file that cannot be run: which file, and what is wrong with it."""


@dataclass(frozen=True)
class Case:
    """A case in one order of arrival. `waiting` names the parts that need what the hub does not have yet."""

    name: str
    title: str
    path: Path
    world: str = "p0"
    waiting: tuple[str, ...] = ()
    claims: Mapping[str, Table] = field(default_factory=dict)
    steps: tuple[Table, ...] = ()

    def __str__(self) -> str:
        return self.name


def folder() -> Path:
    """The folder of case files: `CASES` in the environment, else the worked cases."""
    return Path(os.environ.get("CASES", HERE))


def load(where: Path | None = None) -> list[Case]:
    """Every case of a folder, a case with several orders once in each."""
    files = sorted((where or folder()).glob("*.toml"))
    tables = [(path, tomllib.loads(path.read_text(encoding="utf-8"))) for path in files]
    return [case for path, table in tables if "title" in table for case in _read(path, table)]


def find(name: str, case: Case) -> Path:
    """A file a case names: beside the case, else among the worked cases."""
    beside = case.path.parent / name
    return beside if beside.exists() else HERE / name


def _read(path: Path, table: Table) -> Iterator[Case]:
    if unknown := set(table) - MEMBERS:
        raise BadCase(f"{path.name}: unknown members {sorted(unknown)}")
    shared = table.get("shared", {})
    case = Case(
        name=table["name"],
        title=table["title"],
        path=path,
        world=table.get("world", "p0"),
        waiting=tuple(table.get("waiting", [])),
        claims={name: {**shared, **said} for name, said in table.get("claims", {}).items()},
        steps=tuple(one for step in table.get("steps", []) for one in _each(step)),
    )
    orders = table.get("orders")
    yield from (_ordered(case, order.split(), actions) for order, actions in orders.items()) if orders else [case]


def _each(step: Table) -> Iterator[Table]:
    """A step that posts several claims is one step for each of them."""
    names = step.get("post")
    yield from ({**step, "post": name} for name in names) if isinstance(names, list) else [step]


def _ordered(case: Case, order: list[str], actions: list[str]) -> Case:
    """The case with its posts in another order. The recorded times stay where they were."""
    places = [place for place, step in enumerate(case.steps) if "post" in step]
    if sorted(order) != sorted(case.steps[place]["post"] for place in places) or len(actions) != len(order):
        raise BadCase(f"{case.path.name}: the order {' '.join(order)} is none of the posts")
    steps, claims = list(case.steps), dict(case.claims)
    for place, name, action in zip(places, order, actions, strict=True):
        instant = case.claims[case.steps[place]["post"]].get("recorded_at")
        claims[name] = {**claims[name], **({"recorded_at": instant} if instant else {})}
        steps[place] = {**steps[place], "post": name, "expect": {"action": action}}
    return replace(case, name=f"{case.name} {' '.join(order)}", claims=claims, steps=tuple(steps))
