"""What the ledgers refuse, by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Problem, Words


class InvalidClaim(Problem):
    slug = "invalid-claim"
    title = _("This claim cannot be taken")

    def __init__(self, pointer: str, detail: Words, *, code: str = "invalid-claim") -> None:
        super().__init__(detail, errors=[{"pointer": pointer, "code": code, "detail": detail}])
        self.slug = code


class SourceNotAllowed(Problem):
    slug = "source-not-allowed"
    status = 403
    event = "source_spoof"
    title = _("This token may not post through that source")


class ScopeNotAllowed(Problem):
    slug = "scope-not-allowed"
    status = 403
    title = _("This token may not write to that scope")


class KeyReused(Problem):
    slug = "idempotency-key-reused"
    title = _("This idempotency key was used for another request")


class RequestInProgress(Problem):
    slug = "request-in-progress"
    status = 409
    title = _("The first request with this key is still running")
