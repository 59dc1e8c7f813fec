"""The way back for whoever forgot their password, and the page on which a link sets one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from memoryhub.accounts import letters, passkeys, rates, ways_in
from memoryhub.accounts.access import go
from memoryhub.accounts.forms import Forgotten
from memoryhub.accounts.models import User
from memoryhub.accounts.profile_forms import ChosenPassword
from memoryhub.logs.peer import peer

HOUR = 3600
PER_ADDRESS, PER_LOGIN = 20, 3


@never_cache
@csrf_protect
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """The same answer whether there is such a login or not."""
    form = Forgotten(request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/forgotten.html", {"form": form}, status=422 if form.errors else 200)
    if not rates.lets_in(f"forgotten from {peer(request)}", PER_ADDRESS, HOUR):
        return render(request, "accounts/too_often.html", status=429)
    user = User.objects.filter(email=form.cleaned_data["email"].casefold(), is_active=True).first()
    if user is not None and rates.lets_in(f"forgotten by {user.pk}", PER_LOGIN, HOUR):
        letters.ask_for("mail_way_back", user.pk)
    return render(request, "accounts/forgotten_sent.html", {"email": form.cleaned_data["email"]})


@sensitive_variables("token")
@sensitive_post_parameters("new_password")
@never_cache
@csrf_protect
@require_http_methods(["GET", "POST"])
def sign_in_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Looking at it changes nothing: scanners of mail do."""
    user = ways_in.find(uid, token)
    if user is None:
        return render(request, "accounts/link_dead.html", status=410)
    form = ChosenPassword(request.POST or None, user=user)
    if form.is_valid():
        ways_in.take(user, form.cleaned_data["new_password"])
        messages.success(request, _set(user))
        return go(request, reverse("sign-in"))
    return render(
        request, "accounts/set_password.html", {"form": form, "email": user.email}, status=422 if form.errors else 200
    )


def _set(user: User) -> str:
    """Another password shuts no passkey out: whoever knew the old one may have left one."""
    done, held = _("Your password is set. Sign in with it."), passkeys.of(user).count()
    if not held:
        return done
    said = ngettext("%(n)d passkey opens your sign-in too.", "%(n)d passkeys open your sign-in too.", held)
    where = _("Remove what is not yours")
    return format_html('{} {} <a href="{}">{}</a>', done, said % {"n": held}, reverse("passkeys"), where)
