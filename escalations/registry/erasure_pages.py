"""Erasing a person by hand: how much it is, then the key typed once more, then the certificate.

Whom it is about goes in forms alone: an address would keep the name that is to be forgotten.
"""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from escalations.deciding.step_up import prove_now
from escalations.erasing import erase
from escalations.errors import StepUpRequired
from escalations.models import Case
from escalations.registry.erasure_forms import Confirmed, Whom
from ledgers.domain.responsibility import personal
from ledgers.errors import InvalidClaim
from ledgers.models import Erasure
from ledgers.naming import subject_name
from ledgers.selectors.erasures import certificates
from ledgers.services.erasing import Reach, made_elsewhere, reach
from memoryhub.accounts import events, passkeys, second_factor, stepping_up
from memoryhub.accounts.access import acting, go, role_required, signed_in_user
from memoryhub.accounts.models import Role

SHOWN = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.ACCOUNT_ADMIN)
def erasures(request: HttpRequest) -> HttpResponse:
    """The certificates, and the form that says whom; a POST shows how much that is and erases nothing."""
    form = Whom(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("subject", "reason")}
        found = reach(acting(request).workspace, said["subject"])
        if found:
            return _preview(request, said, found)
        form.add_error("subject", _("Nothing is recorded about this subject."))
    rows = certificates(acting(request).workspace).order_by("-id")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/erasures.html", {"form": form, "rows": rows[:SHOWN]}, status=status)


@sensitive_post_parameters("confirm_password", "confirm_code")
@never_cache
@require_POST
@role_required(Role.ACCOUNT_ADMIN)
def erasure_confirm(request: HttpRequest) -> HttpResponse:
    """Erase what was shown; where it is more or less by now, show that and erase nothing."""
    form, by = Confirmed(request.POST), acting(request)
    try:
        prove_now(request, _("Sign in again to erase somebody: type your password below. What you typed is kept."))
    except StepUpRequired as problem:
        events.note(request, problem, workspace=by.workspace, author=f"member:{by.key}")
        return _again(request, form, refusal=problem)
    if not form.is_valid():
        return _again(request, form)
    said = form.cleaned_data
    try:
        done = erase(
            workspace=by.workspace, by=by, subject=said["subject"], reason=said["reason"], confirmed=said["claims"]
        )
    except InvalidClaim as problem:
        form.add_error(None, str(problem.errors[0]["detail"]))
        return _again(request, form)
    messages.success(request, _erased(done))
    return go(request, reverse("erasures"))


def _erased(done: Erasure) -> str:
    claims, said = done.counts["claims"], done.counts.get("messages", 0)
    words = ngettext("%(n)d claim was erased.", "%(n)d claims were erased.", claims) % {"n": claims}
    if not said:
        return words
    emptied = ngettext("%(n)d message was emptied.", "%(n)d messages were emptied.", said) % {"n": said}
    return f"{words} {emptied}"


def _again(request: HttpRequest, form: Confirmed, refusal: StepUpRequired | None = None) -> HttpResponse:
    """The preview as it is by now, with what is wrong; without a subject there is nothing to show."""
    errors = [str(text) for texts in form.errors.values() for text in texts]
    said = {name: str(form.cleaned_data.get(name, "")) for name in ("subject", "reason")}
    found = reach(acting(request).workspace, said["subject"]) if all(said.values()) else None
    if not found:
        return go(request, reverse("erasures"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal is None else HTTPStatus.FORBIDDEN
    return _preview(request, said, found, errors=errors, refusal=refusal, status=status)


def _preview(
    request: HttpRequest,
    said: dict[str, str],
    found: Reach,
    *,
    errors: list[str] | None = None,
    refusal: StepUpRequired | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    open_cases = Case.objects.filter(workspace=acting(request).workspace, slot__in=found.slots, state=Case.State.OPEN)
    made = made_elsewhere(acting(request).workspace, found)
    user, typed = signed_in_user(request), request.POST.get("typed", "") if refusal is not None else ""
    context = {
        "form": Confirmed(initial={**said, "claims": len(found.claims), "typed": typed}),
        "subject": said["subject"],
        "reason": dict(Erasure.Reason.choices)[said["reason"]],
        "claims": len(found.claims),
        "places": len(found.slots),
        "messages_kept": found.counts.get("messages", 0),
        "cases": open_cases.count(),
        "made": [(row.pk, subject_name(row.subject)) for row in made[:SHOWN] if not personal(row.scope)],
        "made_count": made.count(),
        "own_scopes": said["subject"].startswith("user:"),
        "errors": errors or [],
        "refusal": refusal,
        "asks_again": not stepping_up.fresh(request),
        "asks_code": second_factor.is_on(user),
        "passkey": passkeys.offered(request, user),
    }
    return render(request, "escalations/erasure_preview.html", context, status=status)
