"""Putting an approved draft in force, now or at a time: who does it shows first that it is them."""

from __future__ import annotations

import datetime as dt
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from escalations.deciding.step_up import prove_now
from escalations.errors import StepUpRequired
from escalations.reevaluating import ROLES
from escalations.registry.registering import activate_draft
from ledgers import clock
from ledgers.draft_errors import WrongState
from ledgers.models import PolicyDraft
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.sent import note, number_of
from ledgers.selectors import draft_comparison
from ledgers.services.drafts import activating, rights
from memoryhub.accounts import passkeys, second_factor, stepping_up
from memoryhub.accounts.access import acting, go, member_required, signed_in_user
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member
from memoryhub.accounts.offered import one_of

WHEN = ("now", "at", "not")
# As a browser writes a moment in a form, without a zone.
TYPED = "%Y-%m-%dT%H:%M"


@sensitive_post_parameters("confirm_password", "confirm_code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def activate(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    draft = draft_of(request, draft_id)
    if request.method != "POST":
        return _page(request, draft)
    when, version = one_of(request.POST.get("when", ""), WHEN), number_of(request, "version")
    try:
        rights.may_activate(draft, acting(request))
        prove_now(request, _("Sign in again to put it in force: type your password below. What you chose is kept."))
        _carry_out(request, draft_id, when, version)
    except Problem as problem:
        note(request, problem)
        return _page(request, draft_of(request, draft_id), problem)
    return go(request, reverse("policy-draft-activate", args=[draft_id]))


def _carry_out(request: HttpRequest, draft_id: UUID, when: str, version: int) -> None:
    member = acting(request)
    if when == "now":
        activate_draft(member=member, draft_id=draft_id, version=version)
    elif when == "at":
        activating.schedule(member=member, draft_id=draft_id, version=version, at=_moment(request, member))
    else:
        activating.schedule(member=member, draft_id=draft_id, version=version, at=None)
        messages.success(request, _("Its time was taken back. It stays approved."))


def _moment(request: HttpRequest, member: Member) -> dt.datetime:
    """What was typed, in the zone of the workspace: whoever else looks at it means the same hour."""
    try:
        return dt.datetime.strptime(request.POST.get("at", "").strip(), TYPED).replace(tzinfo=member.workspace.zone)
    except ValueError as error:
        raise WrongState(_("Choose the day and the time at which it comes into force.")) from error


def _page(request: HttpRequest, draft: PolicyDraft, refused: Problem | None = None) -> HttpResponse:
    factors, zone = second_factor.kinds(signed_in_user(request)), draft.workspace.zone
    unproved = refused if isinstance(refused, StepUpRequired) else None
    context = {
        "draft": draft,
        "head": heading(request, draft),
        "verdict": draft_comparison.verdict_of(draft),
        "refused": None if unproved else refused,
        "refusal": unproved,
        "when": request.POST.get("when", "now"),
        "at": request.POST.get("at", ""),
        "zone": str(zone),
        "soonest": clock.now().astimezone(zone).strftime(TYPED),
        # A template would tell it in the zone of the reader.
        "scheduled": date_format(draft.activate_at.astimezone(zone), "DATETIME_FORMAT") if draft.activate_at else "",
        "may_look": acting(request).has_role(*ROLES),
        "asks_again": not stepping_up.fresh(request),
        "asks_code": bool(factors),
        "passkey": "passkey" in factors and passkeys.work_here(request),
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "escalations/policy/activate.html", context, status=status)
