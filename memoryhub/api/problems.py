"""What can be wrong with a request before the ledgers see it. Each class is one stable code (docs/problems.md)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import FieldError, NotAllowed, Problem, Words

# Here, and not in errors.py: that module loads REST framework, which loads authentication.py, which needs this.
CHALLENGE = 'Bearer realm="memory-hub"'


class BadRequest(Problem):
    slug = "bad-request"
    status = 400
    title = _("This request cannot be read")


class BadHost(BadRequest):
    slug = "bad-host"
    title = _("This host is not served here")


class AmbiguousHeader(BadRequest):
    slug = "ambiguous-header"
    title = _("A header was sent twice")


class MalformedJSON(BadRequest):
    slug = "malformed-json"
    title = _("The body is not JSON")


class DuplicateKey(BadRequest):
    slug = "duplicate-json-key"
    title = _("A JSON member is named twice")


class TooDeep(BadRequest):
    slug = "too-deep"
    title = _("The JSON is nested too deep")


class InvalidQuery(BadRequest):
    slug = "invalid-query"
    title = _("The query cannot be read")


class UnknownParameter(InvalidQuery):
    slug = "unknown-query-parameter"
    title = _("This query parameter does not exist here")


class InvalidCursor(InvalidQuery):
    slug = "invalid-cursor"
    title = _("This cursor was not given out here")


class KeyRequired(BadRequest):
    slug = "idempotency-key-required"
    title = _("The Idempotency-Key header is missing")


class InvalidKey(BadRequest):
    slug = "invalid-idempotency-key"
    title = _("The Idempotency-Key cannot be used")


class InvalidPreference(BadRequest):
    slug = "invalid-prefer"
    title = _("The Prefer header cannot be read")


class CsrfFailed(NotAllowed):
    slug = "csrf-failed"
    title = _("This page is from an earlier sign-in")


class InsufficientScope(NotAllowed):
    slug = "insufficient-scope"
    title = _("This token may only read")


class ScopeNotAllowed(NotAllowed):
    slug = "scope-not-allowed"
    title = _("This scope is not open to you")


class HumanRequired(NotAllowed):
    slug = "human-decision-required"
    title = _("Only a signed-in person decides")


class RoleRequired(NotAllowed):
    slug = "role-required"
    title = _("This needs another role")


class NotFound(Problem):
    slug = "not-found"
    status = 404
    title = _("There is nothing here")


class MethodNotAllowed(Problem):
    slug = "method-not-allowed"
    status = 405
    title = _("This method does not exist here")


class NotAcceptable(Problem):
    slug = "not-acceptable"
    status = 406
    title = _("Answers come as JSON only")


class LengthRequired(Problem):
    slug = "length-required"
    status = 411
    title = _("The Content-Length header is missing")


class PayloadTooLarge(Problem):
    slug = "payload-too-large"
    status = 413
    title = _("The body is too large")


class AddressTooLong(Problem):
    slug = "uri-too-long"
    status = 414
    title = _("The address is too long")


class UnsupportedMediaType(Problem):
    slug = "unsupported-media-type"
    status = 415
    title = _("Send application/json in UTF-8")


class UnsupportedEncoding(Problem):
    slug = "unsupported-content-encoding"
    status = 415
    title = _("Send the body uncompressed")


class Invalid(Problem):
    """A body that was read and breaks rules. The code is that of the rule where all errors share one."""

    title = _("This request breaks a rule")

    def __init__(self, slug: str, errors: list[FieldError], detail: Words = "") -> None:
        super().__init__(detail, errors=errors)
        self.slug = slug


class RateLimited(Problem):
    slug = "rate-limited"
    status = 429
    title = _("Too many requests")


class InternalError(Problem):
    slug = "internal-error"
    status = 500
    title = _("Something went wrong on our side")


class TemporarilyUnavailable(Problem):
    slug = "temporarily-unavailable"
    status = 503
    title = _("The hub cannot reach its database")


class StoreAway(Problem):
    slug = "checkpoints-unavailable"
    status = 503
    title = _("The checkpoints in the store cannot be read")
