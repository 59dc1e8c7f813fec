"""What can be done with a case besides deciding it: asking for evidence, handing it on, putting it off, revealing."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from escalations import cases, evidence_requests, handing
from escalations.card import revealed
from escalations.card.case_views import note, opened, show
from escalations.card.decision_form import DecisionForm, FormError
from escalations.card.happened import since
from escalations.card.reading import Card
from escalations.card.step_forms import end_of, read_step, refused
from escalations.errors import AlreadyDecided, EvidenceChanged, InvalidStep, NotYours, RequestClosed
from ledgers import clock
from ledgers.formats.moments import typed_day
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, go, member_required


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_evidence(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Ask whoever proposed the newest value for what is missing."""
    card, post = opened(request, case_id), request.POST
    for kind in post.getlist("missing"):
        offered.one_of(kind, evidence_requests.MISSING)
    due = end_of(post.get("day", ""), card.case.slot.workspace.zone)
    if due is None:
        return _refused(request, card, "evidence", [FormError("evidence-due", _("Choose a day."))])
    return _step(
        request,
        card,
        "evidence",
        lambda version: evidence_requests.ask(
            member=acting(request), case_id=case_id, missing=post.getlist("missing"), due_at=due, version=version,
            note=post.get("note", "").strip(),
        ),
        _("Evidence was asked for; the case waits for the answer."),
    )  # fmt: skip


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_delegate(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Let a colleague decide this case too, or take it back."""
    card, to = opened(request, case_id), request.POST.get("to", "")
    if not to and not card.case.assignee:
        return _refused(request, card, "delegate", [FormError("delegate-to", _("Say who may decide it."))])
    return _step(
        request,
        card,
        "delegate",
        lambda version: handing.delegate(member=acting(request), case_id=case_id, to=to, version=version),
        _("Handed on; you stay its owner.") if to else _("Taken back."),
    )


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_snooze(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Put the case off until a day, or until something new comes."""
    card, post = opened(request, case_id), request.POST
    offered.one_of(post.get("until", ""), ["", "day", "news"])
    zone, due = card.case.slot.workspace.zone, card.case.due_at
    until = typed_day(post.get("day", ""), zone)
    if until is None and post.get("until") != "news":
        return _refused(request, card, "snooze", [FormError("snooze-until", _("Choose a day."))])
    until = until and until.astimezone(zone)
    to_the_end = until is not None and until.date() == due.astimezone(zone).date()
    wanted = None if post.get("until") == "news" or to_the_end else until
    return _step(
        request,
        card,
        "snooze",
        lambda version: handing.snooze(
            member=acting(request),
            case_id=case_id,
            until=wanted,
            version=version,
            reason=post.get("reason", "").strip(),
        ),
        _("Put off; its time runs on."),
    )


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_answer(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """The answer of a person whose claim evidence is asked for."""
    card, text = opened(request, case_id), request.POST.get("text", "").strip()[:8_000]
    awaited = card.beside.awaited
    if awaited is None or not card.is_asked:
        return show(request, card, DecisionForm(), status=HTTPStatus.CONFLICT)
    if not text:
        return _refused(request, card, "answer", [FormError("answer-text", _("Write what you know."))])
    try:
        evidence_requests.answer(
            workspace=card.case.slot.workspace,
            request_id=awaited.id,
            said={"evidence": {"text": text}},
            member=acting(request),
        )
    except RequestClosed as problem:
        note(request, problem)
        messages.warning(request, str(problem.detail))
        return go(request, reverse("case", args=[case_id]))
    messages.success(request, _("Thank you. Your answer is on the card."))
    return go(request, reverse("case", args=[case_id]))


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_reveal(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the values of a payment, here and in the answers to what is pressed next; the case keeps who looked."""
    card = opened(request, case_id)
    if card.hidden:
        problem = NotYours(_("These values are for whoever decides."), reason="")
        note(request, problem)
        return show(request, card, DecisionForm(), status=HTTPStatus.FORBIDDEN, refusal=problem)
    cases.event(card.case, clock.now(), "revealed", member=acting(request))
    revealed.remember(request, case_id, card.digest)
    return show(request, opened(request, case_id), DecisionForm())


def _step(request: HttpRequest, card: Card, name: str, do: Callable[[int], object], done: str) -> HttpResponse:
    """Take a step on what the page showed; a refusal gives the card back with what was typed."""
    try:
        do(_version(request))
    except InvalidStep as problem:
        return _refused(request, card, name, refused(problem))
    except NotYours as problem:
        note(request, problem)
        return show(request, card, DecisionForm(), status=HTTPStatus.FORBIDDEN, refusal=problem)
    except (AlreadyDecided, EvidenceChanged) as problem:
        note(request, problem)
        fresh = opened(request, card.case.pk)
        changes = since(fresh.case, request.POST.get("seen_at", ""))
        form = read_step(name, request.POST, fresh)
        conflict = HTTPStatus.CONFLICT
        return show(request, fresh, DecisionForm(), status=conflict, stale=problem, changes=changes, step=form)
    seen = reverse("case", args=[card.case.pk])
    messages.success(request, format_html('{} <a href="{}">{}</a>', done, seen, _("See the case")))
    return go(request, card.next or card.previous or reverse("queue"))


def _refused(request: HttpRequest, card: Card, name: str, errors: list[FormError]) -> HttpResponse:
    form = read_step(name, request.POST, card, errors)
    return show(request, card, DecisionForm(), status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors, step=form)


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0
