"""What every test may count on: a home of its own, quick passwords, static files as they lie in the tree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test.utils import override_settings

from tests.plugins import database

database.prepare()

from tests.plugins import walls  # noqa: E402 - after the settings are loaded

walls.install()
django_db_setup = walls.django_db_setup

pytest_plugins = ["tests.plugins.browser", "tests.plugins.order"]

# The real hasher is slow on purpose, and the manifest storage wants collected files.
FAST = {
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}


def pytest_unconfigure() -> None:
    """Give back what `prepare` took."""
    database.dispose()


@pytest.fixture(scope="session", autouse=True)
def _fast_settings() -> Iterator[None]:
    with override_settings(**FAST):
        yield
