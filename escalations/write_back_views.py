"""The page of tasks to bring systems of record in line."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from escalations import write_back_tasks
from escalations.delegation import visible_to
from escalations.errors import NotYours
from escalations.models import Case
from ledgers import clock
from memoryhub.accounts import events
from memoryhub.accounts.access import acting, go, member_required


@require_safe
@never_cache
@member_required
def write_back_list(request: HttpRequest) -> HttpResponse:
    member, now = acting(request), clock.now()
    seen = Case.objects.filter(visible_to(member)).values("pk")
    rows = write_back_tasks.open_tasks(member.workspace, now).filter(case__in=seen)
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


def _place(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
