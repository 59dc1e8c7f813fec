"""The page on which a person gives the acts of the keyboard map other keys."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from memoryhub.accounts import shortcuts
from memoryhub.accounts.access import go, member_required, signed_in_user
from memoryhub.accounts.models import User
from memoryhub.accounts.shortcut_forms import Keys


@never_cache
@require_http_methods(["GET", "POST"])
@member_required
def shortcut_page(request: HttpRequest) -> HttpResponse:
    """Which key does what. With `usual` a POST takes all the usual keys back, whatever stands in the rows."""
    user = User.objects.get(pk=signed_in_user(request).pk)
    form = Keys(request.POST or None, user=user)
    usual = "usual" in request.POST
    if request.method == "POST" and (usual or form.is_valid()):
        shortcuts.choose(user, {} if usual else form.chosen())
        messages.success(request, _("Saved."))
        return go(request, reverse("shortcuts"))
    return render(request, "accounts/shortcuts.html", {"form": form}, status=422 if form.errors else 200)
