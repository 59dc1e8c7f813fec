"""docs/policy.md names every member and every finding, and every finding of a file has its malformed policy."""

from __future__ import annotations

import re

from ledgers.domain import lint
from ledgers.domain.shape import ALLOW, KINDS, NEWER_WEAKER, SLA_CLASSES
from ledgers.wording_policy import WORDS
from tests.factories import ROOT

TEXT = (ROOT / "docs" / "policy.md").read_text()
SOURCES = [*(ROOT / "ledgers" / "domain").glob("*.py")]
CODES = {code for path in SOURCES for code in re.findall(r'(?:blocking|warning)\("(\w+)"', path.read_text())}
# A workspace is needed to find these.
OF_A_WORKSPACE = {
    *("source_not_registered", "source_of_other_tier", "external_above_internal", "nobody_responsible"),
    *("too_few_people", "shorter_than_a_day", "many_cases"),
    *("sensitive_to_rule", "no_longer_sensitive", "one_person_for_two"),
}


def test_every_member_is_documented() -> None:
    members = {*lint.DOCUMENT, *lint.DECLARED, *lint.ADMISSION, *SLA_CLASSES, *NEWER_WEAKER, *ALLOW}
    assert {member for member in members if f"`{member}`" not in TEXT} == set()
    assert {kind for kind in KINDS if kind not in TEXT} == set()


def test_every_finding_is_worded_and_documented() -> None:
    assert len(CODES) > 20
    assert WORDS.keys() - {"unknown_member_near"} == CODES
    assert {code for code in CODES if f"`{code}`" not in TEXT} == set()


def test_every_finding_of_a_file_has_its_malformed_policy() -> None:
    folder = ROOT / "tests" / "ledgers" / "domain" / "policies"
    shown = {re.findall(r"^# expect: \w+ (\w+)", path.read_text(), re.MULTILINE)[0] for path in folder.glob("*.toml")}
    assert shown == CODES - OF_A_WORKSPACE
