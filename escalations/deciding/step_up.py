"""Which decisions ask again who it is. The form of the card takes the answer along, so that nothing is typed twice."""

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
    if not asks_again(case) or stepping_up.fresh(request):
        return
    if answer := request.POST.get("passkey", ""):
        if wrong := stepping_up.wrong_passkey(request, signed_in_user(request), answer):
            raise StepUpRequired(wrong)
        return
    password = request.POST.get("confirm_password", "")
    if not password:
        raise StepUpRequired(_("Sign in again to record a payment: type your password below. What you chose is kept."))
    wrong = stepping_up.wrong(request, signed_in_user(request), password, request.POST.get("confirm_code", ""))
    if wrong:
        raise StepUpRequired(wrong)
