"""An object store by its address: what is kept there is made once and never overwritten.

Credentials, endpoint, region and time limits are the library's own, from its environment variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from obstore.store import ObjectStore

KINDS = ("s3", "gs", "az")
# What a store answers may quote the request, credentials and all; only these words of it are told.
STATUS = re.compile(r"status code: (\d{3})")
CODE = re.compile(r"<Code>(\w{1,60})</Code>")
SILENT = re.compile(r"\bkind: (Connect|Timeout)\b")


class StoreFailed(Exception):
    """A store that did not do what was asked of it. Says which one and why, and names no secret."""


class BadAddress(StoreFailed):
    """An address that leads to no store."""


@dataclass(frozen=True, slots=True)
class Store:
    """What lies below one address."""

    address: str
    _at: ObjectStore

    def read(self, name: str) -> bytes | None:
        """The object of that name, or None where there is none."""
        with self._told():
            try:
                return bytes(self._at.get(name).bytes())
            except FileNotFoundError:
                return None

    def keep(self, name: str, body: bytes) -> bool:
        """Make the object, or find it made before; False where it is there with another body, which stays.

        Looked for first, since not every store heeds the condition to make and never to overwrite.
        """
        there = self.read(name)
        return self._make(name, body) if there is None else there == body

    def names(self, under: str = "", *, after: str = "") -> Iterator[str]:
        """The names of all objects, or of those in that folder, or of those behind that name in the alphabet."""
        with self._told():
            for some in self._at.list(prefix=under or None, offset=after or None):
                yield from (one["path"] for one in some)

    def _make(self, name: str, body: bytes) -> bool:
        from obstore.exceptions import AlreadyExistsError  # noqa: PLC0415 - as in `opened`

        with self._told():
            try:
                self._at.put(name, body, mode="create")
            except AlreadyExistsError:
                return self.read(name) == body
        return True

    @contextmanager
    def _told(self) -> Iterator[None]:
        from obstore.exceptions import BaseError  # noqa: PLC0415 - as in `opened`

        try:
            yield
        except (BaseError, OSError, ValueError) as error:
            # Without the cause: its text is what must not be told.
            raise StoreFailed(f"{self.address}: {_reason(error)}") from None


def opened(address: str) -> Store:
    """The store at that address; nothing is asked of it yet. The library is loaded where a store is used."""
    parts = urlsplit(address)
    if parts.scheme not in KINDS or not parts.netloc or "@" in parts.netloc or parts.query or parts.fragment:
        raise BadAddress(f"an address like s3://bucket/folder is expected ({', '.join(KINDS)}), and nothing else in it")
    from obstore.exceptions import BaseError  # noqa: PLC0415
    from obstore.store import from_url  # noqa: PLC0415

    try:
        # Whoever asks comes again; trying for minutes would only hide that the store is away.
        return Store(address, from_url(address, retry_config={"max_retries": 0}))
    except (BaseError, ValueError) as error:
        raise BadAddress(f"{address}: {str(error).splitlines()[0]}") from None


def _reason(error: Exception) -> str:
    """Why, in a few words: the status and code that the store answered with, or that it did not answer."""
    text = str(error)
    if status := STATUS.search(text):
        code = CODE.search(text)
        return f"it answered {status[1]}" + (f" {code[1]}" if code else "")
    if silent := SILENT.search(text):
        return "nobody answers there" if silent[1] == "Connect" else "it did not answer in time"
    return f"it gave no answer that can be used ({type(error).__name__})"
