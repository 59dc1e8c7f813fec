"""The views somebody keeps: keeping one from the queue, and the page to rename, share and remove them."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from escalations.models import SavedView
from escalations.queue.filters import address, read_filters
from escalations.queue.saved_views import (
    ViewRefused,
    keep,
    may_tidy,
    remove,
    rename,
    share,
    shared_with,
    unshare,
    views_of,
)
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.models import Member, Role


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def saved_views(request: HttpRequest) -> HttpResponse:
    """The member's views; a POST keeps one more and shows the queue through it."""
    if request.method != "POST":
        return _page(request)
    try:
        view = keep(member=acting(request), name=request.POST.get("name", ""), query=request.POST.get("query", ""))
    except ViewRefused as problem:
        return _page(request, problem)
    messages.success(request, _("The view “%(name)s” is kept.") % {"name": view.name})
    return redirect(address(read_filters(QueryDict(view.query))))


@require_POST
@never_cache
@member_required
def saved_view(request: HttpRequest, view_id: uuid.UUID) -> HttpResponse:
    """Rename one, share it, keep it to oneself again, or remove it."""
    try:
        said = _do(acting(request), view_id, request.POST)
    except ViewRefused as problem:
        return _page(request, problem)
    messages.success(request, said)
    return redirect("saved-views")


def _do(member: Member, view_id: uuid.UUID, asked: QueryDict) -> str:
    match asked.get("do"):
        case "remove":
            remove(member=member, view_id=view_id)
            return _("The view is removed. What it showed stays in the queue.")
        case "share":
            view = share(member=member, view_id=view_id, role=asked.get("role", ""))
            return _said(view)
        case "unshare":
            unshare(member=member, view_id=view_id)
            return _("The view is yours alone again.")
        case do:
            offered.one_of(do or "", ["", "rename"])
            rename(member=member, view_id=view_id, name=asked.get("name", ""))
            return _("The view has its new name.")


def _said(view: SavedView) -> str:
    if not view.role:
        return _("Everyone here finds the view now, and sees through it what they may see.")
    whose = {"role": Role(view.role).label}
    return _("Whoever holds the role “%(role)s” finds the view now, and sees through it what they may see.") % whose


def _page(request: HttpRequest, problem: ViewRefused | None = None) -> HttpResponse:
    member = acting(request)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK
    context = {
        "views": views_of(member),
        "shared": shared_with(member),
        "roles": Role.choices,
        "may_tidy": may_tidy(member),
        "problem": problem,
    }
    return render(request, "escalations/saved_views.html", context, status=status)
