"""The settings of a workspace, and who is away from it."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from escalations.registry.entry_pages import told
from escalations.registry.workspace_forms import LAST_SECOND, Away, WorkspaceForm
from escalations.time import absences
from ledgers.models import Absence, RegistryChange
from ledgers.registry_errors import RegistryRefused
from ledgers.selectors.absences import current
from ledgers.services.absences import MANAGERS
from ledgers.services.workspace_settings import save_workspace
from memoryhub.accounts.access import acting, member_required, role_required
from memoryhub.accounts.models import Role
from memoryhub.accounts.ways import way_back

MIDNIGHT = dt.time()


@dataclass(frozen=True, slots=True)
class When:
    """A day, or an instant with its hour."""

    at: dt.date

    @property
    def clock(self) -> bool:
        return isinstance(self.at, dt.datetime)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.ACCOUNT_ADMIN)
def workspace_settings(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    form = WorkspaceForm(request.POST if request.method == "POST" else None, workspace=member.workspace)
    if request.method == "POST" and form.is_valid():
        try:
            save_workspace(workspace=member.workspace, by=member, **form.cleaned_data)
        except RegistryRefused as refused:
            form.told(refused)
        else:
            messages.success(request, _("Saved. Open cases keep the due dates they have."))
            return redirect("workspace-settings")
    rows = RegistryChange.objects.filter(workspace=member.workspace, kind="workspace").order_by("-at", "-id")[:10]
    context = {"form": form, "changes": [told(row, form) for row in rows.select_related("member", "login")]}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/workspace.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def absence_list(request: HttpRequest) -> HttpResponse:
    """Who is away, and the form to say so: members for themselves, admins for everybody."""
    member = acting(request)
    form = Away(request.POST if request.method == "POST" else None, by=member)
    if request.method == "POST" and form.is_valid():
        try:
            absences.begin(by=member, **form.said())
        except RegistryRefused as refused:
            form.told(refused)
        else:
            messages.success(request, _("Saved. Cases go to the stand-in from the first day to the last."))
            return redirect("absences")
    manages = member.has_role(*MANAGERS)
    rows = [(row, manages or row.member == member, *_when(row)) for row in current(member.workspace)]
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/absences.html", {"form": form, "rows": rows}, status=status)


def _when(row: Absence) -> tuple[When, When]:
    """Whole days as days, whatever zone the reader is in; an hour only where a program named one."""
    begins, ends = (at.astimezone(row.workspace.zone) for at in (row.begins, row.ends))
    return (
        When(begins.date() if begins.time() == MIDNIGHT else begins),
        When(ends.date() if ends.time() == LAST_SECOND else ends),
    )


@require_POST
@member_required
def absence_end(request: HttpRequest, absence_id: uuid.UUID) -> HttpResponse:
    member = acting(request)
    rows = Absence.objects.filter(workspace=member.workspace).select_related("member", "delegate", "workspace")
    absence = get_object_or_404(rows, pk=absence_id)
    if absence.member != member and not member.has_role(*MANAGERS):
        raise PermissionDenied(_("You say when you are away yourself; for somebody else an admin does."))
    if absences.end(absence=absence, by=member):
        messages.success(request, _("Ended. What was handed over is back."))
    else:
        messages.info(request, _("It had ended before."))
    return redirect(way_back(request, "" if "next" in request.POST else reverse("absences")))
