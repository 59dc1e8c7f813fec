"""A form whose text no database can keep is refused in words, at every address that takes one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.http import QueryDict
from pytest_django import DjangoDbBlocker

from memoryhub.accounts.offered import unkept
from tests.access import actors, matrix
from tests.access.actors import Place
from tests.access.asking import form_of, path_of
from tests.access.matrix import Row

pytestmark = pytest.mark.django_db

FORMS = [row for row in matrix.rows() if row.method == "POST" and not row.route.startswith("/api/")]


@pytest.fixture(scope="module")
def place(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Place]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield actors.build()
        transaction.set_rollback(True)


def answers(place: Place, row: Row, actor: str, sent: dict[str, object]) -> tuple[int, str]:
    client = place.clients[actor]
    kept = client.cookies.output(header="", sep=";")
    with transaction.atomic():
        answer = client.post(path_of(place, row), sent)
        transaction.set_rollback(True)
    client.cookies.clear()
    client.cookies.load(kept)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("row", FORMS, ids=lambda row: row.route)
def test_a_nul_in_any_field_is_refused_in_words(place: Place, row: Row) -> None:
    good = form_of(place, row)
    for name in [*good, "reason"]:
        status, page = answers(place, row, "account admin", {**good, name: "a\0b"})
        assert (status, "This form cannot be read" in page) == (422, True), name


def test_the_name_of_a_field_is_read_too_and_so_is_half_of_a_pair() -> None:
    assert unkept(QueryDict("a%00b=1"))
    half = QueryDict(mutable=True)
    half["reason"] = "\ud800"
    assert unkept(half)
    assert not unkept(QueryDict("reason=ação+🙂"))
