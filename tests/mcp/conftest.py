"""A hub that really answers, and the two ways to its tools."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.api.world import World, build
from tests.mcp.talking import Way


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


@pytest.fixture(params=["stdio", "http"])
def way(request: pytest.FixtureRequest, live_server: LiveServer, tmp_path: Path) -> Way:
    return Way(request.param, live_server.url, tmp_path)
