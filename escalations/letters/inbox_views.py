"""The page of the inbox."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from escalations.context import counts_of
from escalations.letters import inbox
from ledgers import clock
from memoryhub.accounts.access import acting, go, member_required


@require_safe
@never_cache
@member_required
def inbox_page(request: HttpRequest) -> HttpResponse:
    after = _after(request.GET.get("after", ""))
    page = inbox.page(acting(request), clock.now(), after)
    context = {
        "lines": page.lines,
        "unread": counts_of(request).unread,
        "first": reverse("inbox") if after else "",
        "onward": f"{reverse('inbox')}?after={page.onward}" if page.onward else "",
    }
    return render(request, "escalations/inbox.html", context)


@require_POST
@member_required
def inbox_read(request: HttpRequest) -> HttpResponse:
    """Mark everything as read."""
    count = inbox.read_all(acting(request), clock.now())
    said = ngettext("%(n)d notice is marked as read.", "%(n)d notices are marked as read.", count)
    messages.success(request, said % {"n": count})
    return go(request, reverse("inbox"))


def _after(text: str) -> uuid.UUID | None:
    """Where the page goes on; what is no place starts at the beginning."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
