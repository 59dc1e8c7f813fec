"""docs/security/access.md holds: it names every address and method there is, and every cell is what really happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.access import actors, matrix
from tests.access.actors import Place
from tests.access.asking import allows, ask
from tests.access.matrix import ADMIN, room_of

pytestmark = pytest.mark.django_db

ROWS = matrix.rows()
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PAGES = sorted({row.route for row in ROWS if not row.route.startswith(("/api/", f"/{ADMIN}"))})


@pytest.fixture(scope="module")
def place(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Place]:
    """Made once for all rows: what each of them changes is rolled back to this."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield actors.build()
        transaction.set_rollback(True)


def test_every_address_has_its_rows_and_no_other() -> None:
    said = {row.route for row in ROWS}
    missing, strange = matrix.routes() - said, said - matrix.routes()
    assert (missing, strange) == (set(), set()), "python -m tests.access adds rows; their cells are for a person"


def test_every_operation_of_the_contract_has_its_row() -> None:
    described = {row.key for row in ROWS if row.route.startswith("/api/")}
    # The contract does not describe itself.
    assert described - {"GET /api/v1/openapi.json", "GET /api/v1/docs"} == matrix.operations()


def test_every_row_stands_once() -> None:
    keys = [row.key for row in ROWS]
    assert len(keys) == len(set(keys))


def test_a_page_takes_no_method_that_has_no_row(place: Place) -> None:
    """Asked by someone signed in, who is not stopped at the door."""
    said = {row.key for row in ROWS}
    for route in PAGES:
        for method in METHODS:
            if f"{method} {route}" not in said:
                with transaction.atomic():
                    taken = allows(place, method, route)
                    transaction.set_rollback(True)
                assert not taken, f"{method} {route} is taken and has no row"


@pytest.mark.parametrize("room", sorted({room_of(row) for row in ROWS}))
def test_each_cell_is_what_happens(place: Place, room: str) -> None:
    """One actor after the other, each on the same ground: what one of them changed is taken back."""
    for row in (row for row in ROWS if room_of(row) == room):
        found: dict[str, str] = {}
        for actor in row.cells:
            with transaction.atomic():
                found[actor] = str(ask(place, row, actor))
                transaction.set_rollback(True)
        assert found == row.cells, row.key
