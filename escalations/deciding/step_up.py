"""What asks again who it is: decisions on payments, and erasing. The form of the act takes the answer along."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from escalations.errors import StepUpRequired
from escalations.models import Case
from memoryhub.accounts import stepping_up
from memoryhub.accounts.access import signed_in_user


def asks_again(case: Case) -> bool:
    return case.sensitivity == "payment"


def prove(request: HttpRequest, case: Case) -> None:
    """Raises StepUpRequired where the case asks again, and neither password nor passkey in the form answers."""
    if asks_again(case):
        prove_now(request, _("Sign in again to record a payment: type your password below. What you chose is kept."))


def prove_now(request: HttpRequest, unasked: str) -> None:
    """The same whatever it is about. `unasked` says what to do where the form brought no answer."""
    if stepping_up.fresh(request):
        return
    if answer := request.POST.get("passkey", ""):
        if wrong := stepping_up.wrong_passkey(request, signed_in_user(request), answer):
            raise StepUpRequired(wrong)
        return
    password = request.POST.get("confirm_password", "")
    if not password:
        raise StepUpRequired(unasked)
    wrong = stepping_up.wrong(request, signed_in_user(request), password, request.POST.get("confirm_code", ""))
    if wrong:
        raise StepUpRequired(wrong)
