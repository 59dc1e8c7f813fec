"""The hub for programs without an event loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Self, TypeVar, Unpack

import httpx

from memoryhub.client import asking
from memoryhub.client.answers import (
    JSON,
    Case,
    Claim,
    EvidenceRequest,
    Fact,
    Recalled,
    Receipt,
    Remembered,
    WholeCase,
    Why,
)
from memoryhub.client.asking import Asked, CaseFilters, FactFilters, More, RecallFilters
from memoryhub.client.reading import page, read
from memoryhub.client.trying import LOST, Pause, exchange
from memoryhub.client.wire import Wire

T = TypeVar("T")


class Hub:
    """One hub, seen with the rights of one token. Every method raises a HubError where there is no answer.

    `timeout` is for one try, in seconds. What is lost on the way, and what the hub asks to send again, is sent again
    up to `retries` times. `headers` go with every request (`Accept-Language`, say). Threads may share one; close it, or
    use it in a `with`.
    """

    def __init__(
        self, base_url: str, token: str, *,
        timeout: float = 10.0, retries: int = 4, headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self._wire = Wire(base_url.rstrip("/"), token.strip(), timeout, headers or {})
        self._retries = retries
        self._http = httpx.Client(**self._wire.settings())

    def remember(
        self, subject: str, field: str, scope: str, value: JSON, source: str, *,
        wait: int = 0, key: str | None = None, **more: Unpack[More],
    ) -> Remembered:  # fmt: skip
        """Say something; with `wait` the answer tells what became of it, if that takes no more seconds.

        `key` makes a repeat harmless. Leave it out, unless the call itself may be made again by another process.
        """
        said = {"subject": subject, "field": field, "scope": scope, "value": value, "source": source}
        return self._ask(asking.remember(said, more, wait=wait, key=key), Remembered)

    def claim(self, claim_id: str) -> Claim:
        return self._ask(asking.one("claims", claim_id), Claim)

    def facts(self, **filters: Unpack[FactFilters]) -> Iterator[Fact]:
        """All facts that fit, newest first, fetched page by page; `limit` is the size of a page."""
        return self._list(asking.listed("/facts", filters), Fact)

    def fact(self, fact_id: str) -> Fact:
        return self._ask(asking.one("facts", fact_id), Fact)

    def why(self, fact_id: str) -> Why:
        return self._ask(asking.one("facts", fact_id, "why"), Why)

    def recall(self, query: str, scopes: Sequence[str] = (), **filters: Unpack[RecallFilters]) -> Recalled:
        """What is known about the query in these scopes, nearest first; without any, in those that the token names."""
        return self._ask(asking.recall(query, scopes, filters), Recalled)

    def receipts(self, fact_id: str) -> Iterator[Receipt]:
        """Who was told this fact."""
        return self._list(asking.listed("/receipts", {"fact": fact_id}), Receipt)

    def cases(self, **filters: Unpack[CaseFilters]) -> Iterator[Case]:
        """The open questions, newest first."""
        return self._list(asking.listed("/cases", filters), Case)

    def case(self, case_id: str) -> WholeCase:
        return self._ask(asking.one("cases", case_id), WholeCase)

    def evidence_requests(self) -> Iterator[EvidenceRequest]:
        """What owners ask this token's agent for."""
        return self._list(asking.listed("/evidence-requests", {}), EvidenceRequest)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Hub({self._wire.address!r})"

    def _list(self, asked: Asked, kind: type[T]) -> Iterator[T]:
        found = self._run(asked, partial(page, kind))
        yield from found.items
        while found.next is not None:
            found = self._run(asked.at(found.next), partial(page, kind))
            yield from found.items

    def _ask(self, asked: Asked, kind: type[T]) -> T:
        return self._run(asked, partial(read, kind))

    def _run(self, asked: Asked, reader: Callable[[object], T]) -> T:
        talk = exchange(asked, reader, self._retries)
        try:
            step = next(talk)
            while True:
                step = talk.send(self._do(step))
        except StopIteration as done:
            answer: T = done.value
            return answer

    def _do(self, step: Asked | Pause) -> httpx.Response | httpx.RequestError | None:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        try:
            return self._http.send(self._wire.request(self._http, step))
        except LOST as error:
            return error
