"""How the admin site changes a registry: by the same services and checks as every other door."""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import redirect

from ledgers.registry_errors import RegistryRefused
from ledgers.services.registry_changes import By
from memoryhub.accounts.admin import InWorkspace
from memoryhub.accounts.errors import FieldError
from memoryhub.accounts.models import Member, User, Workspace


class Lines(forms.CharField):
    """A list of texts, one a line."""

    widget = forms.Textarea(attrs={"rows": 4})

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - what CharField takes
        super().__init__(**{"required": False, **options})

    def prepare_value(self, value: object) -> object:
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]  # a list is what this field is for
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]


class RegistryForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """Says beside each member what the entry's service would refuse."""

    def refusals(self, row: Any, data: dict[str, Any]) -> list[FieldError]:  # noqa: ANN401 - its own model
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            for error in self.refusals(self._candidate(data), data):
                member = error["pointer"].split("/")[1]
                self.add_error(member if member in self.fields else None, ValidationError(str(error["detail"])))
        return data

    def _candidate(self, data: dict[str, Any]) -> Model:
        """The entry as it would be saved; what the form does not show stays as it is."""
        row: Model = copy(self.instance)
        for name, value in data.items():
            if not isinstance(self.fields[name], forms.ModelMultipleChoiceField):
                setattr(row, name, value)
        return row


def editor(request: HttpRequest, workspace: Workspace) -> By:
    """Who changes it: the member this login is in the workspace, else the login."""
    user = request.user
    if not isinstance(user, User):
        return None
    return Member.objects.filter(workspace=workspace, user=user, active=True).first() or user


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Looked at here, never written: what may change it is elsewhere, or nothing is."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, *args: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class RegistryAdmin(InWorkspace):
    """An entry is added or changed through its service. What only shows when it is saved is said above the form.

    A subclass names what identifies an entry (`fixed`, not changed later) and calls its service in `write`.
    """

    fixed: ClassVar[tuple[str, ...]] = ("workspace", "key")

    def write(self, row: Any, data: dict[str, Any], by: By, *, change: bool) -> Model:  # noqa: ANN401 - its own model
        raise NotImplementedError

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.fixed if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm[Any], change: bool) -> None:  # noqa: ANN401 - its own model
        data = {name: value for name, value in form.cleaned_data.items() if name not in ("workspace", "key")}
        saved = self.write(obj, data, editor(request, obj.workspace), change=change)
        obj.pk, obj._state.adding = saved.pk, False  # noqa: SLF001 - Django asks for it when it saves by itself

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse | HttpResponseRedirectBase:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except RegistryRefused as refused:
            for error in refused.errors:
                messages.error(request, f"{error['pointer'].removeprefix('#/')}: {error['detail']}")
            return redirect(request.get_full_path())
