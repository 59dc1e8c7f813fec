"""Who answers for what: a row added, changed or taken out, with its effect on open cases shown before it happens."""

from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from escalations.registry.effects import Effect, EffectChanged, of_removing, of_saving, remove_seen, save_seen
from escalations.registry.entry_forms import ResponsibilityForm
from escalations.registry.entry_pages import changes
from escalations.registry.overview import name, narrower, wider
from ledgers.domain.responsibility import Responsibility as Place
from ledgers.models import Responsibility
from ledgers.registry_errors import RegistryRefused
from ledgers.selectors import registries
from memoryhub.accounts.access import acting, role_required
from memoryhub.accounts.models import Member, Role, Workspace

EDITORS = (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(*EDITORS)
def responsibility(request: HttpRequest, responsibility_id: uuid.UUID | None = None) -> HttpResponse:
    """The form, then the effect of what it says, then the change: each posts the same members."""
    member = acting(request)
    row = _row(member.workspace, responsibility_id) if responsibility_id else None
    form = ResponsibilityForm(request.POST if request.method == "POST" else None, workspace=member.workspace, row=row)
    if request.method == "POST" and "again" not in request.POST and form.is_valid():
        try:
            return _saved(request, member, form, row)
        except EffectChanged as error:
            return _preview(request, form, row, error.effect, changed=True)
        except RegistryRefused as refused:
            form.told(refused)
    context = {"form": form, "row": row, "changes": changes(member.workspace, form, str(row)) if row else []}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/responsibility.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(*EDITORS)
def responsibility_remove(request: HttpRequest, responsibility_id: uuid.UUID) -> HttpResponse:
    member = acting(request)
    row, changed = _row(member.workspace, responsibility_id), False
    if request.method == "POST":
        try:
            moved = remove_seen(seen=request.POST.get("seen", ""), row=row, by=member)
        except EffectChanged:
            row, changed = _row(member.workspace, responsibility_id), True
        else:
            messages.success(request, _told(_("Taken out."), moved))
            return redirect("registry")
    effect = of_removing(row=row, by=member)
    context = {"row": _row(member.workspace, responsibility_id), "effect": effect, "changed": changed}
    status = HTTPStatus.CONFLICT if changed else HTTPStatus.OK
    return render(request, "escalations/responsibility_remove.html", context, status=status)


def _saved(request: HttpRequest, member: Member, form: ResponsibilityForm, row: Responsibility | None) -> HttpResponse:
    """Show the effect to who has not seen it, and save for who has."""
    said: dict[str, Any] = form.cleaned_data  # Any: checked by the service
    seen = request.POST.get("seen")
    if seen is None:
        return _preview(request, form, row, of_saving(workspace=member.workspace, by=member, row=row, **said))
    moved = save_seen(seen=seen, workspace=member.workspace, by=member, row=row, **said)
    messages.success(request, _told(_("Saved."), moved))
    return redirect("registry")


def _preview(
    request: HttpRequest, form: ResponsibilityForm, row: Responsibility | None, effect: Effect, *, changed: bool = False
) -> HttpResponse:
    said = form.cleaned_data
    place = Place(str(row.pk) if row else "", said["scope"], said["field"], said["subject"])
    rows = registries.responsibilities(acting(request).workspace)
    context = {
        "form": form,
        "row": row,
        "place": place,
        "effect": effect,
        "changed": changed,
        "narrower": [name(other) for other in narrower(place, rows) if other.id != place.id],
        "wider": [name(other) for other in wider(place, rows) if other.id != place.id],
    }
    status = HTTPStatus.CONFLICT if changed else HTTPStatus.OK
    return render(request, "escalations/responsibility_preview.html", context, status=status)


def _row(workspace: Workspace, row_id: uuid.UUID) -> Responsibility:
    rows = Responsibility.objects.select_related("workspace", "owner", "backup")
    return get_object_or_404(rows, workspace=workspace, pk=row_id)


def _told(what: str, moved: int) -> str:
    cases = ngettext("One open case moved.", "%(n)d open cases moved.", moved) % {"n": moved}
    return f"{what} {cases}" if moved else what
