"""The server as hosts start it, in a process of its own, and the SDK's own client to speak to it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from tests import looping
from tests.factories import ROOT
from tests.local.processes import PATIENCE

T = TypeVar("T")


@dataclass(frozen=True)
class Said:
    """What a tool answered."""

    wrong: bool
    text: str
    told: dict[str, Any]  # Any: JSON


@dataclass(frozen=True)
class Way:
    """One transport to a hub at this address. The home is an empty folder: a host gives its server little."""

    name: str
    hub: str
    home: Path
    address: str = ""
    """Of a server over HTTP that is there already."""

    def talk(self, token: str, chat: Callable[[Client], Awaitable[T]], *, mode: str = "auto") -> T:
        async def run() -> T:
            async with self._client(token, mode) as client:
                return await chat(client)

        return looping.run(run())

    def call(self, token: str, tool: str, **arguments: object) -> Said:
        return self.talk(token, lambda client: call(client, tool, **arguments))

    def _client(self, token: str, mode: str) -> AbstractAsyncContextManager[Client]:
        if self.name == "stdio":
            return Client(command(self.hub, token, self.home), mode=mode)
        return _over_http(self, token, mode)


async def call(client: Client, tool: str, **arguments: object) -> Said:
    found: CallToolResult = await client.call_tool(tool, dict(arguments))
    texts = [part.text for part in found.content if isinstance(part, TextContent)]
    return Said(found.is_error, "\n".join(texts), cast("dict[str, Any]", found.structured_content or {}))


def command(hub: str, token: str, home: Path) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=[str(ROOT / "manage.py"), "mcp", "--hub", hub],
        env={"MEMORYHUB_TOKEN": token, "MEMORYHUB_HOME": str(home)},
    )


@contextmanager
def serving(hub: str, home: Path, *options: str, log: Path | None = None, **environment: str) -> Iterator[str]:
    """The server over HTTP; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    line = [sys.executable, str(ROOT / "manage.py"), "mcp", "--hub", hub, "--http", "--port", str(port), *options]
    known = {"MEMORYHUB_HOME": str(home), **environment}
    with (log or home / "mcp.log").open("wb") as written:
        process = subprocess.Popen(line, env=known, stdout=written, stderr=written)
        try:
            _wait(process, port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("the server did not answer")


@asynccontextmanager
async def _over_http(way: Way, token: str, mode: str) -> AsyncIterator[Client]:
    there = nullcontext(way.address) if way.address else serving(way.hub, way.home)
    with there as url:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            yield client
