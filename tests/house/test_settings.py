"""docs/settings.md and docs/local.md name what there is to set, and what can go wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memoryhub.local import errors
from memoryhub.local.errors import CannotStart

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTED = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
_READ = re.compile(r"""(?:environ\.get\(|environ\[|getenv\(|_flag\(|_list\(|envvar=)\s*["']([A-Z_]+)["']""")
# Read or written for programs that are not ours.
FOREIGN = {"DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTEST_XDIST_WORKER"}


def _read() -> set[str]:
    sources = [
        path for room in ("memoryhub", "ledgers", "escalations", "tests") for path in (ROOT / room).rglob("*.py")
    ]
    return {name for source in sources for name in _READ.findall(source.read_text(encoding="utf-8"))} - FOREIGN


def test_every_setting_read_from_the_environment_is_documented() -> None:
    assert len(_read()) > 10
    assert {name for name in _read() if f"`{name}`" not in DOCUMENTED} == set()


def test_every_setting_documented_is_read() -> None:
    named = set(re.findall(r"`([A-Z][A-Z_]{3,})`", DOCUMENTED)) - {"WARNING"}
    assert named - _read() == set()


@pytest.mark.parametrize("error", CannotStart.__subclasses__(), ids=lambda error: error.__name__)
def test_every_reason_not_to_start_has_its_code_in_the_docs(error: type[errors.CannotStart]) -> None:
    page = (ROOT / "docs/local.md").read_text(encoding="utf-8")
    assert f"| {error.code} |" in page
    codes = [other.code for other in CannotStart.__subclasses__()]
    assert codes.count(error.code) == 1
