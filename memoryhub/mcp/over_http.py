"""Streamable HTTP: every request carries its own token, and no session outlives one."""

from __future__ import annotations

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from memoryhub.mcp.serving import Caller, Context, build

PATH = "/mcp"
# A claim has at most 64 KiB.
LARGEST = 256 * 1024
LOOPBACK = ("127.0.0.1:*", "localhost:*", "[::1]:*")
CHALLENGE = 'Bearer realm="memory-hub"'


class TokenFirst:
    """Turns away who brings no token of ours. Whether it is a good one the hub itself says, at every call."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not bearer(Headers(scope=scope)):
            said = {"error": "invalid_token", "error_description": "Send Authorization: Bearer mh_pat_…"}
            await JSONResponse(said, 401, {"WWW-Authenticate": CHALLENGE})(scope, receive, send)
            return
        await self.app(scope, receive, send)


def bearer(headers: Headers) -> str:
    """The token of a request, or nothing where none can be meant."""
    sent = headers.getlist("authorization")
    scheme, _blank, token = (sent[0] if len(sent) == 1 else "").partition(" ")
    token = token.strip()
    good = scheme.lower() == "bearer" and token.startswith("mh_pat_") and token.isascii() and token.isprintable()
    return token if good else ""


def application(hub_url: str, hosts: list[str]) -> ASGIApp:
    """The server as an ASGI application. `hosts` are the names it is reached by, besides those of this machine.

    A page of somebody else's may lead a browser here under its own name; Host and Origin tell, and both are checked.
    """
    security = TransportSecuritySettings(
        allowed_hosts=[*LOOPBACK, *hosts, *(f"{host}:*" for host in hosts)],
        allowed_origins=[
            *(f"http://{host}" for host in LOOPBACK),
            *(f"https://{host}{port}" for host in hosts for port in ("", ":*")),
        ],
    )
    server = build(hub_url, _caller)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=LARGEST,
        transport_security=security,
    )
    return TokenFirst(app)


def serve(hub_url: str, *, host: str, port: int, hosts: list[str]) -> None:
    """Serve until the process is told to end. Logging stays as the project set it: one that quotes no header."""
    app = application(hub_url, hosts)
    # Who is believed about the way a request came is the hub's to say, so nobody is believed here.
    config = uvicorn.Config(app, host=host, port=port, log_config=None, access_log=False, proxy_headers=False)
    uvicorn.Server(config).run()


def _caller(ctx: Context) -> Caller:
    """The token, and the way it came: a token may be bound to addresses, which are those of agents and not ours."""
    request = ctx.request
    if not isinstance(request, Request):
        return Caller("")
    nearest = request.client.host if request.client else ""
    way = ", ".join(filter(None, [*request.headers.getlist("x-forwarded-for"), nearest]))
    return Caller(bearer(request.headers), {"X-Forwarded-For": way} if way else {})
