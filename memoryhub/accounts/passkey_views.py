"""Somebody's passkeys: what the browser asks a device for, and the page on which they are made, named and removed."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from memoryhub.accounts import events, halfway, passkeys, rates, second_factor, signed_in
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.forms import PasskeyName
from memoryhub.accounts.models import User
from memoryhub.accounts.stepping_up import fresh_required
from memoryhub.logs.peer import peer

# An office behind one address signs in every morning; whoever fills the table of sessions is stopped.
PER_ADDRESS, HOUR = 300, 3600


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
    try:
        return JsonResponse(passkeys.begin_new(request, signed_in_user(request)))
    except passkeys.Refused as refused_so:
        return JsonResponse({"detail": str(refused_so)}, status=409)


@never_cache
@require_http_methods(["GET", "POST"])
@member_required
@fresh_required
def passkey_page(request: HttpRequest) -> HttpResponse:
    """The list. A POST adds one, or names in `rename`, `remove` or `codes` what it wants."""
    user = signed_in_user(request)
    if request.method == "GET":
        return _page(request, user, PasskeyName())
    if "remove" in request.POST:
        return _removed(request, user)
    if "codes" in request.POST:
        return _codes(request, user)
    form = PasskeyName(request.POST)
    if not form.is_valid():
        return _page(request, user, form)
    name = form.cleaned_data["name"]
    if "rename" not in request.POST:
        return _added(request, user, form, name)
    if passkeys.rename(user, request.POST["rename"], name):
        messages.success(request, _("Saved."))
    return go(request, reverse("passkeys"))


def _added(request: HttpRequest, user: User, form: PasskeyName, name: str) -> HttpResponse:
    """The first factor turns the second step on, and comes with recovery codes for whoever loses the device."""
    first = not second_factor.is_on(user)
    try:
        passkeys.keep(request, user, request.POST.get("passkey", ""), name)
    except passkeys.Refused as refused:
        form.add_error(None, str(refused))
        return _page(request, user, form)
    events.happened(request, "passkey-added")
    if not first:
        messages.success(request, _("The passkey is kept. You can sign in with it."))
        return go(request, reverse("passkeys"))
    codes = second_factor.new_codes(user)
    signed_in.end_others(request, user)
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "first": True}, status=201)


def _removed(request: HttpRequest, user: User) -> HttpResponse:
    """Whoever lost the device wants its sessions ended too."""
    if passkeys.remove(user, request.POST["remove"]):
        second_factor.end_codes(user)
        signed_in.end_others(request, user)
        events.happened(request, "passkey-removed")
        if second_factor.is_on(user):
            messages.success(request, _("The passkey is removed, and your other sessions have ended."))
        else:
            messages.success(request, _("The second factor is off. Your password alone opens your sign-in."))
    return go(request, reverse("passkeys"))


def _codes(request: HttpRequest, user: User) -> HttpResponse:
    if not second_factor.is_on(user):
        return go(request, reverse("passkeys"))
    events.happened(request, "recovery-codes-renewed")
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
        "elsewhere": "" if passkeys.work_here(request) else _elsewhere(),
        "left": second_factor.codes_left(user),
        "on": second_factor.is_on(user),
    }
    return render(request, "accounts/passkeys.html", context, status=422 if form.errors else 200)
