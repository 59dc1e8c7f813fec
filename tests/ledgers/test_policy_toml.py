"""A policy that is written as a file and read again is the same policy: same content, same hash."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ledgers.domain.policy import digest, lint
from ledgers.policies import toml
from tests.factories import ROOT, read_policy

SHIPPED = "ledgers/policies/shipped.toml"
FILES = [ROOT / SHIPPED, *sorted((ROOT / "tests").rglob("*.toml"))]


def whole(path: Path) -> dict[str, Any]:
    return toml.read(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_reads_as_it_was(path: Path) -> None:
    document = whole(path)
    assert digest(toml.read(toml.write(document))) == digest(document)


def test_the_order_of_members_in_the_database_is_nobodys_order() -> None:
    """As the database gives it back, and as somebody expects to read it."""
    document = json.loads(json.dumps(read_policy(SHIPPED), sort_keys=True))
    text = toml.write(document)
    assert digest(toml.read(text)) == digest(document)
    assert text.startswith('name = "Shipped"\n')
    assert text.index("write_back_days") < text.index("[fields")


def test_what_is_refused_is_refused_in_the_file_too() -> None:
    document = read_policy(SHIPPED)
    document["automatic"] = ["*", "company.name"]
    assert lint(toml.read(toml.write(document))) == lint(document)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = " + "[" * 20_000, "nested too deeply"),
        ("b = 12\na = " + "9" * 5_000, "A number with too many digits (at line 2, column 5)"),
        ('fields = {"a\\u0000" = {}}', "U+0000"),
        ('automatic = [["\\u0000"]]', "U+0000"),
        ("tiers = [", "end of document"),
    ],
    ids=["deep", "long number", "key", "value", "open"],
)
def test_what_nobody_could_keep_or_read_is_no_toml(text: str, says: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=re.escape(says)):
        toml.read(text)


def test_signs_that_only_look_like_it_are_kept() -> None:
    assert toml.read("name = '\\u0000'") == {"name": "\\u0000"}
