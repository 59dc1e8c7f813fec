"""Who is at the other end of the wire. What a header says about that counts only where a proxy of ours wrote it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# What only a proxy of ours may say.
SAID_BY_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST")


class Proxies:
    """Strips what proxies say from requests that came through none of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not within(request.META.get("REMOTE_ADDR", ""), settings.TRUSTED_PROXIES):
            for name in SAID_BY_PROXIES:
                request.META.pop(name, None)
        return self.get_response(request)


def peer(request: HttpRequest) -> str:
    """The address of the client: the nearest one on the way that is no proxy of ours."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    way = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    while way and within(address, settings.TRUSTED_PROXIES):
        before = way.pop().strip()
        if not is_address(before):
            break
        address = before
    return address


def within(address: str, ranges: Iterable[str]) -> bool:
    """Whether the address is in one of the ranges (`10.0.0.0/8`, or a single address); nothing unreadable is."""
    if not is_address(address):
        return False
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None)
    return any((mapped or found) in ipaddress.ip_network(one, strict=False) for one in ranges)


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
