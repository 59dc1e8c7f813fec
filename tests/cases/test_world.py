"""The world file of the worked cases builds, and every case file reads."""

from __future__ import annotations

import pytest

from ledgers.models import Field, Responsibility, Source
from tests.cases.files import HERE, load
from tests.cases.world import build


@pytest.mark.django_db
def test_the_world_of_the_worked_cases_builds() -> None:
    world = build(HERE / "p0_world.toml")
    assert Source.objects.filter(workspace=world.workspace).count() == 12
    assert Responsibility.objects.filter(workspace=world.workspace).count() == 3
    assert Field.objects.get(workspace=world.workspace, key="contact.primary").sensitivity == "contact"


def test_every_case_file_reads_and_names_its_claims() -> None:
    for case in load(HERE):
        posted = {step["post"] for step in case.steps if "post" in step}
        assert posted <= set(case.claims), case.name
        assert case.steps or case.waiting, case.name
