"""What can go wrong, each with what the hub said about it (RFC 9457)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong: where in the body (`#/effective_at`) or the query (`?limit`), and why."""

    pointer: str
    code: str
    detail: str


class HubError(Exception):
    """No answer that can be used. `code` is stable and never translated; the texts are for people.

    `status` is None where the hub was not reached, `request_id` finds the request in the hub's log, and `retry_after`
    says in how many seconds the same request may succeed, where the hub knows.
    """

    def __init__(
        self,
        title: str,
        *,
        type: str = "about:blank",  # noqa: A002 - the name RFC 9457 gives it
        status: int | None = None,
        detail: str = "",
        errors: tuple[Wrong, ...] = (),
        request_id: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(title)
        self.title = title
        self.type = type
        self.status = status
        self.detail = detail
        self.errors = errors
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def code(self) -> str:
        """The last part of `type`, such as `scope-not-allowed`."""
        return self.type.rpartition("/")[2]

    def __str__(self) -> str:
        said = self.title if self.detail in ("", self.title) else f"{self.title}: {self.detail}"
        places = "; ".join(f"{wrong.pointer}: {wrong.detail}" for wrong in self.errors)
        return f"{said} ({places})" if places else said


class NotAllowed(HubError):
    """No identity (401), or one without this right (403)."""


class NotFound(HubError):
    """Not there, or in another workspace."""


class Conflict(HubError):
    """Something changed meanwhile, or a race was lost."""


class Invalid(HubError):
    """The request breaks a rule. `errors` says where; the same request will be refused again."""


class TooMany(HubError):
    """Too often within a minute, or too many claims that wait for their owners."""


class Unavailable(HubError):
    """The hub was not reached, cannot serve now, or answered what is no answer of a hub."""


# 500 stays a HubError: whether the same request may succeed, nobody knows.
BY_STATUS: dict[int, type[HubError]] = {
    400: Invalid,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    411: Invalid,
    413: Invalid,
    414: Invalid,
    415: Invalid,
    422: Invalid,
    429: TooMany,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}
