"""A database and a server for one measurement: made for it, and gone after it. No real workspace is touched."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import connection

from memoryhub.accounts import roles
from memoryhub.celery import app

START_SECONDS = 60
# Whoever measures settles inline; the bells that ring meanwhile are for nobody.
NO_BROKER = "memory://localhost/"


@contextmanager
def database() -> Iterator[str]:
    """Make an empty database with every table beside the configured one, work in it, and drop it. Yields its URL."""
    # Whoever ends the run from outside gets the same tidying as whoever lets it end.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    held = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = f"{held}_evaluation_{os.getpid()}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    roles.ensure(login=True)
    app.conf.update(broker_url=NO_BROKER, broker_transport_options={})
    try:
        yield _url()
    finally:
        connection.creation.destroy_test_db(held, verbosity=0)


@contextmanager
def server(database_url: str) -> Iterator[str]:
    """Serve the hub on a free port of this machine, one web process, as it is served for real. Yields its address."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--no-ws", "--blocking-threads", "4", "--backpressure", "8", "--log-level", "error"),
    ]
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "SECRET_KEY": settings.SECRET_KEY,
        "PUBLIC_URL": url,
        "BROKER_URL": NO_BROKER,
    }
    process = subprocess.Popen([*command, "memoryhub.wsgi:application"], env=environment, cwd=settings.BASE_DIR)
    try:
        _wait_for(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=START_SECONDS)


def _url() -> str:
    """The open connection's database as a URL for the plain role; a folder with a socket goes into the query."""
    held = connection.settings_dict
    password = os.environ.get("APP_PASSWORD", "")
    who = roles.APP + (f":{quote(password, safe='')}" if password else "")
    host = held["HOST"] or ""
    where = "" if host.startswith("/") else host + (f":{held['PORT']}" if held["PORT"] else "")
    query = urlencode({"host": host, "port": held["PORT"] or 5432}) if host.startswith("/") else ""
    return f"postgres://{who}@{where}/{held['NAME']}{'?' if query else ''}{query}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):  # noqa: S310 - an address made above
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError("The server for the measurement did not start.")
