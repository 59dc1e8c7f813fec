"""The runner itself: it notices what is wrong, and says where."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.cases.files import BadCase, load
from tests.cases.runner import Run

GOOD = """
name = "X1"
title = "a plain value"

[shared]
subject = "client:acme"
field = "company.plan"
scope = "client:acme"
source = "crm-sync"
by = "crm-sync"

[claims.k1]
value = "gold"
effective_at = "2026-01-01"

[[steps]]
post = "k1"
expect = { action = "append", status = "accepted" }

[[steps]]
facts = {}
expect = [{ claim = "k1", value = "gold", status = "accepted", caveats = [] }]

[[steps]]
queue = "ana"
expect = []

[[steps]]
log = {}
expect = [{ claim = "k1", actor = "crm-sync" }]
"""


def play(folder: Path, text: str, settings: Settings) -> None:
    (folder / "x1.toml").write_text(text, encoding="utf-8")
    for case in load(folder):
        Run(case, settings).play()


@pytest.mark.django_db(transaction=True)
def test_a_case_from_another_folder_plays_in_the_world_of_the_worked_cases(tmp_path: Path, settings: Settings) -> None:
    play(tmp_path, GOOD, settings)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("right", "wrong", "where"),
    [
        ('action = "append"', 'action = "revise"', "step 1"),
        ('action = "append"', 'action = "append", http = 422', "step 1"),
        ('value = "gold", status', 'value = "silver", status', "step 2"),
        ("caveats = []", 'caveats = ["returned"]', "step 2"),
        ('status = "accepted", caveats', 'valid_from = "2026-01-02", caveats', "step 2"),
        ('queue = "ana"\nexpect = []', 'queue = "ana"\nexpect = [{ kind = "conflict" }]', "step 3"),
        ('actor = "crm-sync" }', 'actor = "ana" }', "step 4"),
        ("log = {}\nexpect = [{", 'log = {}\nexpect = [{ claim = "k1" }, {', "step 4"),
    ],
)
def test_a_wrong_expectation_fails_at_its_step(
    tmp_path: Path, settings: Settings, right: str, wrong: str, where: str
) -> None:
    assert right in GOOD
    with pytest.raises(AssertionError, match=f"X1, {where}"):
        play(tmp_path, GOOD.replace(right, wrong), settings)


@pytest.mark.django_db(transaction=True)
def test_a_step_of_no_known_kind_is_refused(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(BadCase, match="step 1 is of no known kind"):
        play(tmp_path, GOOD.replace('post = "k1"', 'pots = "k1"'), settings)


def test_a_member_that_means_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('name = "X"\ntitle = "x"\nclok = "2026-01-01"', encoding="utf-8")
    with pytest.raises(BadCase, match="clok"):
        load(tmp_path)


def test_an_order_must_name_the_posts(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(GOOD + '\n[orders]\n"k2" = ["append"]\n', encoding="utf-8")
    with pytest.raises(BadCase, match="none of the posts"):
        load(tmp_path)


def test_the_folder_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv("CASES", str(tmp_path))
    assert [case.name for case in load()] == ["X1"]
