"""Security events: what was refused leaves a trace, though it left nothing in the ledgers; so do new ways to sign in.

A refusal rolls back the transaction of its request. So events are noted on the request, and written after it.
"""

from __future__ import annotations

import logging
from urllib.parse import quote

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from memoryhub.accounts import walls
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member, SecurityEvent, Workspace
from memoryhub.logs.lines import masked

log = logging.getLogger(__name__)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def note(request: HttpRequest, problem: Problem, *, workspace: Workspace, author: str) -> None:
    """Note that a change was refused. Reading changes nothing, and a fault of ours is no deed of theirs."""
    if request.method in SAFE or problem.status >= 500:
        return
    _keep(request, workspace, author, problem.event or str(problem.slug), problem.status)


def happened(request: HttpRequest, code: str) -> None:
    """Note a change of how a member signs in: whoever looks into a break-in asks for these too."""
    member = getattr(request, "member", None)
    if isinstance(member, Member):
        _keep(request, member.workspace, f"member:{member.key}", code, 200)


def write(request: HttpRequest) -> None:
    """Write what was noted, in a transaction of its own. The refusal stands also where the database is away by now."""
    for event in _noted(request):
        try:
            with walls.inside(event.workspace_id):
                event.save(force_insert=True)
        except (OperationalError, InterfaceError) as error:
            log.warning("the event %s was not kept: %s", event.code, type(error).__name__)


def _keep(request: HttpRequest, workspace: Workspace, author: str, code: str, status: int) -> None:
    event = SecurityEvent(
        workspace=workspace,
        author=author[:80],
        code=code[:64],
        status=status,
        method=(request.method or "")[:8],
        path=masked(quote(request.path))[:200],  # what a path may hold, a column may not (NUL)
        request_id=str(getattr(request, "request_id", ""))[:64],
    )
    request._events = [*_noted(request), event]  # type: ignore[attr-defined]  # noqa: SLF001  # requests take attributes


def _noted(request: HttpRequest) -> list[SecurityEvent]:
    found: list[SecurityEvent] = getattr(request, "_events", [])
    return found
