"""Query strings: only named parameters, each once, each of one exact form."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request

from ledgers.domain.patterns import fold
from memoryhub.accounts.models import Workspace
from memoryhub.api import moments
from memoryhub.api.problems import InvalidQuery, UnknownParameter

LONGEST = 500
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Query:
    """The parameters of one request. Reading one that cannot be read raises InvalidQuery, which names it."""

    def __init__(self, request: Request, allowed: Iterable[str]) -> None:
        self._found = {name: values for name, values in request.query_params.lists()}  # noqa: C416 - lists() yields pairs
        unknown = set(self._found) - set(allowed)
        if unknown:
            raise UnknownParameter(_("Parameters here: %(names)s.") % {"names": ", ".join(sorted(allowed))})
        for name, values in self._found.items():
            self._check(name, values)

    def text(self, name: str) -> str | None:
        values = self._found.get(name)
        return values[0] if values else None

    def key(self, name: str) -> str | None:
        """The key of a subject or a scope, however it is spelt."""
        value = self.text(name)
        return value if value is None else fold(value)

    def choice(self, name: str, choices: Iterable[str]) -> str | None:
        value = self.text(name)
        if value is not None and value not in set(choices):
            raise self._invalid(name, _("One of: %(choices)s.") % {"choices": ", ".join(choices)})
        return value

    def whole(self, name: str, *, default: int, least: int, most: int) -> int:
        """A number in plain digits: no sign, blank, underscore or other alphabet's digits."""
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise self._invalid(name, _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most})
        return int(value)

    def identifier(self, name: str) -> uuid.UUID | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            return uuid.UUID(value)
        except ValueError as error:
            raise self._invalid(name, _("An id, such as the hub gives out.")) from error

    def moment(self, name: str, workspace: Workspace) -> dt.datetime | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            return moments.read(value, zone=workspace.zone, now=timezone.now())
        except moments.BadMoment as error:
            raise self._invalid(name, str(error.detail)) from error

    def _check(self, name: str, values: list[str]) -> None:
        if len(values) > 1:
            raise self._invalid(name, _("Send it once."))
        if len(values[0]) > LONGEST or _CONTROL.search(values[0]):
            raise self._invalid(name, _("It is too long or holds control characters."))

    def _invalid(self, name: str, why: str) -> InvalidQuery:
        return InvalidQuery(f"{name}: {why}", errors=[{"pointer": f"?{name}", "code": "invalid-query", "detail": why}])
