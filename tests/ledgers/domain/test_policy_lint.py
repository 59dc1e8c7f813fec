"""Each malformed policy in `policies/` has one thing wrong with it, and lint finds that and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ledgers.domain.policy import InvalidPolicy, Level, lint, parse

FOLDER = Path(__file__).parent / "policies"
FILES = sorted(FOLDER.glob("*.toml"))


def _expected(text: str) -> str:
    found = re.search(r"^# expect: (.+)$", text, flags=re.MULTILINE)
    assert found, "say in the file what lint should find"
    return found.group(1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_finding_each(path: Path) -> None:
    text = path.read_text()
    findings = lint(tomllib.loads(text))
    assert [f"{found.level} {found.code} {found.where}" for found in findings] == [_expected(text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_blocking_findings_keep_a_policy_from_being_read(path: Path) -> None:
    document = tomllib.loads(path.read_text())
    if all(found.level is Level.WARNING for found in lint(document)):
        parse(document)
    else:
        with pytest.raises(InvalidPolicy):
            parse(document)


@pytest.mark.parametrize("document", [None, [], "tiers", 3, {"tiers": None}, {"fields": 1}, {"admission": [1]}])
def test_anything_else_is_refused_without_falling_over(document: object) -> None:
    assert any(found.level is Level.BLOCKING for found in lint(document))


def test_a_misspelt_member_is_told_what_was_meant() -> None:
    (found,) = lint(tomllib.loads((FOLDER / "unknown_member.toml").read_text()))
    assert found.params["near"] == "newer_weaker"
