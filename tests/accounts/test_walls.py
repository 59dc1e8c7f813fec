"""Entering a workspace: for one transaction, with what was before afterwards, and nothing left on the connection."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from memoryhub.accounts import walls

ONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


def named() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('memoryhub.workspace', true), '')")
        found: str = cursor.fetchone()[0]
    return found


def state() -> tuple[object, str]:
    return walls.here(), named()


NOWHERE = (None, "")


@pytest.mark.django_db(transaction=True)
def test_a_transaction_is_in_one_workspace_and_the_connection_keeps_nothing() -> None:
    with walls.inside(ONE):
        assert state() == (ONE, str(ONE))
    assert state() == NOWHERE
    with pytest.raises(LookupError), walls.inside(ONE):
        raise LookupError
    assert state() == NOWHERE


@pytest.mark.django_db(transaction=True)
def test_another_workspace_within_gives_the_first_one_back() -> None:
    with walls.inside(ONE):
        with walls.inside(OTHER):
            assert state() == (OTHER, str(OTHER))
        assert state() == (ONE, str(ONE))
        with pytest.raises(LookupError), walls.inside(OTHER):
            raise LookupError
        assert state() == (ONE, str(ONE))


@pytest.mark.django_db(transaction=True)
def test_the_same_workspace_within_is_not_named_again() -> None:
    with walls.inside(ONE), CaptureQueriesContext(connection) as queries, walls.inside(ONE):
        assert state() == (ONE, str(ONE))
    assert not [query for query in queries.captured_queries if "set_config" in query["sql"]]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_is_in_no_workspace_is_so_again_after_one() -> None:
    with transaction.atomic():
        with walls.inside(ONE):
            assert state() == (ONE, str(ONE))
        assert state() == NOWHERE


@pytest.mark.django_db(transaction=True)
def test_a_request_enters_for_the_rest_of_its_transaction() -> None:
    with walls.outside():
        with transaction.atomic():
            walls.enter(ONE)
            assert state() == (ONE, str(ONE))
        assert named() == ""
    assert state() == NOWHERE
    with pytest.raises(walls.NoTransaction):
        walls.enter(ONE)
