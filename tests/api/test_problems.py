"""docs/problems.md names every code a client may meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import escalations.errors
import ledgers.registry_errors
from memoryhub.accounts.errors import Problem
from memoryhub.api import problems

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
KNOWN = set(re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+|unauthenticated)`", PAGE))
# Codes given at the place of the refusal.
GIVEN = re.compile(r"(?:InvalidValue|InvalidKey|BadMoment)\(\s*\"([a-z-]+)\"|InvalidClaim\([^)]*code=\"([a-z-]+)\"")


def kinds(problem: type[Problem]) -> Iterator[type[Problem]]:
    for kind in problem.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_problem_is_on_the_page() -> None:
    # A value or name that is refused carries a code of its own, given at the place of the refusal.
    named = {kind for kind in kinds(Problem) if "code" not in kind.__init__.__code__.co_varnames}
    assert {problems.NotFound, escalations.errors.EvidenceChanged, ledgers.registry_errors.PolicyRefused} <= named
    assert {kind.slug for kind in named} - KNOWN == set()


def test_every_code_given_at_its_place_is_on_the_page() -> None:
    sources = [path for folder in ("ledgers", "memoryhub", "escalations") for path in (ROOT / folder).rglob("*.py")]
    given = {code for path in sources for pair in GIVEN.findall(path.read_text("utf-8")) for code in pair if code}
    assert len(given) > 10
    assert given - KNOWN == set()
