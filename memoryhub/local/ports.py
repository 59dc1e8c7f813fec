"""The address the hub is to answer at: is it free, and does it answer yet?"""

from __future__ import annotations

import http.client
import socket
import time

from memoryhub.local.errors import PortTaken

# A hub killed a moment ago takes its web processes with it, but not within the same millisecond.
_GRACE = 2.0
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 (looked up, not bound)


def claim(host: str, port: int) -> int:
    """The port, known to be free a moment ago; 0 asks for any free one. Raises PortTaken."""
    deadline = time.monotonic() + _GRACE
    while True:
        try:
            return _try(host, port)
        except OSError as error:
            if time.monotonic() > deadline or isinstance(error, socket.gaierror):
                raise PortTaken(host, port, error.strerror or str(error)) from error
            time.sleep(0.1)


def answers(host: str, port: int) -> bool:
    """True once anything but a server error comes back from /healthz."""
    connection = http.client.HTTPConnection(reachable(host), port, timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable(host: str) -> str:
    """Where this machine itself finds a server that listens on `host`."""
    return _EVERYWHERE.get(host, host)


def _try(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        return int(probe.getsockname()[1])
