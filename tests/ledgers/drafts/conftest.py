"""The firm whose policy is drafted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ledgers.drafts.firm import Firm, build


@pytest.fixture
def firm(db: None) -> Iterator[Firm]:
    with build() as made:
        yield made
