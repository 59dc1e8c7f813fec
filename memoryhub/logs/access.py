"""One line per request: who asked, for which kind of address, what they got and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse

from memoryhub.logs.lines import MASK
from memoryhub.logs.peer import peer

log = logging.getLogger("memoryhub.access")
# More names than any address takes say nothing more.
NAMES = 20


class Access:
    """Writes the line once the answer is there. The route stands for the path and names for the query: values may be
    anything, down to a token that does not belong there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        ms = round((time.perf_counter() - began) * 1000, 1)
        log.info("request", extra={**_said(request), "status": response.status_code, "ms": ms})
        return response


def _said(request: HttpRequest) -> dict[str, object]:
    found = request.resolver_match
    member = getattr(request, "member", None)
    workspace = getattr(request, "workspace", None)
    return {
        "request_id": getattr(request, "request_id", ""),
        "method": (request.method or "")[:10],
        "route": found.route if found else "",
        "query": _names(request.META.get("QUERY_STRING", "")),
        "actor": getattr(request, "actor", "") or (f"member:{member.key}" if member else ""),
        "workspace": getattr(workspace, "key", ""),
        "peer": peer(request),
    }


def _names(query: str) -> str:
    names = [name[:40] for name, _value in parse_qsl(query[:8190], keep_blank_values=True)]
    return "&".join(f"{name}={MASK}" for name in names[:NAMES])
