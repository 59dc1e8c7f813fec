"""The page of tokens: who may post what, the secret shown once, and the end of a token."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from memoryhub.accounts import tokens
from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.forms import NewToken


@never_cache
@role_required(*tokens.MANAGERS)
@require_http_methods(["GET", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    form = NewToken(request.POST or None, workspace=workspace)
    if request.method == "POST" and form.is_valid():
        return _issued(request, form)
    context = {"form": form, "tokens": tokens.in_workspace(workspace)}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@role_required(*tokens.MANAGERS)
def token_revoke(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    member = acting(request)
    token = get_object_or_404(tokens.in_workspace(member.workspace), pk=token_id)
    if tokens.revoke(token=token, by=member):
        messages.success(request, _("%(name)s was revoked. It opens nothing from now on.") % {"name": token.name})
    else:
        messages.info(request, _("%(name)s had been revoked before.") % {"name": token.name})
    return go(request, reverse("tokens"))


def _issued(request: HttpRequest, form: NewToken) -> HttpResponse:
    """Show the secret, in this answer only: no redirect, since nothing keeps the secret for the next page."""
    data = form.cleaned_data
    issued = tokens.issue(
        workspace=form.workspace,
        name=data["name"],
        agent=data["agent"],
        sources=data["sources"],
        scopes=data["scopes"],
        may_write=data["may_write"],
        expires_at=form.expires_at(),
        addresses=data["addresses"],
        by=acting(request),
    )
    context = {"token": issued.token, "secret": issued.secret, "base": request.build_absolute_uri("/api/v1")}
    return render(request, "accounts/token_issued.html", context, status=201)
