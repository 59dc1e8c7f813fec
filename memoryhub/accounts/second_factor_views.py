"""Setting up the second factor, its recovery codes, and turning it off."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_otp.plugins.otp_totp.models import TOTPDevice

from memoryhub.accounts import passkeys, second_factor, signed_in, stepping_up
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.changes import changed
from memoryhub.accounts.forms import Again, Code
from memoryhub.accounts.models import User
from memoryhub.accounts.stepping_up import fresh_required


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "POST"])
@member_required
@fresh_required
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """What it is. A POST begins with a new key, which is in this answer and in none that comes after a reload."""
    user = signed_in_user(request)
    if second_factor.has_app(user):
        return _off(request, user, Again(code=True))
    if request.method != "POST":
        return _start(request, user, Again(code=True))
    form = Again(request.POST, code=True)
    if second_factor.is_on(user) and not stepping_up.proved(request, user, form):
        return _start(request, user, form, status=422)
    return _begun(request, second_factor.begin(user), Code())


@require_safe
@never_cache
@member_required
def second_factor_picture(request: HttpRequest) -> HttpResponse:
    """The key that is being set up, for a camera; there is none before and none after."""
    device = second_factor.begun(signed_in_user(request))
    if device is None or not stepping_up.fresh(request):
        raise Http404
    return HttpResponse(second_factor.picture_of(device), content_type="image/svg+xml")


@sensitive_post_parameters("code")
@never_cache
@require_POST
@member_required
@fresh_required
def second_factor_confirm(request: HttpRequest) -> HttpResponse:
    user, form = signed_in_user(request), Code(request.POST)
    device = second_factor.begun(user)
    if device is None:
        messages.info(request, _("The key that was shown can no longer be used. Begin again: you get another one."))
        return go(request, reverse("second-factor"))
    if not form.is_valid():
        return _begun(request, device, form, status=422)
    codes = second_factor.confirm(user, form.cleaned_data["code"])
    if codes is None:
        form.add_error("code", _("This code is not right. Type the one that the app shows now."))
        return _begun(request, device, form, status=422)
    signed_in.end_others(request, user)
    changed(request, user, "second-factor-on")
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "first": True}, status=201)


@sensitive_post_parameters("password", "code")
@never_cache
@require_POST
@member_required
def second_factor_off(request: HttpRequest) -> HttpResponse:
    user, form = signed_in_user(request), Again(request.POST, code=True)
    if not _proved(request, user, form):
        return _off(request, user, form, status=422)
    second_factor.take_app_off(user)
    signed_in.end_others(request, user)
    changed(request, user, "second-factor-off")
    if second_factor.is_on(user):
        messages.success(request, _("The app is off. Signing in still asks for a passkey."))
    else:
        messages.success(request, _("The second factor is off. Your password alone opens your sign-in."))
    return go(request, reverse("profile"))


@sensitive_post_parameters("password", "code")
@never_cache
@require_POST
@member_required
def second_factor_codes(request: HttpRequest) -> HttpResponse:
    """Ten new recovery codes in place of the old ones."""
    user, form = signed_in_user(request), Again(request.POST, code=True)
    if not _proved(request, user, form):
        return _off(request, user, form, status=422)
    changed(request, user, "recovery-codes-renewed")
    context = {"codes": second_factor.new_codes(user), "first": False}
    return render(request, "accounts/recovery_codes.html", context, status=201)


def _proved(request: HttpRequest, user: User, form: Again) -> bool:
    """Whether the password and a code were given, both right, by somebody who has an app."""
    return second_factor.has_app(user) and stepping_up.proved(request, user, form)


def _start(request: HttpRequest, user: User, form: Again, status: int = 200) -> HttpResponse:
    """Where there is a factor already, a second one opens the same door: who adds it is asked again."""
    on = second_factor.is_on(user)
    context = {"form": form if on else None, "passkey": on and passkeys.offered(request, user)}
    return render(request, "accounts/second_factor.html", context, status=status)


def _begun(request: HttpRequest, device: TOTPDevice, form: Code, status: int = 200) -> HttpResponse:
    # No recovery code is good here: there are none before it is on.
    form.fields["code"].help_text = ""
    context = {"key": second_factor.key_of(device), "form": form}
    return render(request, "accounts/second_factor_begun.html", context, status=status)


def _off(request: HttpRequest, user: User, form: Again, status: int = 200) -> HttpResponse:
    context = {"form": form, "left": second_factor.codes_left(user)}
    return render(request, "accounts/second_factor_on.html", context, status=status)
