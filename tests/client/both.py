"""The same call by both hubs: what one does the other has to do as well."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from memoryhub.client import AsyncHub, Hub
from tests import looping

Ask = Callable[[Any], Any]  # Any: either hub, and what it answers
Asker = Callable[..., Any]


def plainly(url: str, token: str, ask: Ask, **options: Any) -> Any:  # noqa: ANN401 - as above
    with Hub(url, token, **options) as hub:
        found = ask(hub)
        return list(found) if hasattr(found, "__next__") else found


def awaited(url: str, token: str, ask: Ask, **options: Any) -> Any:  # noqa: ANN401 - as above
    async def run() -> object:
        async with AsyncHub(url, token, **options) as hub:
            found: Awaitable[object] | AsyncIterator[object] = ask(hub)
            return [item async for item in found] if isinstance(found, AsyncIterator) else await found

    return looping.run(run())


BOTH = [plainly, awaited]
