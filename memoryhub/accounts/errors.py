"""The shape of every refusal: a named class with a stable code that the API and the pages word once."""

from __future__ import annotations

from typing import TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class FieldError(TypedDict):
    """One member of a body that breaks a rule; `pointer` is a JSON pointer fragment such as `#/subject`."""

    pointer: str
    code: str
    detail: Words


class Problem(Exception):
    """A refusal a client can act on (RFC 9457). `slug` is the stable code, never translated."""

    slug = "invalid-request"
    status = 422
    # What the security event is called, where the slug alone would not tell.
    event = ""
    title: Words = _("This request breaks a rule")

    def __init__(
        self, detail: Words = "", *, errors: list[FieldError] | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(str(self.slug))
        self.detail = detail
        self.errors = errors or []
        self.retry_after = retry_after


class NotAllowed(Problem):
    slug = "not-allowed"
    status = 403
    title = _("You may not do this")


class Unauthenticated(Problem):
    """Nobody we know: no credential, a wrong one, or one of a holder who left."""

    slug = "unauthenticated"
    status = 401
    title = _("Sign in or send a token")


class TokenExpired(Unauthenticated):
    slug = "token-expired"
    title = _("This token has expired")


class TokenRevoked(Unauthenticated):
    slug = "token-revoked"
    title = _("This token was revoked")


class AddressNotAllowed(Unauthenticated):
    """A good token in the wrong place: it opens nothing there."""

    slug = "address-not-allowed"
    title = _("This token may not be used from your address")
