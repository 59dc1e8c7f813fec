"""Pages to add and edit sources, fields and scopes: a form, and the service that every other door calls too."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm, ChoiceField, ModelChoiceField
from django.forms import Field as FormField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from escalations.registry.entry_forms import Entry, FieldForm, ScopeForm, SourceForm
from escalations.registry.registering import save_field
from ledgers.models import Field, RegistryChange, Scope, Source
from ledgers.registry_errors import RegistryRefused
from ledgers.services.registries import save_scope, save_source
from memoryhub.accounts.access import acting, role_required
from memoryhub.accounts.admin_words import COLUMNS
from memoryhub.accounts.models import Role, Workspace

CHANGES = 10
Row = TypeVar("Row", Source, Field, Scope)
Said = dict[str, Any]  # Any: checked by the service


@dataclass(frozen=True, slots=True)
class Change:
    """Who changed what of an entry; nothing in `parts` where it was taken out, nobody where the command line did it."""

    at: dt.datetime
    who: str
    parts: list[tuple[str, str]]


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.REGISTRY_ADMIN)
def source(request: HttpRequest, source_id: uuid.UUID | None = None) -> HttpResponse:
    member = acting(request)
    row = _row(Source, member.workspace, source_id)

    def write(key: str, said: Said) -> object:
        return save_source(workspace=member.workspace, by=member, key=key, **said)

    return _entry(request, SourceForm, row, write)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.REGISTRY_ADMIN)
def field(request: HttpRequest, field_id: uuid.UUID | None = None) -> HttpResponse:
    member = acting(request)
    row = _row(Field, member.workspace, field_id)

    def write(key: str, said: Said) -> object:
        return save_field(workspace=member.workspace, by=member, key=key, **said)

    return _entry(request, FieldForm, row, write)


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.REGISTRY_ADMIN)
def scope(request: HttpRequest, scope_id: uuid.UUID | None = None) -> HttpResponse:
    member = acting(request)
    row = _row(Scope, member.workspace, scope_id)

    def write(key: str, said: Said) -> object:
        return save_scope(workspace=member.workspace, by=member, key=key, **said)

    return _entry(request, ScopeForm, row, write)


def _row(model: type[Row], workspace: Workspace, row_id: uuid.UUID | None) -> Row | None:
    return get_object_or_404(model, workspace=workspace, pk=row_id) if row_id else None


def _entry(
    request: HttpRequest,
    form_of: type[Entry],
    row: Source | Field | Scope | None,
    write: Callable[[str, Said], object],
) -> HttpResponse:
    """Show the form of an entry, or have it saved; a refusal is said beside what it is about."""
    workspace = acting(request).workspace
    form = form_of(request.POST if request.method == "POST" else None, workspace=workspace, row=row)
    if request.method == "POST" and form.is_valid():
        said = dict(form.cleaned_data)
        key = row.key if row else said.pop("key")
        if not row and type(form.instance).objects.filter(workspace=workspace, key=key).exists():
            form.add_error("key", _("This key is registered already."))
        elif _written(form, lambda: write(key, said)):
            messages.success(request, _("Saved: %(key)s.") % {"key": key})
            return redirect("registry")
    context = {"form": form, "row": row, "changes": changes(workspace, form, row.key) if row else []}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/entry.html", context, status=status)


def _written(form: Entry, write: Callable[[], object]) -> bool:
    try:
        write()
    except RegistryRefused as refused:
        form.told(refused)
        return False
    return True


def changes(workspace: Workspace, form: Entry, key: str) -> list[Change]:
    """The last changes of an entry, newest first."""
    kind = str(form.instance._meta.model_name)  # noqa: SLF001 - where Django keeps names
    rows = RegistryChange.objects.filter(workspace=workspace, kind=kind, key=key).select_related("member", "login")
    return [told(row, form) for row in rows.order_by("-at", "-id")[:CHANGES]]


def told(row: RegistryChange, form: BaseForm) -> Change:
    """A change in the words of the form it was made with."""
    who = row.member.name if row.member else row.login.email if row.login else ""
    return Change(row.at, who, [_part(name, value, form.fields.get(name)) for name, value in row.after.items()])


def _part(name: str, value: object, field: FormField | None) -> tuple[str, str]:
    word = str(field.label) if field and field.label else capfirst(str(COLUMNS.get(name, name)))
    chosen = isinstance(field, ChoiceField) and not isinstance(field, ModelChoiceField)
    known = {str(key): str(text) for key, text in field.choices} if chosen else {}  # type: ignore[union-attr]  # chosen
    return word, known.get(str(value)) or _said(value)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(one) for one in value) or "—"
    return "—" if value in (None, "") else str(value)
