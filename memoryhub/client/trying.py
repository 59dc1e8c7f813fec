"""One request until it has its answer: what is tried again, and after how long. Nothing here sends or sleeps.

An exchange is a generator. It yields a request to be sent and gets the response or what failed; it yields a pause and
gets nothing. So both hubs run the same one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from memoryhub.client.asking import Asked
from memoryhub.client.errors import BY_STATUS, HubError, Unavailable, Wrong
from memoryhub.client.reading import read

T = TypeVar("T")

# Where it was lost nobody knows, and all of it may be sent again: a claim carries its key, the rest changes nothing.
LOST = (
    httpx.NetworkError,
    httpx.TimeoutException,
    httpx.RemoteProtocolError,
    httpx.ProxyError,
    httpx.DecodingError,
)
AGAIN = frozenset({429, 502, 503, 504})
# Of the other refusals the one that a retry of ours can meet: the first try still runs.
STILL_RUNS = "request-in-progress"
FIRST_PAUSE = 0.25
# A hub that asks for more patience than this is told to its caller instead, who may have something better to do.
LONGEST_PAUSE = 30.0


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


Exchange = Generator[Asked | Pause, httpx.Response | httpx.RequestError | None, T]


def exchange(asked: Asked, reader: Callable[[object], T], retries: int) -> Exchange[T]:
    """The answer as `reader` makes it out of JSON. Raises HubError."""
    tried = 0
    while True:
        got = yield asked
        if isinstance(got, httpx.Response) and got.is_success:
            return _answer(got, reader)
        failure = _lost(got) if isinstance(got, httpx.RequestError) else _refusal(got)
        seconds = _pause(failure, tried)
        if tried == retries or seconds is None:
            raise failure from (got if isinstance(got, httpx.RequestError) else None)
        tried += 1
        yield Pause(seconds)


def _pause(failure: HubError, tried: int) -> float | None:
    """How long until the next try; None where there is to be none."""
    if failure.status is not None and failure.status not in AGAIN and failure.code != STILL_RUNS:
        return None
    if failure.retry_after is None:
        # Half of it by chance: whoever was turned away at the same moment does not come back at the same moment.
        return min(FIRST_PAUSE * 2.0**tried, LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
    return failure.retry_after + random.uniform(0.0, 0.1) if failure.retry_after <= LONGEST_PAUSE else None  # noqa: S311


def _answer(response: httpx.Response, reader: Callable[[object], T]) -> T:
    try:
        return reader(response.json())
    except (KeyError, TypeError, ValueError) as error:
        detail = "Is base_url the address of a Memory Hub, and is its version one that this client knows?"
        raise Unavailable("The answer cannot be read", status=response.status_code, detail=detail) from error


def _lost(error: httpx.RequestError) -> HubError:
    late = isinstance(error, httpx.TimeoutException)
    title = "The hub did not answer in time" if late else "The hub cannot be reached"
    return Unavailable(title, detail=str(error) or type(error).__name__)


def _refusal(response: httpx.Response | None) -> HubError:
    assert response is not None  # noqa: S101 - a pause is answered by nothing, a request never
    said = _document(response)
    return BY_STATUS.get(response.status_code, HubError)(
        str(said.get("title") or f"The hub answered {response.status_code}"),
        type=str(said.get("type") or "about:blank"),
        status=response.status_code,
        detail=str(said.get("detail") or ""),
        errors=_errors(said.get("errors")),
        request_id=str(said.get("request_id") or response.headers.get("X-Request-ID", "")),
        retry_after=_seconds(response.headers.get("Retry-After", "")),
    )


def _document(response: httpx.Response) -> dict[str, Any]:  # Any: JSON
    """The problem, or nothing where a proxy answered with a page."""
    try:
        found = response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _errors(found: object) -> tuple[Wrong, ...]:
    try:
        return read(tuple[Wrong, ...], found or ())
    except (KeyError, TypeError):
        return ()


def _seconds(text: str) -> float | None:
    """Retry-After in seconds, as the hub sends it; its other form, a date, is left to the backoff."""
    return float(text) if text.isascii() and text.isdigit() else None
