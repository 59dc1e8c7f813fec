"""Trying a draft on recorded history: asking for it, following it, ending it, and answering for what it contradicts."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledgers.draft_errors import TooLong, UnknownAccount
from ledgers.models import Backtest, PolicyDraft, Scope
from ledgers.policy_pages.backtest_forms import Asked
from ledgers.policy_pages.backtest_going import answering, failed, how_far
from ledgers.policy_pages.backtest_lists import LISTS, stretch
from ledgers.policy_pages.backtest_result import told
from ledgers.policy_pages.heading import Heading, draft_of, heading
from ledgers.policy_pages.sent import note, number_of
from ledgers.selectors import backtests, drafts
from ledgers.services.drafts import trying
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.offered import key
from memoryhub.accounts.sessions import asked_by_itself

# Of how many scopes the form offers the names; any other may be typed.
OFFERED = 200


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def ask(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    """The last result where there is one, else the form; a POST has it tried."""
    draft = draft_of(request, draft_id)
    if request.method == "POST":
        return _asked(request, draft)
    last = backtests.backtests(draft.workspace).filter(draft=draft).order_by("-id").values_list("pk", flat=True).first()
    if last is not None:
        return redirect("policy-backtest", last)
    return _form(request, draft)


def _asked(request: HttpRequest, draft: PolicyDraft) -> HttpResponse:
    form = Asked(request.POST)
    if not form.is_valid():
        return _form(request, draft, form=form)
    said = {"days": form.window(), "scope": form.cleaned_data["scope"]}
    try:
        asked = trying.ask(member=acting(request), draft_id=draft.pk, version=number_of(request, "version"), **said)
    except UnknownAccount as problem:
        note(request, problem)
        form.add_error("scope", str(problem.detail))
        return _form(request, draft, form=form)
    except Problem as problem:
        note(request, problem)
        return _form(request, draft_of(request, draft.pk), problem, form)
    return go(request, reverse("policy-backtest", args=[asked.pk]))


def _form(
    request: HttpRequest, draft: PolicyDraft, refused: Problem | None = None, form: Asked | None = None
) -> HttpResponse:
    scopes = Scope.objects.filter(workspace=draft.workspace).order_by("key").values_list("key", flat=True)
    context = {
        "head": heading(request, draft),
        "draft": draft,
        "refused": refused,
        "form": form or Asked(initial={"days": ""}),
        "scopes": scopes[:OFFERED],
    }
    status = refused.status if refused else 422 if form is not None else 200
    return render(request, "ledgers/policy/backtest_ask.html", context, status=status)


@asked_by_itself
@require_safe
@member_required
def progress(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    """How far it is, for the open page, which is shown anew once it is over."""
    found = _found(request, backtest_id)
    if found.state not in Backtest.GOING:
        return go(request, reverse("policy-backtest", args=[found.pk]))
    return render(request, "ledgers/policy/_backtest_progress.html", {"backtest": found, **how_far(found)})


@require_safe
@member_required
def result(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    return _page(request, _found(request, backtest_id))


@require_safe
@member_required
def listed(request: HttpRequest, backtest_id: UUID, name: str) -> HttpResponse:
    """One list of the result, in pages."""
    found = _found(request, backtest_id)
    if found.state != Backtest.State.DONE or name not in LISTS:
        raise Http404
    head = heading(request, found.draft)
    context = {
        "head": head,
        "draft": found.draft,
        "backtest": found,
        "name": name,
        **stretch(request, found, head, name),
        **answering(request, found, head),
    }
    return render(request, "ledgers/policy/backtest_list.html", context)


@require_POST
@member_required
def cancel(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    found = _found(request, backtest_id)
    try:
        trying.cancel(member=acting(request), draft_id=found.draft_id)
    except Problem as problem:
        note(request, problem)
        return _page(request, found, problem)
    return go(request, reverse("policy-backtest", args=[found.pk]))


@require_POST
@member_required
def acknowledge(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    """One note for each decision that is ticked."""
    found, text = _found(request, backtest_id), request.POST.get("note", "")
    ticked = [str(key(number)) for number in request.POST.getlist("transaction")]
    try:
        noted = trying.acknowledge(member=acting(request), draft_id=found.draft_id, notes=dict.fromkeys(ticked, text))
    except Problem as problem:
        note(request, problem)
        return _page(request, found, problem)
    words = ngettext("Noted for %(n)d decision.", "Noted for %(n)d decisions.", len(ticked)) % {"n": len(ticked)}
    messages.success(request, words)
    return go(request, reverse("policy-backtest", args=[noted.pk]) + "#contradicted")


def _stands(request: HttpRequest, found: Backtest, head: Heading) -> dict[str, object]:
    """What is told of it, by how far it came."""
    match found.state:
        case Backtest.State.DONE:
            return {**told(found, head), **answering(request, found, head)}
        case Backtest.State.FAILED:
            return {"failed": failed(found)}
        case _:
            return how_far(found)


def _found(request: HttpRequest, backtest_id: UUID) -> Backtest:
    workspace = acting(request).workspace
    rows = backtests.backtests(workspace).annotate(**drafts.beside(acting(request), "draft__"))
    found = get_object_or_404(rows, pk=backtest_id)
    found.workspace = found.draft.workspace = workspace
    vars(found.draft).update({name: vars(found)[name] for name in ("wrote", "wrote_the_same")})
    return found


def _page(request: HttpRequest, found: Backtest, refused: Problem | None = None) -> HttpResponse:
    head = heading(request, found.draft)
    context = {
        "head": head,
        "backtest": found,
        "draft": found.draft,
        "refused": refused,
        "form": Asked(initial={"days": ""}),
        "typed": request.POST.get("note", ""),
        "too_long": isinstance(refused, TooLong),
        **_stands(request, found, head),
    }
    return render(request, "ledgers/policy/backtest.html", context, status=refused.status if refused else 200)
