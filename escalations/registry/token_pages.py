"""The pages of tokens: who may post what, the secret shown once, its successor, and its end."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from escalations.registry import giving_tokens
from escalations.registry.token_use import said_last, use_of
from memoryhub.accounts import tokens
from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.forms import NewToken, Revoke, Rotate
from memoryhub.accounts.models import Token

ADMINS = role_required(*tokens.MANAGERS)


@never_cache
@ADMINS
@require_http_methods(["GET", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    form = NewToken(request.POST or None, workspace=workspace)
    if request.method == "POST" and form.is_valid():
        return _issued(request, form)
    form.begin_at_the_wrong()
    context = {"form": form, "tokens": tokens.in_workspace(workspace)}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@ADMINS
def token(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    """One token: what it opens, how it is used, what its holder said last."""
    return _page(request, _find(request, token_id), Rotate(), Revoke())


@never_cache
@ADMINS
@require_POST
def token_rotate(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    found, form = _find(request, token_id), Rotate(request.POST)
    if found.state != "valid" or not form.is_valid():
        return _page(request, found, form, Revoke(), status=422)
    issued = giving_tokens.rotate(token=found, by=acting(request), hours=form.cleaned_data["hours"])
    return _secret(request, issued)


@ADMINS
@require_POST
def token_revoke(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    found, form = _find(request, token_id), Revoke(request.POST)
    if not form.is_valid():
        return _page(request, found, Rotate(), form, status=422)
    if giving_tokens.revoke(token=found, by=acting(request), because=form.cleaned_data["because"]):
        messages.success(request, _("%(name)s was revoked. It opens nothing from now on.") % {"name": found.name})
    else:
        messages.info(request, _("%(name)s had been revoked before.") % {"name": found.name})
    return go(request, reverse("tokens"))


def _find(request: HttpRequest, token_id: uuid.UUID) -> Token:
    rows = tokens.in_workspace(acting(request).workspace).select_related("agent__controller", "revoked_by", "follows")
    return get_object_or_404(rows, pk=token_id)


def _issued(request: HttpRequest, form: NewToken) -> HttpResponse:
    data = form.cleaned_data
    issued = giving_tokens.give(
        by=acting(request),
        name=data["name"],
        agent=data["agent"],
        sources=data["sources"],
        scopes=data["scopes"],
        may_write=data["may_write"],
        expires_at=form.expires_at(),
        addresses=data["addresses"],
    )
    return _secret(request, issued)


def _secret(request: HttpRequest, issued: tokens.Issued) -> HttpResponse:
    """Show the secret, in this answer only: no redirect, since nothing keeps the secret for the next page."""
    context = {"token": issued.token, "secret": issued.secret, "base": request.build_absolute_uri("/api/v1")}
    return render(request, "accounts/token_issued.html", context, status=201)


def _page(request: HttpRequest, found: Token, rotate: Rotate, revoke: Revoke, status: int = 200) -> HttpResponse:
    context = {
        "token": found,
        "use": use_of(found),
        "said": said_last(found),
        "rotate_form": rotate,
        "revoke_form": revoke,
        "successor": Token.objects.filter(follows=found).order_by("-id").first(),
    }
    return render(request, "escalations/token.html", context, status=status)
