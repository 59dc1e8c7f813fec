"""The hub for programs with an event loop: the same methods, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
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


class AsyncHub:
    """As Hub; close it, or use it in an `async with`."""

    def __init__(
        self, base_url: str, token: str, *,
        timeout: float = 10.0, retries: int = 4, headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self._wire = Wire(base_url.rstrip("/"), token.strip(), timeout, headers or {})
        self._retries = retries
        self._http = httpx.AsyncClient(**self._wire.settings())

    async def remember(
        self, subject: str, field: str, scope: str, value: JSON, source: str, *,
        wait: int = 0, key: str | None = None, **more: Unpack[More],
    ) -> Remembered:  # fmt: skip
        """Say something; with `wait` the answer tells what became of it, if that takes no more seconds.

        `key` makes a repeat harmless. Leave it out, unless the call itself may be made again by another process.
        """
        said = {"subject": subject, "field": field, "scope": scope, "value": value, "source": source}
        return await self._ask(asking.remember(said, more, wait=wait, key=key), Remembered)

    async def claim(self, claim_id: str) -> Claim:
        return await self._ask(asking.one("claims", claim_id), Claim)

    def facts(self, **filters: Unpack[FactFilters]) -> AsyncIterator[Fact]:
        """All facts that fit, newest first, fetched page by page; `limit` is the size of a page."""
        return self._list(asking.listed("/facts", filters), Fact)

    async def fact(self, fact_id: str) -> Fact:
        return await self._ask(asking.one("facts", fact_id), Fact)

    async def why(self, fact_id: str) -> Why:
        return await self._ask(asking.one("facts", fact_id, "why"), Why)

    async def recall(self, query: str, scopes: Sequence[str] = (), **filters: Unpack[RecallFilters]) -> Recalled:
        """What is known about the query in these scopes, nearest first; without any, in those that the token names."""
        return await self._ask(asking.recall(query, scopes, filters), Recalled)

    def receipts(self, fact_id: str) -> AsyncIterator[Receipt]:
        """Who was told this fact."""
        return self._list(asking.listed("/receipts", {"fact": fact_id}), Receipt)

    def cases(self, **filters: Unpack[CaseFilters]) -> AsyncIterator[Case]:
        """The open questions, newest first."""
        return self._list(asking.listed("/cases", filters), Case)

    async def case(self, case_id: str) -> WholeCase:
        return await self._ask(asking.one("cases", case_id), WholeCase)

    def evidence_requests(self) -> AsyncIterator[EvidenceRequest]:
        """What owners ask this token's agent for."""
        return self._list(asking.listed("/evidence-requests", {}), EvidenceRequest)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncHub({self._wire.address!r})"

    async def _list(self, asked: Asked, kind: type[T]) -> AsyncIterator[T]:
        found = await self._run(asked, partial(page, kind))
        for item in found.items:
            yield item
        while found.next is not None:
            found = await self._run(asked.at(found.next), partial(page, kind))
            for item in found.items:
                yield item

    async def _ask(self, asked: Asked, kind: type[T]) -> T:
        return await self._run(asked, partial(read, kind))

    async def _run(self, asked: Asked, reader: Callable[[object], T]) -> T:
        talk = exchange(asked, reader, self._retries)
        try:
            step = next(talk)
            while True:
                step = talk.send(await self._do(step))
        except StopIteration as done:
            answer: T = done.value
            return answer

    async def _do(self, step: Asked | Pause) -> httpx.Response | httpx.RequestError | None:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        try:
            return await self._http.send(self._wire.request(self._http, step))
        except LOST as error:
            return error
