"""A hub that really answers, with the world of the API's tests in it."""

from __future__ import annotations

import pytest

from tests.api.world import World, build
from tests.client.both import BOTH, Asker


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


@pytest.fixture(params=BOTH, ids=lambda asker: asker.__name__)
def by(request: pytest.FixtureRequest) -> Asker:
    """Either hub."""
    asker: Asker = request.param
    return asker
