"""The pages on security name only tests and files that exist, and judge every line by one of four words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "security").glob("*.md"))
VERDICTS = {"yes", "no", "not yet", "does not apply"}
CHAPTERS = {1, 2, 3, 4, 6, 7, 8, 13, 14, 16}
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.*?) \|$", re.MULTILINE)
NUMBERED = re.compile(r"^\| \d", re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
A_FILE = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.\w+|pyproject\.toml")


def _tests() -> set[str]:
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        found |= set(re.findall(r"^ *(?:async )?def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def _rows() -> list[tuple[str, str, str, str]]:
    return ROW.findall((ROOT / "docs" / "security" / "asvs.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_test_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8")))
    assert named <= _tests(), named - _tests()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    for quoted in QUOTED.findall(page.read_text(encoding="utf-8")):
        if A_FILE.fullmatch(quoted):
            assert (ROOT / quoted).exists(), quoted


def test_every_line_has_one_of_the_verdicts() -> None:
    rows = _rows()
    page = (ROOT / "docs" / "security" / "asvs.md").read_text(encoding="utf-8")
    assert len(rows) == len(NUMBERED.findall(page))
    assert {verdict for _number, _about, verdict, _place in rows} <= VERDICTS
    assert {int(number.split(".")[0]) for number, *_rest in rows} == CHAPTERS
    assert len({number for number, *_rest in rows}) == len(rows)


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row[0])
def test_a_yes_names_what_holds_it(row: tuple[str, str, str, str]) -> None:
    _number, _about, verdict, place = row
    assert place
    if verdict == "yes":
        assert any(quoted.startswith("test_") or A_FILE.fullmatch(quoted) for quoted in QUOTED.findall(place))
