"""The autonomy dial: how often people decided as the rules would have, and what that suggests."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledgers.dial import chart, suggestions
from ledgers.dial.telling import row_words, suggestion_words
from ledgers.dial.today import count, today
from ledgers.domain.patterns import ANY
from ledgers.domain.responsibility import personal
from ledgers.models import Scope, Source
from ledgers.services.drafts.suggesting import SuggestionGone, make_draft
from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.asked import asked
from memoryhub.accounts.models import Role, Workspace

PAGE = "ledgers/policy/autonomy.html"
PERIODS = {"30": 30, "90": 90, "365": 365, "all": None}
USUAL = str(suggestions.DAYS)
# It says how people decide: for those who write the policy, let it pass, or look after both.
READERS = (Role.POLICY_EDITOR, Role.POLICY_APPROVER, Role.AUDITOR, Role.ACCOUNT_ADMIN)
ROWS = 60


@require_safe
@role_required(*READERS)
def autonomy(request: HttpRequest) -> HttpResponse:
    period = asked(request.GET, "days", 5)
    return _page(request, period if period in PERIODS else USUAL, asked(request.GET, "scope", 200))


@require_POST
@role_required(Role.POLICY_EDITOR)
def suggestion(request: HttpRequest) -> HttpResponse:
    """Make a draft of what is suggested, and open it. The policy in force stays as it is."""
    try:
        draft = make_draft(member=acting(request), key=asked(request.POST, "suggestion", 500))
    except SuggestionGone as gone:
        return _page(request, USUAL, refused=gone)
    return go(request, reverse("policy-draft", args=[draft.pk]))


def _page(request: HttpRequest, period: str, scope: str = "", refused: SuggestionGone | None = None) -> HttpResponse:
    member = acting(request)
    scopes = _scopes(member.workspace)
    scope = scope if scope in scopes else ANY
    standing = today(member.workspace)
    if standing is None:
        return render(request, PAGE, {"refused": refused})
    counted = count(member.workspace, standing, PERIODS[period], scope)
    names = dict(Source.objects.filter(workspace=member.workspace).values_list("key", "name"))
    words = [row_words(row, standing, names) for row in counted.rows]
    context = {
        "version": standing.version,
        "period": period,
        "periods": PERIODS,
        "scope": scope,
        "scopes": scopes,
        "usual": period == USUAL and scope == ANY,
        "read": counted.read,
        "rows": words[:ROWS],
        "more": len(words) - ROWS,
        "chart": chart.chart(counted.rows, words),
        "suggestions": [suggestion_words(one, standing, names) for one in counted.suggestions],
        "may_draft": member.has_role(Role.POLICY_EDITOR),
        "thresholds": suggestions,
        "refused": refused,
    }
    return render(request, PAGE, context, status=refused.status if refused else 200)


def _scopes(workspace: Workspace) -> list[str]:
    """Accounts to look at; nobody's own scope is one."""
    known = Scope.objects.filter(workspace=workspace).exclude(key=ANY).order_by("key").values_list("key", flat=True)
    return [key for key in known if not personal(key)]
