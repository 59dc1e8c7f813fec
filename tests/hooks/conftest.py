"""Addresses on this machine may be called here, as one setting says; the tests of the refusals take it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.hooks.receiver import Receiver, receiving


@pytest.fixture
def loopback(settings: Settings) -> Settings:
    settings.WEBHOOK_ALLOW_INSECURE = True
    settings.WEBHOOK_ALLOWED_NETWORKS = ["127.0.0.0/8"]
    settings.WEBHOOK_PORTS = ["*"]
    return settings


@pytest.fixture
def receiver(loopback: Settings) -> Iterator[Receiver]:
    with receiving() as told:
        yield told
