"""What went wrong, in a sentence or two that a model can act on: what, where, and what to do now."""

from __future__ import annotations

from pydantic import ValidationError

from memoryhub.client import Conflict, HubError, Invalid, NotAllowed, NotFound, TooMany, Unavailable

NEXT: dict[type[HubError], str] = {
    NotFound: "Check the id, or look with `recall`.",
    Conflict: "Look again, then decide whether it is still to be said.",
    Invalid: "Correct that and call again.",
    Unavailable: "The same call may succeed in a minute.",
}
# A token that is no good is for whoever runs the host; a right that it lacks the model can do without.
NO_TOKEN = "Calling again will not help: tell the user that this server needs another token."  # noqa: S105 - a sentence
NO_RIGHT = "Use a scope and a source that this token holds, or tell the user that it lacks them."


class Refused(Exception):
    """A call that cannot be served. Its text is for the model."""


def of_arguments(tool: str, error: ValidationError) -> Refused:
    """Where the arguments are wrong; what was sent stays out of it."""
    places = [f"`{'.'.join(str(part) for part in one['loc'])}`: {one['msg']}" for one in error.errors()]
    return Refused(f"{tool}: these arguments cannot be taken. {'; '.join(places[:5])}. Correct them and call again.")


def of_hub(tool: str, error: HubError) -> Refused:
    return Refused(f"{tool}: {_what(error)} {_next(error)}")


def _what(error: HubError) -> str:
    said = error.detail or error.title
    places = "; ".join(f"`{_argument(wrong.pointer)}`: {wrong.detail}" for wrong in error.errors)
    code = f" [{error.code}]" if error.status is not None else ""
    texts = [error.title, said if said != error.title and not isinstance(error, Unavailable) else "", places]
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts if text).rstrip() + code


def _argument(pointer: str) -> str:
    """`#/evidence/url` as the tool's argument: evidence.url."""
    return pointer.lstrip("#?/").replace("/", ".")


def _next(error: HubError) -> str:
    if isinstance(error, NotAllowed):
        return NO_TOKEN if error.status == 401 else NO_RIGHT
    if isinstance(error, TooMany):
        return f"Wait {error.retry_after:.0f} seconds before the next call." if error.retry_after else "Wait a minute."
    return NEXT.get(type(error), f"It was logged as {error.request_id}; tell the user.")
