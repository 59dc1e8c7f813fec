"""What every test may count on: a home of its own, quick passwords, static files as they lie in the tree."""

from __future__ import annotations

import gc
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


def pytest_configure(config: pytest.Config) -> None:
    """A server where tests run: not in the process that only hands them to its workers."""
    if config.getoption("numprocesses", None):
        database.leave_to_workers()
    else:
        database.serve()


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end. Looking through it for garbage again and again took a seventh of the
    processor's time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)


def pytest_unconfigure() -> None:
    """Give back what `prepare` and `serve` took."""
    database.dispose()


@pytest.fixture(scope="session", autouse=True)
def _fast_settings() -> Iterator[None]:
    with override_settings(**FAST):
        yield
