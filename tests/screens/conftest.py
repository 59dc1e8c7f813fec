"""The firm, made anew for each test."""

from __future__ import annotations

import pytest

from tests.screens.world import Firm, make_firm


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()
