"""The second page of signing in, and being asked again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from memoryhub.accounts import halfway, passkeys, second_factor, sessions, stepping_up, tries
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.forms import Again, Code
from memoryhub.accounts.ways import way_back


@sensitive_post_parameters("code")
@never_cache
@csrf_protect
@require_http_methods(["GET", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    user = halfway.waiting(request)
    if user is None:
        return go(request, reverse("sign-in"))
    form = Code(request.POST or None)
    if form.is_valid():
        wrong = tries.wrong_code(request, user, form.cleaned_data["code"])
        if not wrong:
            wanted = halfway.end(request)
            sessions.enter(request, user)
            return go(request, way_back(request, wanted))
        form.add_error("code", wrong)
    context = {"form": form, "passkey": passkeys.offered(request, user)}
    return render(request, "accounts/sign_in_code.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "POST"])
@member_required
def sign_in_again(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    answer = request.POST.get("passkey", "")
    form = Again(None if answer else request.POST or None, code=second_factor.is_on(user))
    refused = stepping_up.wrong_passkey(request, user, answer) if answer else ""
    if answer and not refused:
        return go(request, way_back(request))
    if form.is_valid():
        data = form.cleaned_data
        wrong = stepping_up.wrong(request, user, data["password"], data.get("code", ""))
        if not wrong:
            return go(request, way_back(request))
        form.add_error(None, wrong)
    context = {
        "form": form,
        "email": user.email,
        "next": request.POST.get("next", request.GET.get("next", "")),
        "passkey": passkeys.offered(request, user),
        "refused": refused,
    }
    return render(request, "accounts/sign_in_again.html", context, status=422 if form.errors or refused else 200)
