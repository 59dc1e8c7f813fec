"""The versions of the policy: what was in force when, who wrote it, who let it pass and why, and the way back."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledgers.domain.policy import recorded
from ledgers.models import PolicyVersion, Source
from ledgers.policy_pages import reading
from ledgers.policy_pages.came import authors_of, came_of
from ledgers.policy_pages.reading import version_of
from ledgers.policy_pages.sent import note
from ledgers.policy_words import explain
from ledgers.selectors import emergencies
from ledgers.selectors.policies import active_version, versions
from ledgers.services.drafts import rolling_back
from memoryhub.accounts.access import acting, go, member_required, role_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Role
from memoryhub.accounts.offered import NotOffered

A_PAGE = 50
LONGEST_TITLE = 120


@require_safe
@member_required
def history(request: HttpRequest) -> HttpResponse:
    """Newest first, so many a page."""
    workspace, before = acting(request).workspace, _before(request)
    rows = versions(workspace).defer("document")
    found = list(rows.filter(version__lt=before)[: A_PAGE + 1])
    shown = found[:A_PAGE]
    context = {
        "rows": came_of(workspace, shown),
        "first": reverse("policy-history") if before < reading.LARGEST else "",
        "onward": f"?{urlencode({'before': shown[-1].version})}" if len(found) > A_PAGE else "",
        "editor": acting(request).has_role(Role.POLICY_EDITOR),
        "approver": acting(request).has_role(Role.POLICY_APPROVER),
        "waits": emergencies.waiting(workspace),
    }
    return render(request, "ledgers/policy/history.html", context)


@require_safe
@member_required
def version(request: HttpRequest, version: int) -> HttpResponse:
    """What one of them says, in words."""
    found = version_of(request, version)
    (came,) = came_of(found.workspace, [found])
    policy = recorded(found.document)
    names = dict(Source.objects.filter(workspace=found.workspace).values_list("key", "name"))
    context = {
        "version": found,
        "policy": policy,
        "words": explain(policy, names),
        "came": came,
        "authors": authors_of(came),
        "editor": acting(request).has_role(Role.POLICY_EDITOR),
    }
    return render(request, "ledgers/policy/version.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.POLICY_EDITOR)
def roll_back(request: HttpRequest, version: int) -> HttpResponse:
    """A draft with the content of any version; from there it goes the way of every other."""
    found = version_of(request, version)
    if request.method != "POST":
        return _roll_back_page(request, found, _title(found))
    title = request.POST.get("title", "").strip()
    if not title or len(title) > LONGEST_TITLE:
        return _roll_back_page(request, found, title, missing=True)
    try:
        draft = rolling_back.roll_back(member=acting(request), version=found.version, title=title)
    except Problem as problem:
        note(request, problem)
        return _roll_back_page(request, found, title, problem)
    return go(request, reverse("policy-draft-diff", args=[draft.pk]))


def _roll_back_page(
    request: HttpRequest, found: PolicyVersion, title: str, refused: Problem | None = None, *, missing: bool = False
) -> HttpResponse:
    active = active_version(found.workspace)
    shown = None
    if active is not None and active.hash != found.hash:
        shown = reading.of_versions(found.workspace, active, found).told()
    status = refused.status if refused else 422 if missing else 200
    context = {"version": found, "active": active, "shown": shown, "title": title, "longest": LONGEST_TITLE}
    told = {"refused": refused, "missing": missing}
    return render(request, "ledgers/policy/roll_back.html", {**context, **told}, status=status)


def _title(found: PolicyVersion) -> str:
    return _("Back to version %(number)d") % {"number": found.version}


def _before(request: HttpRequest) -> int:
    text = request.GET.get("before", "")
    if not text:
        return reading.LARGEST
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise NotOffered
    return int(text)
