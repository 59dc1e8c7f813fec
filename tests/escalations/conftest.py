"""The firm, made anew for each test that wants it, and who runs its accounts."""

from __future__ import annotations

import pytest
from django.test import Client

from memoryhub.accounts.models import Member, Role
from tests.factories import make_member
from tests.screens.world import Firm, make_firm


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


@pytest.fixture
def head(firm: Firm) -> Member:
    return make_member(firm.workspace, "head", Role.ACCOUNT_ADMIN)


@pytest.fixture
def admin(firm: Firm, head: Member) -> Client:
    return firm.client(head)
