"""Standard input and output: one program started the server, and one token is that program's."""

from __future__ import annotations

import anyio
from mcp.server.stdio import stdio_server

from memoryhub.mcp.serving import Caller, build


def serve(hub_url: str, token: str) -> None:
    """Serve until the input ends. Meanwhile whatever is printed goes to standard error."""
    anyio.run(_serve, hub_url, token)


async def _serve(hub_url: str, token: str) -> None:
    server = build(hub_url, lambda _ctx: Caller(token))
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
