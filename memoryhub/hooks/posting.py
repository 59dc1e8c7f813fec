"""One POST to one address, within a time limit that holds whatever the receiver does."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Timer

from memoryhub.hooks import destinations
from memoryhub.hooks.destinations import Destination
from memoryhub.hooks.errors import AddressRefused

SECONDS = 15
# The answer is read so far, and not looked at.
MOST = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """The status a receiver answered, or in one word why there is none."""

    status: int | None = None
    error: str = ""

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(url: str, body: str, headers: Mapping[str, str]) -> Answer:
    """Send the body; a redirect is an answer like any other and is not followed."""
    try:
        where = destinations.find(url)
        with _wire(where, SECONDS) as (wire, late):
            return Answer(status=_exchange(where, wire, late, body, headers))
    except AddressRefused as refused:
        return Answer(error=refused.code)
    except TimeoutError:
        return Answer(error="timeout")
    except ssl.SSLCertVerificationError:
        return Answer(error="certificate")
    except ConnectionRefusedError:
        return Answer(error="refused")
    except (OSError, HTTPException, ValueError):
        return Answer(error="broken")


@contextmanager
def _wire(where: Destination, seconds: float) -> Iterator[tuple[socket.socket, _Late]]:
    """A connection to the address that was checked; behind TLS the certificate has to be that of the name.

    A timeout of the socket begins again with every byte, so a slow drip would hold the sender for ever: when the time
    is over, the connection is cut from the side.
    """
    plain = socket.create_connection((where.address, where.port), timeout=seconds)
    late = _Late(seconds, plain)
    try:
        if where.secure:
            with ssl.create_default_context().wrap_socket(plain, server_hostname=where.host) as wire:
                yield wire, late
        else:
            with plain:
                yield plain, late
    except (OSError, HTTPException):
        late.check()
        raise
    finally:
        late.cancel()
        plain.close()


class _Late:
    """Cuts a connection when its time is over, also in the middle of a handshake."""

    def __init__(self, seconds: float, wire: socket.socket) -> None:
        self._happened = False
        # TLS takes the socket over, so this one has a handle of its own.
        self._wire = wire.dup()
        self._timer = Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        self._timer.cancel()
        self._wire.close()

    def check(self) -> None:
        """Raises TimeoutError where the connection was cut."""
        if self._happened:
            raise TimeoutError

    def _cut(self) -> None:
        self._happened = True
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)


def _exchange(where: Destination, wire: socket.socket, late: _Late, body: str, headers: Mapping[str, str]) -> int:
    connection = HTTPConnection(where.authority)
    connection.sock = wire
    sent = {**headers, "Host": where.authority, "Content-Type": "application/json", "User-Agent": "MemoryHub"}
    connection.request("POST", where.path, body=body.encode(), headers=sent)
    with connection.getresponse() as answer:
        # Headers that were cut off look like headers that ended.
        late.check()
        with suppress(OSError, HTTPException):
            answer.read(MOST)
        return answer.status
