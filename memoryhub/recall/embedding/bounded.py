"""Asking a server that may answer anything, or without end: no longer and no more than is said beforehand."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import httpx


class TooMuch(httpx.RequestError):
    """An answer that is longer than any good one."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds in all, and bytes of the answer."""

    seconds: float
    largest: int


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes


def post(client: httpx.Client, url: str, body: object, bounds: Bounds) -> Answer:
    """The whole answer, or an error of httpx. The client's own limit is for each read, so that an answer which comes
    byte by byte would never end."""
    until = time.monotonic() + bounds.seconds
    # As it stands: a few bytes that unpack to a thousand times as many are not unpacked.
    with client.stream("POST", url, json=body, headers={"Accept-Encoding": "identity"}) as answer:
        said = bytearray()
        for part in answer.iter_raw():
            said += part
            if len(said) > bounds.largest:
                raise TooMuch("the answer is too long")
            if time.monotonic() > until:
                raise httpx.ReadTimeout("the answer took too long")
    return Answer(answer.status_code, answer.headers, bytes(said))
