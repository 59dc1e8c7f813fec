"""One's own conversations: which there are, one of them to read, and its erasure."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from memoryhub.accounts.access import acting, go, member_required
from memoryhub.conversations import erasing
from memoryhub.conversations.models import Conversation
from memoryhub.conversations.pages import talks


@require_safe
@never_cache
@member_required
def conversations(request: HttpRequest) -> HttpResponse:
    """The newest first, some on each page."""
    begin = _number(request, "after")
    found = talks.latest(acting(request), begin)
    onward = f"{request.path}?after={begin + talks.LISTED}" if len(found) > talks.LISTED else ""
    context = {"talks": found[: talks.LISTED], "first": request.path if begin else "", "onward": onward}
    return render(request, "conversations/conversations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def conversation(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """What was said, some messages on each page; a POST that is sure erases it."""
    member = acting(request)
    if request.method == "POST" and request.POST.get("sure"):
        return _erase(request, conversation_id)
    found = get_object_or_404(talks.own(member), pk=conversation_id)
    part = talks.part(found, _number(request, "from"))
    unsure = request.method == "POST"
    context = {"talk": found, "part": part, "unsure": unsure}
    return render(request, "conversations/conversation.html", context, status=422 if unsure else 200)


def _erase(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Once; from a page that is stale by now the same is said again."""
    member = acting(request)
    mine = Conversation.objects.filter(workspace=member.workspace_id, user=member)
    if get_object_or_404(mine, pk=conversation_id).erased_at is None:
        erasing.erase(user=member, conversation=conversation_id)
    messages.success(request, _("The conversation is erased. What is remembered from it stays until you forget it."))
    return go(request, reverse("memory"))


def _number(request: HttpRequest, name: str) -> int:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0
