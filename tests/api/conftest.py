"""The world most tests of the API start from."""

from __future__ import annotations

import pytest

from tests.api.world import World, build


@pytest.fixture
def world(db: None) -> World:
    return build()
