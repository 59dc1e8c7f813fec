"""What a form of these pages sent, and what is kept of a refusal."""

from __future__ import annotations

from django.http import HttpRequest

from memoryhub.accounts import events
from memoryhub.accounts.access import acting
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.offered import NotOffered


def number_of(request: HttpRequest, name: str) -> int:
    """A number that the page itself put into its form."""
    text = request.POST.get(name, "")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise NotOffered
    return int(text)


def note(request: HttpRequest, problem: Problem) -> None:
    member = acting(request)
    events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")
