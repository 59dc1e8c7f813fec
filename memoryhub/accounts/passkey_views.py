"""Somebody's passkeys: what the browser asks a device for, and the page on which they are made, named and removed."""

from __future__ import annotations

import time

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from memoryhub.accounts import halfway, passkeys, rates, second_factor, signed_in, stepping_up
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.changes import changed
from memoryhub.accounts.forms import Again, PasskeyName
from memoryhub.accounts.models import User
from memoryhub.accounts.stepping_up import fresh_required
from memoryhub.logs.peer import peer

# An office behind one address signs in every morning; whoever fills the table of sessions is stopped.
PER_ADDRESS, HOUR = 300, 3600
# When somebody with a factor said that it is them who adds another.
ADDING = "adding"


@never_cache
@csrf_protect
@require_POST
def passkey_options(request: HttpRequest) -> HttpResponse:
    """For a proof: by who is signed in, or with `halfway` gave their password; else by whoever it turns out to be."""
    if (refused := _closed(request)) is not None:
        return refused
    user = request.user if isinstance(request.user, User) else None
    if user is None and "halfway" in request.GET:
        user = halfway.waiting(request)
    return JsonResponse(passkeys.begin(request, user))


@never_cache
@require_POST
@member_required
@fresh_required
def passkey_new(request: HttpRequest) -> HttpResponse:
    """For a new one."""
    if (refused := _closed(request)) is not None:
        return refused
    if not _may_add(request, signed_in_user(request)):
        return JsonResponse({"detail": _("That took too long. Load the page again.")}, status=403)
    try:
        return JsonResponse(passkeys.begin_new(request, signed_in_user(request)))
    except passkeys.Refused as refused_so:
        return JsonResponse({"detail": str(refused_so)}, status=409)


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "POST"])
@member_required
@fresh_required
def passkey_page(request: HttpRequest) -> HttpResponse:
    """The list. A POST brings a new one, or names what it wants: `rename`, and what asks again who it is."""
    user = signed_in_user(request)
    if request.method == "GET":
        return _page(request, user, PasskeyName())
    for name, act in {"remove": _removed, "codes": _codes, "add": _may_add_now}.items():
        if name in request.POST:
            return _asked(request, user, name) or act(request, user)
    form = PasskeyName(request.POST)
    if not form.is_valid():
        return _page(request, user, form)
    if "rename" not in request.POST:
        return _added(request, user, form, form.cleaned_data["name"])
    if passkeys.rename(user, request.POST["rename"], form.cleaned_data["name"]):
        messages.success(request, _("Saved."))
    return go(request, reverse("passkeys"))


def _asked(request: HttpRequest, user: User, name: str) -> HttpResponse | None:
    """The page that asks who does this, however fresh the session; None where this request says it.

    Whoever finds the screen unlocked would else leave with codes, or with a way in of their own.
    """
    named = passkeys.named(user, request.POST.get("remove", "")).first()
    if not second_factor.is_on(user) or (name == "remove" and named is None):
        return go(request, reverse("passkeys"))
    tried = "password" in request.POST or "passkey" in request.POST
    form = Again(request.POST if tried else None, code=True)
    if tried and stepping_up.proved(request, user, form):
        return None
    context = {
        "form": form,
        "name": name,
        "value": request.POST.get(name, ""),
        "removed": named,
        "passkey": passkeys.offered(request, user),
    }
    return render(request, "accounts/passkey_asked.html", context, status=422 if tried else 200)


def _may_add_now(request: HttpRequest, user: User) -> HttpResponse:
    request.session[ADDING] = int(time.time())
    return go(request, reverse("passkeys"))


def _may_add(request: HttpRequest, user: User) -> bool:
    said = request.session.get(ADDING, 0)
    return not second_factor.is_on(user) or 0 <= time.time() - said < settings.OTP_WEBAUTHN_TIMEOUT_SECONDS


def _added(request: HttpRequest, user: User, form: PasskeyName, name: str) -> HttpResponse:
    """The first factor turns the second step on, and comes with recovery codes for whoever loses the device."""
    first = not second_factor.is_on(user)
    if not _may_add(request, user):
        return go(request, reverse("passkeys"))
    try:
        passkeys.keep(request, user, request.POST.get("passkey", ""), name)
    except passkeys.Refused as refused:
        form.add_error(None, str(refused))
        return _page(request, user, form)
    request.session.pop(ADDING, None)
    signed_in.end_others(request, user)
    changed(request, user, "passkey-added")
    if not first:
        messages.success(request, _("The passkey is kept, and your other sessions have ended."))
        return go(request, reverse("passkeys"))
    codes = second_factor.new_codes(user)
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "first": True}, status=201)


def _removed(request: HttpRequest, user: User) -> HttpResponse:
    """Whoever lost the device wants its sessions ended too."""
    if passkeys.remove(user, request.POST["remove"]):
        second_factor.end_codes(user)
        signed_in.end_others(request, user)
        changed(request, user, "passkey-removed")
        if second_factor.is_on(user):
            messages.success(request, _("The passkey is removed, and your other sessions have ended."))
        else:
            messages.success(request, _("The second factor is off. Your password alone opens your sign-in."))
    return go(request, reverse("passkeys"))


def _codes(request: HttpRequest, user: User) -> HttpResponse:
    changed(request, user, "recovery-codes-renewed")
    context = {"codes": second_factor.new_codes(user), "first": False}
    return render(request, "accounts/recovery_codes.html", context, status=201)


def _closed(request: HttpRequest) -> HttpResponse | None:
    if not passkeys.work_here(request):
        return JsonResponse({"detail": _elsewhere()}, status=409)
    if not rates.lets_in(f"passkeys asked from {peer(request)}", PER_ADDRESS, HOUR):
        return JsonResponse({"detail": _("That was too often from your network. Try again in an hour.")}, status=429)
    return None


def _elsewhere() -> str:
    """Where they would work; browsers would only say that something is insecure."""
    if not settings.OTP_WEBAUTHN_ALLOWED_ORIGINS:
        return _("This hub has no passkeys: browsers know them over https alone.")
    return _("Passkeys work at %(address)s alone. Open the hub there.") % {
        "address": settings.OTP_WEBAUTHN_ALLOWED_ORIGINS[0]
    }


def _page(request: HttpRequest, user: User, form: PasskeyName) -> HttpResponse:
    context = {
        "form": form,
        "passkeys": passkeys.of(user),
        "may_add": _may_add(request, user),
        "elsewhere": "" if passkeys.work_here(request) else _elsewhere(),
        "left": second_factor.codes_left(user),
        "on": second_factor.is_on(user),
    }
    return render(request, "accounts/passkeys.html", context, status=422 if form.errors else 200)
