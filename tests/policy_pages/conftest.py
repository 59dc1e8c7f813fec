"""The firm whose policy is drafted, and a signed-in browser for each of its people."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from memoryhub.accounts.models import Member
from tests.factories import sign_in
from tests.ledgers.drafts.firm import Firm, build

ClientOf = Callable[[Member], Client]


@pytest.fixture
def firm(db: None) -> Firm:
    """Outside its walls, where requests begin."""
    with build() as made:
        return made


@pytest.fixture
def office(db: None) -> Firm:
    """The same firm from outside its walls: each request enters them by itself."""
    with build() as made:
        return made


@pytest.fixture
def client_of() -> ClientOf:
    def signed_in(member: Member) -> Client:
        client = Client(SERVER_NAME="localhost", headers={"accept-language": "en"})
        assert member.user is not None
        sign_in(client, member.user)
        return client

    return signed_in
