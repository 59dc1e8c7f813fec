"""Lists ask the database as often for many rows as for one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.world import World

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/claims", "/facts", "/facts?ledger=pending", "/cases"])
def test_a_longer_page_asks_no_more_questions(world: World, path: str) -> None:
    def fill(names: range) -> None:
        for number in names:
            subject = f"customer:c{number}"
            world.claim(subject=subject)
            world.claim(subject=subject, field="contact.email", value=f"a{number}@acme.example")
            world.claim("agent_2", subject=subject, field="contact.email", value="b@acme.example")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert world.get(path).status_code == 200
        return len(queries)

    fill(range(1))
    world.get(path)  # the token's last use is written once a minute
    few = asked()
    fill(range(1, 8))
    assert asked() == few
