"""Putting a draft before a second person: what still keeps it from that, and the button once nothing does."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledgers.models import PolicyDraft
from ledgers.policy_pages import readiness
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.in_question import in_question
from ledgers.policy_pages.sent import note, number_of
from ledgers.services.drafts import submitting
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Problem


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def submit(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    draft = draft_of(request, draft_id)
    if request.method != "POST":
        return _page(request, draft)
    try:
        submitting.submit(member=acting(request), draft_id=draft.pk, version=number_of(request, "version"))
    except Problem as problem:
        note(request, problem)
        return _page(request, draft_of(request, draft_id), problem)
    return go(request, reverse("policy-draft-judge", args=[draft.pk]))


def _page(request: HttpRequest, draft: PolicyDraft, refused: Problem | None = None) -> HttpResponse:
    head = heading(request, draft)
    points = readiness.points(head)
    context = {
        "draft": draft,
        "head": head,
        "points": points,
        "ready": all(point.met for point in points),
        "warnings": [told for told in readiness.findings(head) if not told.blocks],
        "refused": refused,
        "proved": head.trial is not None and head.trial.fresh,
        **in_question(refused, head),
    }
    return render(request, "ledgers/policy/submit.html", context, status=refused.status if refused else 200)
