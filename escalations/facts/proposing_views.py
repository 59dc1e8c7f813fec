"""The form in which a member proposes another value for a fact."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from escalations.card.case_views import note
from escalations.card.decision_form import FormError, key_of, refused
from escalations.card.widgets import typed, widget
from escalations.errors import NotYours
from escalations.facts.proposing import Place, Proposal, became, place_for, propose
from ledgers.errors import InvalidClaim, KeyReused, RequestInProgress
from ledgers.formats.moments import typed_day
from ledgers.formats.refusal import InvalidValue
from ledgers.models import Claim
from ledgers.naming import name_of, subject_name
from ledgers.selectors.outcomes import outcome
from memoryhub.accounts.access import acting, go, member_required

# Where a refusal's pointer is on the page.
TARGETS = {"value": "value", "effective_at": "effective-at", "evidence": "reason"}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def fact_propose(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    """The form; a POST keeps the claim and leads back here, where `kept` tells what became of it."""
    member = acting(request)
    try:
        place = place_for(member, fact_id)
    except NotYours as problem:
        note(request, problem)
        raise PermissionDenied(str(problem.detail)) from problem
    if request.method != "POST":
        kept = request.GET.get("kept")
        return _told(request, kept) if kept else _form(request, fact_id, place)
    proposal, errors = _read(request, place, member.workspace.zone)
    if proposal is None:
        return _form(request, fact_id, place, errors)
    try:
        claim = propose(member=member, place=place, proposal=proposal)
    except (InvalidClaim, InvalidValue, KeyReused, RequestInProgress) as problem:
        return _form(request, fact_id, place, refused(problem, targets=TARGETS, else_at="value"))
    # By the next request the claim is settled, which happens once this one is stored for good.
    return go(request, f"{request.path}?{urlencode({'kept': claim.pk})}")


def _told(request: HttpRequest, kept: str) -> HttpResponse:
    """On to the page of the claim, or, while nothing became of it yet, to the list of facts in force."""
    own = Claim.objects.filter(workspace=acting(request).workspace, member=acting(request), slot__isnull=False)
    claim = get_object_or_404(own, pk=_key(kept))
    messages.info(request, became(claim))
    return go(request, reverse("fact", args=[claim.pk]) if outcome(claim).action else reverse("facts"))


def _read(request: HttpRequest, place: Place, zone: ZoneInfo) -> tuple[Proposal | None, list[FormError]]:
    text, reason = request.POST.get("value", "").strip(), request.POST.get("reason", "").strip()[:2_000]
    day, errors = typed_day(request.POST.get("effective_at", ""), zone), list[FormError]()
    if not text:
        errors.append(FormError("value", _("Enter the value that holds.")))
    if request.POST.get("effective_at") and day is None:
        errors.append(FormError("effective-at", _("Write the day as year-month-day.")))
    if not reason:
        errors.append(FormError("reason", _("Say how you know: whoever decides reads it.")))
    if errors:
        return None, errors
    return Proposal(typed(text, place.ruled.field.type, zone), day, reason, _key(request.POST.get("key", ""))), []


def _form(request: HttpRequest, fact_id: uuid.UUID, place: Place, errors: Sequence[FormError] = ()) -> HttpResponse:
    field = place.ruled.field
    context = {
        "fact_id": fact_id,
        "slot": place.slot,
        "subject": subject_name(place.slot.subject.shown),
        "field_name": name_of(field, place.slot.field),
        "widget": widget(field.type, field.options),
        "typed": request.POST,
        "key": _key(request.POST.get("key", "")),
        "errors": errors,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if errors else HTTPStatus.OK
    return render(request, "escalations/propose.html", context, status=status)


def _key(text: str) -> uuid.UUID:
    """The key of the form, so that a second press is a repeat; a new one where there is none."""
    return key_of(text) or uuid.uuid4()
