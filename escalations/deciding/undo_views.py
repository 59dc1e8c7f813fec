"""Taking a decision back, reverting it later, and the second person's confirmation."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from escalations.card.case_views import opened, show
from escalations.card.decision_form import DecisionForm
from escalations.card.reading import find_case
from escalations.card.seconding import unseen
from escalations.deciding import approvals, dock, second_person
from escalations.deciding.choice import Choice
from escalations.deciding.confirming import send_back
from escalations.deciding.decisions import Decided, decide
from escalations.deciding.reverting import choices, revert
from escalations.deciding.step_up import asks_again, prove
from escalations.deciding.undoing import undo
from escalations.errors import AlreadyDecided, EvidenceChanged, InvalidChoice, NotYours, StepUpRequired, UndoOver
from escalations.models import Approval, Case
from escalations.titles import field_name, subject_name
from ledgers import clock
from ledgers.leaves import Shown
from ledgers.models import Claim
from ledgers.selectors import registries
from ledgers.showing import masked, shown
from memoryhub.accounts import events, offered, passkeys, second_factor, stepping_up
from memoryhub.accounts.access import acting, go, member_required, signed_in_user
from memoryhub.accounts.errors import NotAllowed, Problem


@require_POST
@never_cache
@member_required
def case_undo(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take back one's own decision; where it is too late, the page that reverts it says so."""
    case = _find(request, case_id)
    try:
        undo(member=acting(request), case_id=case_id)
    except UndoOver as problem:
        messages.warning(request, str(problem.detail))
        decided = case.state == Case.State.DECIDED
        return go(request, reverse("case-revert" if decided else "case", args=[case_id]))
    except NotYours as problem:
        _note(request, problem)
        messages.error(request, str(problem.detail))
        return go(request, reverse("case", args=[case_id]))
    dock.forget(request, case)
    messages.success(request, _("Taken back. The case is open again, and nobody was told of the decision."))
    return go(request, reverse("case", args=[case_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def case_revert(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """What to put back, and why: a new decision."""
    case = _find(request, case_id)
    if case.state != Case.State.DECIDED:
        raise Http404
    form = {"claim": request.POST.get("claim", ""), "reason": request.POST.get("reason", "").strip(),
            "key": request.POST.get("key") or str(uuid.uuid4())}  # fmt: skip
    if request.method != "POST":
        return _revert_page(request, case, form)
    if not form["claim"] or not form["reason"]:
        missing = _("Choose what is put back, and give a reason: it goes to the ledger.")
        return _revert_page(request, case, form, error=missing, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        done = _reverted(request, case, form)
    except (InvalidChoice, NotAllowed, StepUpRequired) as problem:
        if isinstance(problem, NotAllowed):
            _note(request, problem)
        words = problem.errors[0]["detail"] if problem.errors else problem.detail
        return _revert_page(request, case, form, error=str(words), status=problem.status)
    dock.forget(request, case)
    dock.remember(request, done.case, lambda: _("Reverted: %(what)s") % {"what": _about(case)}, waits=done.waits)
    return go(request, reverse("case", args=[done.case.pk]))


@sensitive_post_parameters("confirm_password", "confirm_code")
@require_POST
@never_cache
@member_required
@vary_on_headers("HX-Request")
def case_confirm(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """The second person agrees with the first, on the same evidence, or sends it back."""
    case, member = _find(request, case_id), acting(request)
    answer = offered.one_of(request.POST.get("answer", ""), ["confirm", "send_back"])
    given = approvals.first(case)
    here = reverse("case", args=[case_id])
    if given is None:
        messages.warning(request, _("There is no approval to confirm any more: the case changed. Look again."))
        return go(request, here)
    reason = request.POST.get("reason", "").strip()
    try:
        if answer == "send_back":
            send_back(member=member, case=case, reason=reason)
            messages.success(request, _("Sent back. Whoever approved it first was told."))
        else:
            prove(request, case)
            if (refusal := _unseen(request, case, given)) is not None:
                return refusal
            done = decide(member=member, case_id=case_id, choice=_same(request, given.choice, reason))
            dock.remember(request, done.case, lambda: _("Confirmed: %(what)s") % {"what": _about(case)})
    except StepUpRequired as problem:
        _note(request, problem)
        form = DecisionForm(reason=reason)
        return show(request, opened(request, case_id), form, status=HTTPStatus.FORBIDDEN, refusal=problem)
    except (AlreadyDecided, EvidenceChanged, InvalidChoice, NotAllowed) as problem:
        _note(request, problem)
        messages.error(request, str(problem.errors[0]["detail"] if problem.errors else problem.detail))
    return go(request, here)


def _unseen(request: HttpRequest, case: Case, given: Approval) -> HttpResponse | None:
    """The card again where the second person has not opened the payment, or not typed its last signs; whoever is no
    second person hears that from the decision."""
    if not asks_again(case) or acting(request) not in second_person.confirmers(case, given.member):
        return None
    card = opened(request, case.pk)
    errors = unseen(card, given, request.POST.get("last4", ""))
    if not errors:
        return None
    form = DecisionForm(reason=request.POST.get("reason", "").strip())
    return show(request, card, form, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors)


def _reverted(request: HttpRequest, case: Case, form: dict[str, str]) -> Decided:
    prove(request, case)
    claim = None if form["claim"] == "nothing" else offered.key(form["claim"])
    key = offered.key(form["key"])
    return revert(member=acting(request), case_id=case.pk, claim=claim, reason=form["reason"], key=key)


def _same(request: HttpRequest, press: dict[str, object], reason: str) -> Choice:
    version = request.POST.get("version", "")
    return Choice.again(
        press,
        version=int(version) if version.isdecimal() and len(version) < 9 else 0,
        evidence_digest=request.POST.get("evidence_digest", ""),
        decision_key=offered.key_or_none(request.POST.get("decision_key", "")),
        reason=reason,
    )


def _revert_page(
    request: HttpRequest, case: Case, form: dict[str, str], *, error: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    back = choices(case)
    registered = registries.registered_field(case.slot.workspace, case.slot.field)
    kind = registered.type if registered is not None else "text"
    hidden = bool(case.sensitivity) and not getattr(case, "decidable", False) and case.decided_by != acting(request)
    again = asks_again(case) and not stepping_up.fresh(request)
    context = {
        "case": case,
        "about": _about(case),
        "values": [] if hidden else [(str(claim.id), _said(claim, kind, mask=again), claim) for claim in back.claims],
        "nothing": back.nothing and not hidden,
        "form": form,
        "error": error,
        "asks_again": again,
        "asks_code": asks_again(case) and second_factor.is_on(signed_in_user(request)),
        "passkey": asks_again(case) and passkeys.offered(request, signed_in_user(request)),
    }
    return render(request, "escalations/revert.html", context, status=status)


def _said(claim: Claim, kind: str, *, mask: bool) -> Shown:
    text = shown(claim.value, kind)
    return Shown(masked(text)) if mask else Shown(text, claim.condition)


def _find(request: HttpRequest, case_id: uuid.UUID) -> Case:
    return find_case(acting(request), case_id, clock.now())


def _about(case: Case) -> str:
    registered = registries.registered_field(case.slot.workspace, case.slot.field)
    names = (registered.name, registered.name_pt) if registered is not None else (None, None)
    return f"{field_name(case.slot.field, *names)} · {subject_name(case.slot.subject.shown)}"


def _note(request: HttpRequest, problem: Problem) -> None:
    member = acting(request)
    events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")
