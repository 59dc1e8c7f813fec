"""The documentation names what there is: every address, every rule, every page and every library."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from ledgers import wording

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
# Answers what no other address does.
NOT_AN_ADDRESS = {"api-nothing"}


def _read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def _addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern) and pattern.name not in NOT_AN_ADDRESS:
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
        elif isinstance(pattern, URLResolver) and str(pattern.pattern) != settings.ADMIN_PATH:
            yield from _addresses(pattern, route)


def test_every_address_is_in_the_list_and_no_other() -> None:
    quoted = re.findall(r"`((?:GET |POST |DELETE )*/[^` ]*)`", _read("api.md"))
    named = {text.split()[-1] for text in quoted}
    assert named - {f"/{settings.ADMIN_PATH}"} == set(_addresses(get_resolver()))


@pytest.mark.parametrize("codes", ["RULES", "REASONS", "CAVEATS"])
def test_every_code_has_its_sentence(codes: str) -> None:
    explained = dict(re.findall(r"^\| `([a-z_.]+)` \| (.+) \|$", _read("rules.md"), re.MULTILINE))
    for code in getattr(wording, codes):
        assert explained[code].endswith("."), code


def test_no_code_is_explained_that_nothing_uses() -> None:
    explained = set(re.findall(r"^\| `([a-z_.]+)` \|", _read("rules.md"), re.MULTILINE))
    assert explained == {*wording.RULES, *wording.REASONS, *wording.CAVEATS}


@pytest.mark.parametrize("folder", [DOCS, DOCS / "decisions"], ids=["docs", "decisions"])
def test_every_page_is_in_its_index(folder: Path) -> None:
    linked = set(LINK.findall((folder / "README.md").read_text(encoding="utf-8")))
    assert {page.name for page in folder.glob("*.md")} - {"README.md"} <= linked


@pytest.mark.parametrize("page", sorted([ROOT / "README.md", *DOCS.rglob("*.md")]), ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_every_library_is_credited() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    credited = set(re.findall(r"^\| ([\w.-]+) \|", _read("credits.md"), re.MULTILINE))
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in wanted}
    assert credited - {"package", "---"} == names


def test_the_readme_names_targets_and_addresses_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake (run|test|check|\w+)\b(?= |`|$)", text)) <= targets | {"and"}
    for address in re.findall(r"\$URL(/api/v1/[^\"\s]+)", text):
        path = re.sub(r"\$[A-Z]+", "01a22a4b-e794-7477-801b-279282d2c9c3", address)
        try:
            assert resolve(path).url_name != "api-nothing", path
        except Resolver404:
            pytest.fail(f"{path} is no address")
