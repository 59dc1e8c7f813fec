"""Where a message may be sent: https, to a public address, on a usual port. What is checked is what is called.

A name is looked up once, every address it has is checked, and one of these is connected to, so that a name which
answers differently the next time leads nowhere. Inside addresses are refused in all their disguises.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

from memoryhub.hooks.errors import AddressRefused

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
SCHEMES = {"https": 443, "http": 80}
# Public by number, and inside all the same: the host agent of a cloud.
INSIDE = {ipaddress.ip_address("168.63.129.16")}
# Each can carry an address of the older kind to where it must not go.
CARRIERS = [
    ipaddress.ip_network(net) for net in ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]


@dataclass(frozen=True, slots=True)
class Destination:
    """A checked address to connect to, and the name to ask it for."""

    secure: bool
    host: str
    port: int
    path: str
    address: str

    @property
    def authority(self) -> str:
        """The Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = SCHEMES["https" if self.secure else "http"]
        return host if self.port == usual else f"{host}:{self.port}"


def check(url: str) -> None:
    """Raises AddressRefused for what can be told from the address alone; a name is looked up when it is called."""
    host, _port = _name(_read(url))
    literal = _literal(host)
    if literal is not None:
        _allow(literal)
    if host == "localhost" or host.endswith(".localhost"):
        _allow(ipaddress.ip_address("127.0.0.1"))


def host_of(url: str) -> str:
    return _name(_read(url))[0]


def find(url: str) -> Destination:
    """Look the name up and choose an address; raises AddressRefused, also when only one of its addresses is inside."""
    read = _read(url)
    host, port = _name(read)
    addresses = _look_up(host, port)
    for address in addresses:
        _allow(address)
    return Destination(read.scheme == "https", host, port, read.request_uri, str(addresses[0]))


def _read(url: str) -> Url:
    try:
        read = parse_url(url)
    except LocationParseError:
        raise AddressRefused(_("This is not an address that can be called."), code="malformed") from None
    if any(sign.isspace() or not sign.isprintable() for sign in url) or "\\" in url:
        raise AddressRefused(_("This is not an address that can be called."), code="malformed")
    if read.scheme not in (SCHEMES if settings.WEBHOOK_ALLOW_INSECURE else ("https",)):
        raise AddressRefused(_("The address has to begin with https://."))
    if read.auth is not None or "@" in (read.netloc or ""):
        raise AddressRefused(_("Leave name and password out of the address: messages are signed instead."))
    return read


def _name(read: Url) -> tuple[str, int]:
    host = (read.host or "").strip("[]").rstrip(".").lower()
    port = read.port or SCHEMES[read.scheme or "https"]
    if not host or "%" in host:
        raise AddressRefused(_("This is not an address that can be called."), code="malformed")
    if str(port) not in settings.WEBHOOK_PORTS and "*" not in settings.WEBHOOK_PORTS:
        ports = ", ".join(settings.WEBHOOK_PORTS)
        raise AddressRefused(_("Only these ports are called: %(ports)s.") % {"ports": ports})
    return host, port


def _literal(host: str) -> IP | None:
    """The address a host is by itself, in any of the ways a resolver reads one: `127.1`, `0x7f000001`, `2130706433`."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.ip_address(socket.inet_aton(host))
    except OSError:
        return None


def _look_up(host: str, port: int) -> Sequence[IP]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise AddressRefused(_("This name leads nowhere."), code="unknown_host") from None
    return [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]


def _allow(address: IP) -> None:
    """Raises AddressRefused for an inside address that no setting lets in."""
    allowed = (ipaddress.ip_network(net, strict=False) for net in settings.WEBHOOK_ALLOWED_NETWORKS)
    if any(address in net for net in allowed) or _is_public(address):
        return
    raise AddressRefused(_("This address lies inside a network that is not called."))


def _is_public(address: IP) -> bool:
    if address in INSIDE or any(address in net for net in CARRIERS):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved
