"""Starts what takes long first: of workers side by side none is left alone with one last long test."""

from __future__ import annotations

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After the random order, which stays as it is among the long ones and among the others."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
