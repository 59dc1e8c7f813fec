"""Where a hub is, and how a request to it looks on the wire. Both hubs build theirs here."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx

from memoryhub.client.asking import Asked

ROOT = "/api/v1"


@cache
def trusted() -> ssl.SSLContext:
    """The certificates that are trusted, read once: it takes longer than a request."""
    return httpx.create_ssl_context()


@dataclass(frozen=True, slots=True)
class Wire:
    """The address and the token, which no printed form shows."""

    address: str
    token: str = field(repr=False)
    timeout: float
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not _is_address(self.address):
            raise ValueError("A hub has an address that begins with http:// or https://: https://hub.example.org")
        if not self.token or not self.token.isascii() or not self.token.isprintable():
            raise ValueError("This is no token: one begins with mh_pat_ and holds only visible ASCII characters")

    def settings(self) -> dict[str, Any]:  # Any: httpx's own options
        headers = {"Accept": "application/json", **self.headers, "Authorization": f"Bearer {self.token}"}
        return {"base_url": self.address, "headers": headers, "timeout": self.timeout, "verify": trusted()}

    def request(self, http: httpx.Client | httpx.AsyncClient, asked: Asked) -> httpx.Request:
        return http.build_request(
            asked.method,
            ROOT + asked.path,
            params=asked.query,
            json=asked.body,
            headers=asked.headers,
            # While the hub waits for the outcome, as it was asked to, it says nothing.
            timeout=httpx.Timeout(self.timeout, read=self.timeout + asked.patience),
        )


def _is_address(text: str) -> bool:
    try:
        found = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return found.scheme in {"http", "https"} and bool(found.host)
