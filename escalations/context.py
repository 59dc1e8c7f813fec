"""What the frame around every page shows; each part is read only when a template asks for it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from escalations.deciding import dock
from escalations.queue.counts import Counts, counts
from escalations.queue.filters import Filters
from memoryhub.accounts import shortcuts as keyboard
from memoryhub.accounts import tokens
from memoryhub.accounts.access import zone_of
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role, User

SECTIONS = (
    ("queue", _("Review queue")),
    ("facts", _("Facts")),
    ("ask", pgettext_lazy("ask a question", "Ask")),
    ("policy", _("Policy")),
    ("registry", _("Registry")),
    ("tokens", _("Tokens")),
)

NEEDS = {"tokens": (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)}


@dataclass(frozen=True)
class Section:
    """`key` is the second one of the shortcut that leads there."""

    address: str
    key: str
    name: Words
    url: str
    current: bool


class Shell:
    """The member, the sections, how many cases wait and which policy decides."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def member(self) -> Member | None:
        found = getattr(self._request, "member", None)
        return found if isinstance(found, Member) else None

    @cached_property
    def counts(self) -> Counts:
        return counts_of(self._request)

    @property
    def count(self) -> int:
        return self.counts.mine if self.member else 0

    @property
    def unread(self) -> int:
        return self.counts.unread if self.member else 0

    @property
    def policy_version(self) -> int | None:
        return self.counts.policy_version if self.member else None

    @property
    def unsettled_since(self) -> dt.datetime | None:
        """Since when claims have waited for the resolver, if that is too long; read along with the badge."""
        return self.counts.unsettled_since if self.member else None

    @cached_property
    def theme(self) -> str:
        user = getattr(self._request, "user", None)
        return user.theme if isinstance(user, User) else "auto"

    @property
    def keys(self) -> str:
        """Whether the keyboard has shortcuts: on, with Alt, or off."""
        user = getattr(self._request, "user", None)
        return user.keys if isinstance(user, User) else "on"

    @cached_property
    def shortcuts(self) -> dict[str, str]:
        """Which key does what."""
        user = getattr(self._request, "user", None)
        return keyboard.of(user if isinstance(user, User) else None)

    @property
    def key_list(self) -> list[tuple[keyboard.Act, str]]:
        """The same as it is read out; what has no key is left out, and the way to what the member may not open."""
        away = {f"{keyboard.AFTER_GO}{address}" for address in NEEDS if self.member and not self._opens(address)}
        return [(act, key) for act in keyboard.ACTS if (key := self.shortcuts[act.name]) and act.name not in away]

    @property
    def zone(self) -> str:
        """Where the days and hours on the page are told, also on pages that ask for no member."""
        return zone_of(self._request).key if self.member else ""

    @property
    def is_registrar(self) -> bool:
        return self.member is not None and self.member.has_role(*tokens.MANAGERS)

    @property
    def is_admin(self) -> bool:
        return self.member is not None and self.member.has_role(Role.ACCOUNT_ADMIN)

    @property
    def sections(self) -> list[Section]:
        path = self._request.path
        known = ((address, name, _address(address)) for address, name in SECTIONS if self._opens(address))
        return [
            Section(address, self.shortcuts[f"go_{address}"], name, url, path.startswith(url))
            for address, name, url in known
            if url
        ]

    def _opens(self, address: str) -> bool:
        """Whether the member's roles open the section; most are for everyone."""
        return address not in NEEDS or (self.member is not None and self.member.has_role(*NEEDS[address]))

    @cached_property
    def dock(self) -> list[dock.Item]:
        """What the member decided last, with the way back; nothing is kept for strangers."""
        return dock.items(self._request, self.member.workspace) if self.member else []

    @property
    def idle_seconds(self) -> int:
        """After how long without a request the session ends."""
        return int(settings.SESSION_IDLE_SECONDS)

    @property
    def version(self) -> str:
        return _version()


def shell(request: HttpRequest) -> dict[str, Shell]:
    return {"shell": Shell(request)}


def counts_of(request: HttpRequest, filters: Filters | None = None, *, choices: bool = False) -> Counts:
    """The member's counts, read once per request: the badge and the queue's tabs never differ."""
    found = getattr(request, "_queue_counts", None)
    if not isinstance(found, Counts):
        member = getattr(request, "member", None)
        found = counts(member, filters, choices=choices) if isinstance(member, Member) else Counts()
        request._queue_counts = found  # type: ignore[attr-defined]  # noqa: SLF001  # Django's request takes attributes
    return found


@cache
def _version() -> str:
    """The one that runs; read from the files of the package once, not for every page."""
    try:
        return version("memoryhub")
    except PackageNotFoundError:
        return ""


def _address(name: str) -> str | None:
    try:
        return reverse(name)
    except NoReverseMatch:
        return None
