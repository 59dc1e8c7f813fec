"""The editor of a draft."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.policy_pages.heading import draft_of, heading
from memoryhub.accounts.access import member_required


@require_safe
@member_required
def draft(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    found = draft_of(request, draft_id)
    return render(request, "ledgers/policy/draft.html", {"draft": found, "head": heading(request, found)})
