"""The page of one case, and the decision on it."""

from __future__ import annotations

import uuid
from functools import partial
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from escalations.card import news, revealed
from escalations.card.beside import sent_back
from escalations.card.decision_form import BLAMES, CHIPS, DecisionForm, as_choice, missing, read_form, refused
from escalations.card.happened import second_person, since, words
from escalations.card.in_line import following
from escalations.card.reading import Card, find_case, pressed_on, read_card
from escalations.card.seconding import unseen
from escalations.card.step_forms import StepForm
from escalations.deciding import dock
from escalations.deciding.confirming import Waiting, waiting
from escalations.deciding.decisions import Decided, decide
from escalations.deciding.step_up import asks_again, prove
from escalations.errors import AlreadyDecided, EvidenceChanged, InvalidChoice, NobodyConfirms, NotYours, StepUpRequired
from escalations.evidence_requests import MISSING
from escalations.letters import inbox
from escalations.rights import check_right
from escalations.time.standing_in import own_absence
from escalations.titles import CHOICES
from ledgers import clock
from ledgers.naming import name_of, subject_name
from ledgers.selectors.rules import ruled
from memoryhub.accounts import events, passkeys, second_factor, stepping_up
from memoryhub.accounts.access import acting, go, member_required, signed_in_user, wants_part
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.sessions import asked_by_itself


@require_safe
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    card = opened(request, case_id)
    revealed.forget(request, case_id)
    if card.beside.unread:
        inbox.opened(acting(request), card.case, card.seen_at)
    return show(request, card, DecisionForm())


@sensitive_post_parameters("confirm_password", "confirm_code")
@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_decide(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record one decision. Refusals give the card back with what was typed; a repeat gives the same outcome."""
    asked, form = pressed_on(acting(request), case_id), read_form(request.POST)
    try:
        # The card is read again only where it is shown again, or where its values say whether the form is complete.
        if asks_again(asked) or missing(form, asked):
            refusal = _incomplete(request, opened(request, case_id), form)
            if refusal is not None:
                return refusal
        decided = decide(member=acting(request), case_id=case_id, choice=as_choice(form, asked))
    except InvalidChoice as problem:
        errors = refused(problem)
        return show(request, opened(request, case_id), form, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors)
    except (NotYours, NobodyConfirms, StepUpRequired) as problem:
        note(request, problem)
        return show(request, opened(request, case_id), form, status=HTTPStatus.FORBIDDEN, refusal=problem)
    except (AlreadyDecided, EvidenceChanged) as problem:
        note(request, problem)
        fresh = opened(request, case_id)
        changes = since(fresh.case, form.seen_at)
        # What is over has no buttons here; whoever decided finds the way back on the dock.
        over: dict[str, object] = {} if fresh.open else {"undo_open": False, "may_revert": False}
        return show(request, fresh, form, status=HTTPStatus.CONFLICT, stale=problem, changes=changes, **over)
    if decided.repeated:
        return show(request, opened(request, case_id), form, again=True)
    dock.remember(request, decided.case, partial(_recorded, decided, form), waits=decided.waits)
    return go(request, reverse("case", args=[form.onward]) if form.onward else reverse("queue"))


def _incomplete(request: HttpRequest, card: Card, form: DecisionForm) -> HttpResponse | None:
    """The card again, with what the form lacks; None where it is complete. Raises StepUpRequired, and NotYours."""
    # First, since a password stands in no form that is shown again.
    if card.open:
        _prove(request, card)
    second = waiting(card.case, acting(request)) if card.beside.approved else None
    errors = missing(form, card.case, card) if _may_press(card, second) else []
    if second is not None and second.may_confirm:
        errors += unseen(card, second.given, form.last4, at="last4")
    return show(request, card, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors) if errors else None


def _prove(request: HttpRequest, card: Card) -> None:
    """Ask everybody whose press could count: a second person as well, who confirms by pressing the same, and who stands
    in since a moment ago. Whoever has no part in the case hears that, and is asked for nothing."""
    try:
        prove(request, card.case)
    except StepUpRequired:
        if not card.may_decide and not card.beside.approved:
            check_right(card.case, acting(request))
        raise


@asked_by_itself
@require_safe
@never_cache
@member_required
def case_news(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Whether the case changed since the page was read, and who else looks at it: nothing where all is as it was."""
    found = news.since(acting(request), case_id, request.GET)
    if found is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "escalations/_case_news.html", {"case_id": case_id, "news": found})


