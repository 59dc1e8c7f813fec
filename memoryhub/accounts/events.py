"""Security events: what was refused leaves a trace, though it left nothing in the ledgers."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest

from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import SecurityEvent, Workspace

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def note(request: HttpRequest, problem: Problem, *, workspace: Workspace, author: str) -> None:
    """Record that a change was refused. Reading changes nothing, and a fault of ours is no deed of theirs."""
    if request.method in SAFE or problem.status >= 500:
        return
    SecurityEvent.objects.create(
        workspace=workspace,
        author=author[:80],
        code=str(problem.slug)[:64],
        status=problem.status,
        method=(request.method or "")[:8],
        path=quote(request.path)[:200],  # what a path may hold, a column may not (NUL)
        request_id=str(getattr(request, "request_id", ""))[:64],
    )
