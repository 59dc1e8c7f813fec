"""A hub that really answers, and the two ways to its tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.api.world import World, build
from tests.mcp.talking import Way, serving


@pytest.fixture
def world(transactional_db: None) -> World:
    return build()


@pytest.fixture(scope="session")
def tools(live_server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server over HTTP for all tests: it keeps nothing from one call to the next."""
    with serving(live_server.url, tmp_path_factory.mktemp("tools")) as address:
        yield address


@pytest.fixture(params=["stdio", "http"])
def way(request: pytest.FixtureRequest, live_server: LiveServer, tmp_path: Path) -> Way:
    address = request.getfixturevalue("tools") if request.param == "http" else ""
    return Way(request.param, live_server.url, tmp_path, address)
