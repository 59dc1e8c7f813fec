"""Gives a test run its own home, and a database server of its own where the environment names none."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django

from memoryhub.local.places import Home
from memoryhub.local.server import Server
from memoryhub.local.translations import compile_all

_SOURCES = Path(__file__).resolve().parents[2]
_GIVE_BACK: list[Callable[[], None]] = []


def prepare() -> None:
    """Point the settings at a fresh home, then load them: a test run never writes into the home of a real hub.

    Runs while tests/conftest.py is imported: the conftest files below it import models, which needs the settings.
    The workers of pytest-xdist inherit all of it from the process that started them.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _keep_what_is_compiled()
        home = _home()
        compile_all([_SOURCES / "memoryhub" / "locale"])
        if not os.environ.get("DATABASE_URL"):
            _serve(home)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    django.setup()


def dispose() -> None:
    """Stop the server and remove the home."""
    while _GIVE_BACK:
        _GIVE_BACK.pop()()


def _keep_what_is_compiled() -> None:
    """A run starts some two hundred Python processes. Where Python is told to keep nothing, as in many containers, each
    of them would compile the whole project anew: half a second of the processor, a third of its start."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _home() -> Home:
    root = Path(tempfile.mkdtemp(prefix="memoryhub-tests-"))
    _GIVE_BACK.append(lambda: shutil.rmtree(root))
    home = Home(root)
    home.make()
    os.environ["MEMORYHUB_HOME"] = str(root)
    os.environ.setdefault("SECRET_KEY", "only-for-tests")
    return home


def _serve(home: Home) -> None:
    """The real server, except that it does not wait for the disk: what a crash would lose is thrown away anyway."""
    server = Server(home, print, durable=False)
    server.join()
    _GIVE_BACK.append(server.leave)
    os.environ["DATABASE_URL"] = home.database_url
