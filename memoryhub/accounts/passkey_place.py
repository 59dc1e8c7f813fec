"""Where passkeys work: browsers bind each to a domain, and take one only from an address below it.

The defaults come from PUBLIC_URL. Browsers know no passkeys for a bare address such as 127.0.0.1, which the one-machine
mode has; there they work at `localhost`. Over plain http elsewhere there are none.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

LOCAL = "localhost"


class BadPlace(ValueError):
    """A domain and addresses for which no browser would make or use a passkey."""


@dataclass(frozen=True, slots=True)
class Place:
    """The domain passkeys are bound to, and the addresses they are taken from (scheme, host, port), if any."""

    domain: str
    origins: list[str]


def place(public_url: str, domain: str = "", origins: Sequence[str] = ()) -> Place:
    """What the settings say, else what follows from the public address."""
    addresses = list(origins) or _default(public_url)
    return Place(domain or (urlsplit(addresses[0]).hostname or LOCAL if addresses else LOCAL), addresses)


def check(found: Place) -> None:
    """Raises BadPlace, with what is wrong, where no browser would agree."""
    if _is_bare(found.domain) or "/" in found.domain or ":" in found.domain:
        raise BadPlace(f"PASSKEY_DOMAIN is {found.domain}, which is no domain: name one, without scheme and port")
    for origin in found.origins:
        parts = urlsplit(origin)
        host = parts.hostname or ""
        if origin != f"{parts.scheme}://{parts.netloc}":
            raise BadPlace(f"PASSKEY_ORIGINS has {origin}: name scheme, host and port, as https://hub.example.org")
        if parts.scheme != "https" and host != LOCAL:
            raise BadPlace(f"PASSKEY_ORIGINS has {origin}: browsers know passkeys over https alone")
        if host != found.domain and not host.endswith(f".{found.domain}"):
            raise BadPlace(f"PASSKEY_ORIGINS has {origin}, which does not lie in the domain {found.domain}")


def _default(public_url: str) -> list[str]:
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    if host == LOCAL or _is_loopback(host):
        return [f"{parts.scheme}://{LOCAL}" + (f":{parts.port}" if parts.port else "")]
    return [f"https://{parts.netloc}"] if parts.scheme == "https" and not _is_bare(host) else []


def _is_bare(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return not host
    return True


def _is_loopback(host: str) -> bool:
    return _is_bare(host) and bool(host) and ipaddress.ip_address(host).is_loopback
