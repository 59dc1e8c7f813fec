"""Each malformed policy in `policies/` has one thing wrong with it, and lint finds that and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgers.domain.lint import ADMISSION, DECLARED, DOCUMENT
from ledgers.domain.policy import InvalidPolicy, Level, RegisteredField, lint, parse
from ledgers.domain.tiers import Tier

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


KEYS = st.sampled_from([*DOCUMENT, *DECLARED, *ADMISSION, "field", "scope", "a.b", "a.*", "payment", "é"])
LEAVES = (
    st.none() | st.booleans() | st.integers(-1, 3) | st.sampled_from([*Tier, "system_of_record:crm", "*", "x:", ""])
)
ANYTHING = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5))
DOCUMENTS = st.builds(
    lambda rest, tiers: {**rest, "tiers": tiers}, st.dictionaries(KEYS, ANYTHING, max_size=5), ANYTHING
)


@settings(max_examples=500)
@given(DOCUMENTS | st.builds(lambda rest: {**rest, "tiers": [*Tier]}, st.dictionaries(KEYS, ANYTHING, max_size=5)))
def test_whatever_is_written_lint_answers_and_what_it_lets_pass_can_be_read(document: dict[str, object]) -> None:
    if all(found.level is Level.WARNING for found in lint(document)):
        order = parse(document).rule(RegisteredField("a.b"), "pair:u1/c1").order
        assert all(order.rank(tier, "crm") > 0 for tier in Tier if tier is not Tier.UNATTRIBUTED)
    else:
        with pytest.raises(InvalidPolicy):
            parse(document)
