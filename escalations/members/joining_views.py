"""Where the link leads by which somebody with a sign-in is asked into a workspace; looking at it changes nothing."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from escalations.members import joining
from escalations.members.people import join
from memoryhub.accounts.access import go, sign_in_url
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.membership import enter
from memoryhub.accounts.models import User


@sensitive_variables("text")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_page(request: HttpRequest, text: str) -> HttpResponse:
    """Before sign-in one page for every link, good or not."""
    user = request.user
    if not isinstance(user, User):
        if request.method == "POST":
            return go(request, sign_in_url(request))
        return render(request, "escalations/link_sign_in.html", {"sign_in": sign_in_url(request)})
    asked = joining.find(text, user)
    if asked is None:
        return _dead(request)
    if request.method != "POST":
        return render(request, "escalations/join.html", {"asked": asked, "email": user.email})
    try:
        join(asked, user)
    except Problem:
        # Whoever asked may not ask any more, or the sign-in is another member's by now.
        return _dead(request)
    enter(request, asked.member.workspace_id)
    messages.success(request, _("You belong to %(workspace)s now.") % {"workspace": asked.member.workspace.name})
    return go(request, reverse("queue"))


def _dead(request: HttpRequest) -> HttpResponse:
    return render(request, "escalations/join_dead.html", status=HTTPStatus.GONE)
