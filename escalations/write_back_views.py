"""The page of tasks to bring systems of record in line."""

from __future__ import annotations

import datetime as dt
import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from escalations import write_back_tasks
from escalations.delegation import visible_to
from escalations.errors import NotYours
from escalations.models import Case, WriteBack
from ledgers import clock
from memoryhub.accounts import events
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.models import Member


@require_safe
@never_cache
@member_required
def write_back_list(request: HttpRequest) -> HttpResponse:
    member, now = acting(request), clock.now()
    rows = _visible(member, now)
    place = _place(request.GET.get("after", ""))
    found = list((rows.filter(id__gt=place) if place else rows)[: write_back_tasks.PAGE + 1])
    shown = found[: write_back_tasks.PAGE]
    context = {
        "tasks": write_back_tasks.read(member, shown, now),
        "first": reverse("write-backs") if place else "",
        "onward": f"{reverse('write-backs')}?after={shown[-1].pk}" if len(found) > len(shown) else "",
    }
    return render(request, "escalations/write_backs.html", context)


@require_POST
@never_cache
@member_required
def write_back_show(request: HttpRequest, task_id: uuid.UUID) -> HttpResponse:
    """One task, with the value that is to be entered there."""
    member, now = acting(request), clock.now()
    try:
        task = write_back_tasks.opened(member, _visible(member, now), task_id, now)
    except NotYours as problem:
        events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")
        raise PermissionDenied(str(problem.detail)) from problem
    return render(request, "escalations/write_backs.html", {"tasks": [task], "first": reverse("write-backs")})


@require_POST
@member_required
def write_back_done(request: HttpRequest, task_id: uuid.UUID) -> HttpResponse:
    member = acting(request)
    try:
        row = write_back_tasks.finish(member=member, task_id=task_id, workspace=member.workspace)
    except NotYours as problem:
        events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")
        raise PermissionDenied(str(problem.detail)) from problem
    messages.success(request, _("Recorded: %(source)s is in line.") % {"source": row.source.name or row.source.key})
    return go(request, reverse("write-backs"))


def _visible(member: Member, now: dt.datetime) -> QuerySet[WriteBack]:
    seen = Case.objects.filter(visible_to(member)).values("pk")
    return write_back_tasks.open_tasks(member.workspace, now).filter(case__in=seen)


def _place(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
