"""Asking again who it is, before what cannot be taken back: recording a payment, or changing how one signs in."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memoryhub.accounts import passkeys, second_factor, tries
from memoryhub.accounts.access import go
from memoryhub.accounts.forms import Again
from memoryhub.accounts.models import User
from memoryhub.accounts.sessions import CONFIRMED

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def fresh(request: HttpRequest) -> bool:
    """Whether this session was begun, or confirmed, a short while ago."""
    at = request.session.get(CONFIRMED)
    return isinstance(at, int) and 0 <= time.time() - at < settings.STEP_UP_SECONDS


def wrong(request: HttpRequest, user: User, password: str, code: str) -> str:
    """What is wrong, in words. Nothing where it is right: the session is fresh from now on."""
    said = tries.wrong_password(request, user, password)
    if not said and second_factor.is_on(user):
        said = tries.wrong_code(request, user, code)
    if not said:
        request.session[CONFIRMED] = int(time.time())
    return said


def wrong_passkey(request: HttpRequest, user: User, answer: str) -> str:
    """The same for an answer of one of their passkeys, which needs neither password nor code."""
    try:
        passkeys.prove(request, answer, user)
    except passkeys.Refused as refused:
        return str(refused)
    request.session[CONFIRMED] = int(time.time())
    return ""


def proved(request: HttpRequest, user: User, form: Again) -> bool:
    """Whether this very request says who it is, however fresh the session: by a passkey, or by password and code."""
    if answer := request.POST.get("passkey", ""):
        form.errors.clear()  # what the passkey stands in for is not missing
        said = wrong_passkey(request, user, answer)
    elif form.is_valid():
        said = wrong(request, user, form.cleaned_data["password"], form.cleaned_data["code"])
    else:
        return False
    if said:
        form.add_error(None, said)
    return not said


def fresh_required(page: Page[P]) -> Page[P]:
    """For pages of a member: who was not asked for a while confirms first, and comes back."""

    @wraps(page)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if fresh(request):
            return page(request, *args, **kwargs)
        return go(request, f"{reverse('sign-in-again')}?{urlencode({'next': request.path})}")

    return checked
