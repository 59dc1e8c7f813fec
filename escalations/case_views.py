"""The page of one case, and the decision on it."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from escalations.card import Card, find_case, read_card
from escalations.decision_form import BLAMES, CHIPS, DecisionForm, as_choice, missing, read_form, refused
from escalations.decisions import decide
from escalations.errors import AlreadyDecided, EvidenceChanged, InvalidChoice, NotYours
from escalations.happened import since, words
from escalations.models import Case
from ledgers import clock
from memoryhub.accounts import events
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Problem


@require_safe
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    return _answer(request, _read(request, case_id), DecisionForm())


@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_decide(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record one decision. Refusals give the card back with what was typed; a repeat gives the same outcome."""
    card, form = _read(request, case_id), read_form(request.POST)
    errors = missing(form, card) if card.open and card.may_decide else []
    if errors:
        return _answer(request, card, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors)
    try:
        decided = decide(member=acting(request), case_id=case_id, choice=as_choice(form, card))
    except InvalidChoice as problem:
        return _answer(request, card, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=refused(problem))
    except NotYours as problem:
        _note(request, problem)
        return _answer(request, card, form, status=HTTPStatus.FORBIDDEN, refusal=problem)
    except (AlreadyDecided, EvidenceChanged) as problem:
        _note(request, problem)
        fresh = _read(request, case_id)
        changes = since(fresh.case, form.seen_at)
        return _answer(request, fresh, form, status=HTTPStatus.CONFLICT, stale=problem, changes=changes)
    if decided.repeated:
        return _answer(request, _read(request, case_id), form, again=True)
    messages.success(request, _recorded(decided.case, card))
    return go(request, card.next or card.previous or reverse("queue"))


def _note(request: HttpRequest, problem: Problem) -> None:
    member = acting(request)
    events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")


def _read(request: HttpRequest, case_id: uuid.UUID) -> Card:
    member, now = acting(request), clock.now()
    return read_card(member, find_case(member, case_id, now), now)


def _answer(
    request: HttpRequest, card: Card, form: DecisionForm, *, status: int = HTTPStatus.OK, **more: object
) -> HttpResponse:
    context = {
        "card": card,
        "form": form,
        "chips": CHIPS,
        "blames": BLAMES,
        "history": [] if card.open else words(card.case.events.select_related("member").order_by("at", "id")),
        **more,
    }
    htmx = getattr(request, "htmx", False) and not request.htmx.history_restore_request  # type: ignore[attr-defined]  # set by django-htmx
    name = "escalations/_card.html" if htmx else "escalations/case.html"
    return render(request, name, context, status=status)


def _recorded(case: Case, card: Card) -> str:
    label = next((outcome.label for outcome in card.outcomes if outcome.value.partition(":")[0] == case.choice), "")
    return format_html(
        _('Recorded: {what}, {subject}. <a href="{case}">See the case</a>'),
        what=label,
        subject=f"{card.field_name} · {card.subject}",
        case=reverse("case", args=[case.pk]),
    )
