"""The demo back to its beginning, from a page: for its account admins, who are asked first."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.membership import enter
from memoryhub.accounts.models import Role
from memoryhub.local import demo


@never_cache
@role_required(Role.ACCOUNT_ADMIN)
@require_http_methods(["GET", "POST"])
def start_over(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    if not workspace.demo:
        raise Http404
    if request.method == "POST":
        _kept, fresh = demo.start_over()
        enter(request, fresh.pk)
        messages.success(request, _("The demo is back at its beginning. What was there is kept, out of the way."))
        return go(request, reverse("queue"))
    return render(request, "local/start_over.html", {"name": workspace.name})
