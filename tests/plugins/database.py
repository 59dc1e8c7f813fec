"""Gives a test run its own homes, and database servers of its own where the environment names none."""

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
    A worker of pytest-xdist has a home of its own inside that of the process that started it.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _keep_what_is_compiled()
        compile_all([_SOURCES / "memoryhub" / "locale"])
    os.environ["MEMORYHUB_HOME"] = str(_home().root)
    os.environ.setdefault("SECRET_KEY", "only-for-tests")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    django.setup()


def serve() -> None:
    """Start a server in this home, unless the environment names one.

    Each worker has its own. Sealing waits for whatever began before on the server, in any of its databases: workers
    with one server would wait for each other's tests.
    """
    if not os.environ.get("DATABASE_URL"):
        _serve(Home(Path(os.environ["MEMORYHUB_HOME"])))


def leave_to_workers() -> None:
    """pytest-django loads the settings that the environment names before anything here is imported, and then a worker
    would take the home of the process that started it."""
    del os.environ["DJANGO_SETTINGS_MODULE"]


def dispose() -> None:
    """Stop the server and remove the home."""
    while _GIVE_BACK:
        _GIVE_BACK.pop()()


def of_all_workers() -> Path:
    """The home of the run: what is made once for all of its workers lies there."""
    home = Path(os.environ["MEMORYHUB_HOME"])
    return home.parent if "PYTEST_XDIST_WORKER" in os.environ else home


def _keep_what_is_compiled() -> None:
    """A run starts some two hundred Python processes. Where Python is told to keep nothing, as in many containers, each
    of them would compile the whole project anew: half a second of the processor, a third of its start."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _home() -> Home:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    root = Path(os.environ["MEMORYHUB_HOME"]) / worker if worker else Path(tempfile.mkdtemp(prefix="memoryhub-tests-"))
    _GIVE_BACK.append(lambda: shutil.rmtree(root))
    home = Home(root)
    home.make()
    return home


def _serve(home: Home) -> None:
    """The real server, except that it does not wait for the disk: what a crash would lose is thrown away anyway."""
    server = Server(home, print, durable=False)
    server.join()
    _GIVE_BACK.append(server.leave)
    os.environ["DATABASE_URL"] = home.database_url
