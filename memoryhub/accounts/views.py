"""Sign-in and out, what a person prefers, and the answer to a stale form."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from memoryhub.accounts import halfway, passkeys, second_factor, sessions, signed_in
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.forms import SignIn
from memoryhub.accounts.membership import enter
from memoryhub.accounts.middleware import LANGUAGE_KEY
from memoryhub.accounts.models import User
from memoryhub.accounts.ways import way_back

YEAR = 365 * 24 * 3600


@sensitive_post_parameters("password")
@never_cache
@csrf_protect
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return go(request, way_back(request))
    if "passkey" in request.POST:
        return _by_passkey(request)
    form = SignIn(request, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.get_user()
        if second_factor.is_on(user):
            halfway.begin(request, user, way_back(request))
            return go(request, reverse("sign-in-code"))
        sessions.enter(request, user)
        return go(request, way_back(request))
    return _door(request, form)


def _by_passkey(request: HttpRequest) -> HttpResponse:
    """It stands for password and code. Whoever had given a password before goes where they wanted to go then."""
    try:
        user = passkeys.prove(request, request.POST["passkey"])
    except passkeys.Refused as refused:
        return _door(request, SignIn(request), str(refused))
    wanted = halfway.end(request)
    sessions.enter(request, user)
    return go(request, way_back(request, request.POST.get("next") or wanted))


def _door(request: HttpRequest, form: SignIn, refused: str = "") -> HttpResponse:
    context = {
        "form": form,
        "next": request.POST.get("next", request.GET.get("next", "")),
        "passkey": passkeys.work_here(request),
        "refused": refused,
    }
    return render(request, "accounts/sign_in.html", context, status=422 if form.errors or refused else 200)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return go(request, resolve_url(settings.LOGOUT_REDIRECT_URL or "/"))


@require_POST
@member_required
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every session of this person, on this device and all others."""
    signed_in.end_all(signed_in_user(request))
    logout(request)
    return go(request, resolve_url(settings.LOGOUT_REDIRECT_URL or "/"))


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language in the login (it serves mails too), the session, and a cookie for the sign-in page."""
    response = go(request, way_back(request))
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES) and check_for_language(chosen):
        if isinstance(request.user, User):
            User.objects.filter(pk=request.user.pk).update(language=chosen)
            request.session[LANGUAGE_KEY] = chosen
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True
        )
    return response


@require_POST
@member_required
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    if chosen in {"auto", "light", "dark"} and isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    return go(request, way_back(request))


@require_POST
@member_required
def workspace(request: HttpRequest) -> HttpResponse:
    try:
        wanted = uuid.UUID(request.POST.get("workspace", ""))
    except ValueError:
        return go(request, resolve_url(settings.LOGIN_REDIRECT_URL))
    enter(request, wanted)
    # What was on screen belongs to the workspace just left.
    return go(request, resolve_url(settings.LOGIN_REDIRECT_URL))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from another sign-in: say so, keep the page, offer to load it anew. A fragment for htmx."""
    fragment = request.headers.get("HX-Request") == "true"
    # Only pages answer GET; the address of a form that merely acts would lead nowhere.
    came_from = request.headers.get("HX-Current-URL" if fragment else "Referer", "")
    ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    context = {"back": came_from if ours else "/"}
    name = "accounts/_csrf_failure.html" if fragment else "accounts/csrf_failure.html"
    return render(request, name, context, status=403)