def note(request: HttpRequest, problem: Problem) -> None:
    member = acting(request)
    events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")


def opened(request: HttpRequest, case_id: uuid.UUID) -> Card:
    """The card as it is now; in answer to a press with the values that this person had been shown."""
    member, now = acting(request), clock.now()
    seen = revealed.digest(request, case_id) if request.method == "POST" else ""
    return read_card(member, find_case(member, case_id, now), now, revealed=seen)


def show(
    request: HttpRequest, card: Card, form: DecisionForm, *, status: int = HTTPStatus.OK, **more: object
) -> HttpResponse:
    given = waiting(card.case, acting(request)) if card.beside.approved else None
    again = asks_again(card.case) and _may_press(card, given)
    context = {
        "card": card,
        "form": form,
        "chips": CHIPS,
        "blames": BLAMES,
        "asks_again": again and not stepping_up.fresh(request),
        "asks_code": again and second_factor.is_on(signed_in_user(request)),
        # Also while the sign-in is fresh: it may be so no more when the answer comes, in a part of this page.
        "passkey": again and passkeys.offered(request, signed_in_user(request)),
        "inline": request.GET.get("diff") == "inline",
        "missing_kinds": MISSING,
        "step": StepForm(card),
        **_over(card),
        "case_id": card.case.pk,
        "absence": own_absence(card.case, acting(request), card.seen_at),
        "news": news.at_opening(card.case, acting(request)),
        **_after(request, card, given),
        **more,
    }
    name = "escalations/_card.html" if wants_part(request) else "escalations/case.html"
    return render(request, name, context, status=status)


def _may_press(card: Card, given: Waiting | None) -> bool:
    """Whether anything on the card records a decision of this person."""
    return card.open and (card.may_decide or (given is not None and given.may_confirm))


def _over(card: Card) -> dict[str, object]:
    """Of a case that is over, what happened to it and what follows from it; of an open one, only that a second person
    sent it back, and why."""
    events = card.case.events.select_related("member", "agent").order_by("at", "id")
    if card.open:
        return {"history": words(sent_back(events)) if card.beside.sent_back else []}
    happened = list(events)
    return {
        "history": words(happened),
        "confirmed_by": second_person(happened),
        "following": following(card.case, card.seen_at),
    }


def _recorded(decided: Decided, form: DecisionForm) -> str:
    """What the dock says: the outcome and whom it is about, never a value."""
    slot, label = decided.case.slot, CHOICES[form.choice.partition(":")[0]]
    governing = ruled(slot)
    field = name_of(governing.field if governing is not None else None, slot.field)
    what = f"{label}, {field} · {subject_name(slot.subject.shown)}"
    if decided.waits:
        return _("1 of 2 approvals: %(what)s. A different person must confirm.") % {"what": what}
    return _("Recorded: %(what)s.") % {"what": what}


def _after(request: HttpRequest, card: Card, given: Waiting | None) -> dict[str, object]:
    """The ways on and back: a first approval that waits, the time to undo, the door to revert."""
    case, member, now = card.case, acting(request), card.seen_at
    mine = case.decided_by_id == member.pk
    return {
        "approval": given,
        "approved_as": CHOICES[given.given.choice["choice"]] if given is not None else "",
        "undo_open": mine and case.undo_until is not None and now < case.undo_until,
        "may_revert": mine or bool(getattr(case, "decidable", False)),
    }
