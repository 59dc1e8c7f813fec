"""The previous version back in force at once: by one person, who shows that it is them, and a second one afterwards."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from escalations.deciding.step_up import prove_now
from escalations.errors import StepUpRequired
from escalations.registry.registering import roll_back_now
from ledgers.draft_errors import NotAlone, TooLong
from ledgers.models import PolicyVersion
from ledgers.policy_pages import reading
from ledgers.policy_pages.differences import Differences
from ledgers.policy_pages.sent import note, number_of
from ledgers.selectors import emergencies
from ledgers.selectors.policies import active_version
from ledgers.selectors.policy_check import registered
from ledgers.services.drafts.emergencies import ratify
from memoryhub.accounts import offered, passkeys, second_factor, stepping_up
from memoryhub.accounts.access import acting, go, role_required, signed_in_user
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Role, Workspace

SHOWN = 20


@sensitive_post_parameters("confirm_password", "confirm_code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.POLICY_APPROVER)
def emergency(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    what = offered.one_of(request.POST.get("do", ""), ("roll_back", "ratify"))
    try:
        prove_now(request, _("Sign in again for this: type your password below. What you wrote is kept."))
        _carry_out(request, what)
    except Problem as problem:
        note(request, problem)
        return _page(request, problem)
    return go(request, reverse("policy-emergency"))


def _carry_out(request: HttpRequest, what: str) -> None:
    member, reason = acting(request), request.POST.get("reason", "")
    if what == "roll_back":
        done = roll_back_now(member=member, seen=number_of(request, "version"), reason=reason)
        words = _("Version %(number)d is in force. Everybody who may approve is told.")
        messages.success(request, words % {"number": done.version.version})
    else:
        ratify(member=member, rollback_id=offered.key(request.POST.get("rollback", "")), reason=reason)
        messages.success(request, _("It stands. Everybody who may approve is told."))


def _page(request: HttpRequest, refused: Problem | None = None) -> HttpResponse:
    member, factors = acting(request), second_factor.kinds(signed_in_user(request))
    active, known = active_version(member.workspace), emergencies.known(member.workspace)
    ended = [one for one in known if one.ended_at is not None]
    waits = next((one for one in known if one.ended_at is None), None)
    previous = emergencies.before(active, known) if active is not None and waits is None else None
    unproved = refused if isinstance(refused, StepUpRequired) else None
    alone, shown = _weighed(member.workspace, active, previous) if active and previous else (None, None)
    context = {
        "active": active,
        "previous": previous,
        "shown": shown,
        "waits": waits,
        "mine": waits is not None and waits.member_id == member.pk,
        "rows": ended[:SHOWN],
        "alone": alone,
        "editor": member.has_role(Role.POLICY_EDITOR),
        "others": emergencies.others_who_ratify(waits) if waits is not None else True,
        # What one person may not do is said in place of the form.
        "refused": None if unproved or (alone and isinstance(refused, NotAlone)) else refused,
        "refusal": unproved,
        "reason": request.POST.get("reason", ""),
        "too_long": isinstance(refused, TooLong),
        "asks_again": not stepping_up.fresh(request),
        "asks_code": bool(factors),
        "passkey": "passkey" in factors and passkeys.work_here(request),
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "escalations/policy/emergency.html", context, status=status)


def _weighed(
    workspace: Workspace, active: PolicyVersion, previous: PolicyVersion
) -> tuple[NotAlone | None, Differences]:
    """Why one person may not do it, and what would be decided otherwise: nobody judged that before."""
    known = registered(workspace)
    shown = reading.now(workspace, known, active.document, previous.document).told()
    return emergencies.refusal(active, previous, known), shown
