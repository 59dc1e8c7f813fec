"""GET /policies: versions and the document as it was written."""

from __future__ import annotations

import json

import pytest

from tests.api.world import World
from tests.factories import activate

pytestmark = pytest.mark.django_db


def test_versions_are_listed_newest_first_and_read_whole(world: World) -> None:
    activate(world.workspace)
    found = json.loads(world.get("/policies").content)["items"]
    assert [(row["version"], row["active"]) for row in found] == [(2, True), (1, False)]
    first = json.loads(world.get("/policies/1").content)
    assert first["document"]["automatic"] == ["*"]
    assert first["activated_by"] == "admin"
    assert len(first["hash"]) == 64
    assert first["activated_at"].endswith("Z")


@pytest.mark.parametrize("version", ["0", "3", "99999999999999999999", "x", "-1"])
def test_a_version_that_never_was_is_not_there(world: World, version: str) -> None:
    assert world.get(f"/policies/{version}").status_code == 404
