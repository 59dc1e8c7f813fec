"""Gives a test run its own home, and a database where the environment names none."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import django

_OWNED: list[Path] = []


def prepare() -> None:
    """Point the settings at a fresh home, then load them: a test run never writes into the home of a real hub.

    Runs while tests/conftest.py is imported: the conftest files below it import models, which needs the settings.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        home = Path(tempfile.mkdtemp(prefix="memoryhub-tests-"))
        home.chmod(0o711)  # the server's own user walks through it when the tests run as root
        (home / "static").mkdir()
        _OWNED.append(home)
        os.environ["MEMORYHUB_HOME"] = str(home)
        os.environ.setdefault("SECRET_KEY", "only-for-tests")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    django.setup()


def dispose() -> None:
    """Remove the home."""
    while _OWNED:
        shutil.rmtree(_OWNED.pop(), ignore_errors=True)
