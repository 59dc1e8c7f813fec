"""What a member sets for themselves, where they are signed in, and how."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from escalations.members.people import rename
from memoryhub.accounts import events, passkeys, second_factor, signed_in, tries
from memoryhub.accounts.access import acting, go, member_required, signed_in_user
from memoryhub.accounts.middleware import LANGUAGE_KEY
from memoryhub.accounts.models import User
from memoryhub.accounts.profile_forms import OtherPassword, Profile


@never_cache
@require_http_methods(["GET", "POST"])
@member_required
def profile(request: HttpRequest) -> HttpResponse:
    member, user = acting(request), User.objects.get(pk=signed_in_user(request).pk)
    form = Profile(request.POST or None, user=user, name=member.name, zone=member.workspace.time_zone)
    if form.is_valid():
        form.save()
        rename(member=member, name=form.cleaned_data["name"])
        if form.cleaned_data["language"]:
            request.session[LANGUAGE_KEY] = form.cleaned_data["language"]
        else:
            request.session.pop(LANGUAGE_KEY, None)
        messages.success(request, _("Saved."))
        return go(request, reverse("profile"))
    return _page(request, form, OtherPassword(user=user))


@sensitive_post_parameters("password", "new_password")
@never_cache
@csrf_protect
@require_POST
@member_required
def profile_password(request: HttpRequest) -> HttpResponse:
    """Another password; every other session of this person ends."""
    user = User.objects.get(pk=signed_in_user(request).pk)
    form = OtherPassword(request.POST, user=user)
    if form.is_valid():
        wrong = tries.wrong_password(request, user, form.cleaned_data["password"])
        if not wrong:
            user.set_password(form.cleaned_data["new_password"])
            user.save(update_fields=["password"])
            signed_in.end_others(request, user)
            events.happened(request, "password-changed")
            messages.success(request, _("Your password is changed. Your other sessions have ended."))
            return go(request, reverse("profile"))
        form.add_error("password", wrong)
    member = acting(request)
    return _page(request, Profile(user=user, name=member.name, zone=member.workspace.time_zone), form)


@require_POST
@member_required
def session_end(request: HttpRequest) -> HttpResponse:
    """End one session, or with `others` all but this one."""
    user = signed_in_user(request)
    if "others" in request.POST:
        signed_in.end_others(request, user)
        messages.success(request, _("Your other sessions have ended."))
    elif signed_in.end(user, request.POST.get("session", "")):
        messages.success(request, _("That session has ended."))
    else:
        messages.info(request, _("That session had ended before."))
    return go(request, reverse("profile"))


def _page(request: HttpRequest, form: Profile, password: OtherPassword) -> HttpResponse:
    user = signed_in_user(request)
    context = {
        "form": form,
        "password_form": password,
        "sessions": signed_in.sessions_of(request, user),
        "second_factor": second_factor.has_app(user),
        "passkeys": passkeys.of(user).count(),
        "codes_left": second_factor.codes_left(user),
    }
    status = 422 if form.errors or password.errors else 200
    return render(request, "escalations/profile.html", context, status=status)
