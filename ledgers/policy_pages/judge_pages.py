"""What the second person sees and says: differences, check and backtest on one page, and a reason for either answer."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledgers.draft_errors import DraftChanged, TooLong
from ledgers.models import DraftEdit, DraftVerdict, PolicyDraft
from ledgers.policy_pages import readiness, reading
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.in_question import in_question
from ledgers.policy_pages.proof import PARTS, proof
from ledgers.policy_pages.sent import note, number_of
from ledgers.services.drafts import judging
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.offered import key_or_none, one_of

ANSWERS = {"approve": judging.approve, "send_back": judging.send_back}
# Verdicts and edits that the page names.
SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def judge(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    draft = draft_of(request, draft_id)
    if request.method != "POST":
        return _page(request, draft)
    answer = ANSWERS[one_of(request.POST.get("answer", ""), ANSWERS)]
    seen, reason = _seen(request), request.POST.get("reason", "")
    try:
        answer(member=acting(request), draft_id=draft.pk, seen=seen, reason=reason)
    except Problem as problem:
        note(request, problem)
        return _page(request, draft_of(request, draft_id), problem, seen)
    return go(request, reverse("policy-draft-judge", args=[draft.pk]))


def _seen(request: HttpRequest) -> Seen:
    tried = key_or_none(request.POST.get("backtest", ""))
    return Seen(number_of(request, "version"), request.POST.get("hash", "")[:64], number_of(request, "base"), tried)


def _page(
    request: HttpRequest, draft: PolicyDraft, refused: Problem | None = None, seen: Seen | None = None
) -> HttpResponse:
    head, verdicts = heading(request, draft, parts=PARTS), _verdicts(draft)
    context = {
        "draft": draft,
        "head": head,
        "findings": readiness.findings(head),
        "points": readiness.points(head),
        "shown": reading.of_draft(draft, head.known).told(),
        "tried": proof(head),
        "verdicts": verdicts,
        "refused": refused,
        "meanwhile": _meanwhile(draft, verdicts, seen) if isinstance(refused, DraftChanged) and seen else (),
        "reason": request.POST.get("reason", ""),
        "too_long": isinstance(refused, TooLong),
        **in_question(refused, head),
    }
    return render(request, "ledgers/policy/judge.html", context, status=refused.status if refused else 200)


def _verdicts(draft: PolicyDraft) -> Sequence[DraftVerdict]:
    rows = DraftVerdict.objects.filter(draft=draft).select_related("member").defer("comparison")
    return list(rows.order_by("-id")[:SHOWN])


def _meanwhile(draft: PolicyDraft, verdicts: Sequence[DraftVerdict], seen: Seen) -> Sequence[str]:
    """What happened to the draft since somebody saw it, in words."""
    said = [_verdict(one) for one in verdicts if one.seen >= seen.version]
    edits = list(DraftEdit.objects.filter(draft=draft).select_related("member").order_by("-id")[:SHOWN])
    since = [edit for edit in edits if not any(one.after == seen.hash for one in edits if one.pk >= edit.pk)]
    words = _("%(name)s wrote in it.")
    return [*said, *dict.fromkeys(words % {"name": edit.member.name} for edit in since)]


def _verdict(one: DraftVerdict) -> str:
    words = _("%(name)s approved it: “%(reason)s”") if one.approved else _("%(name)s sent it back: “%(reason)s”")
    return words % {"name": one.member.name, "reason": one.reason}
