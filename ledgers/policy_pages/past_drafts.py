"""The drafts that are over: those that became a version, and those that were withdrawn. They stay to be read."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledgers.models import PolicyDraft
from ledgers.policy_pages.overview import row_of
from ledgers.selectors import drafts
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.offered import key_or_none

A_PAGE = 50


@require_safe
@member_required
def past_drafts(request: HttpRequest) -> HttpResponse:
    """The last begun first, so many a page."""
    rows, before = drafts.past_drafts(acting(request).workspace), request.GET.get("before", "")
    if last := key_or_none(before):
        rows = rows.filter(pk__lt=last)
    found = list(rows.defer("document", "base__document", "activated__document")[: A_PAGE + 1])
    context = {
        "drafts": [row_of(draft) for draft in found[:A_PAGE]],
        "first": reverse("policy-drafts-past") if before else "",
        "onward": _onward(found[A_PAGE - 1]) if len(found) > A_PAGE else "",
    }
    return render(request, "ledgers/policy/past_drafts.html", context)


def _onward(last: PolicyDraft) -> str:
    return f"?{urlencode({'before': str(last.pk)})}"
