"""The firm whose people decide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ledgers.dial.world import Office, open_office


@pytest.fixture
def office(transactional_db: None) -> Iterator[Office]:
    """Each commit has a number of its own, by which the changes of one decision are known."""
    with open_office() as made:
        yield made
