"""Cases in the admin site, to look at; and the registries that claims and cases wait for, to change."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from escalations.models import Case, CaseClaim, CaseEvent, Notice, WriteBack
from escalations.registry import registering
from ledgers.admin_registry import Lines, ReadOnly, RegistryAdmin, RegistryForm, editor
from ledgers.domain.patterns import fold
from ledgers.models import Field, Responsibility, UnknownField
from ledgers.services.fields import MEMBERS, refusals
from ledgers.services.registry_changes import By, snapshot
from ledgers.services.responsibilities import check_responsibility
from memoryhub.accounts.admin_words import label, speak
from memoryhub.accounts.errors import FieldError

speak(Case, CaseClaim, CaseEvent, Field, Notice, Responsibility, UnknownField, WriteBack)


class FieldForm(RegistryForm):
    options = Lines(label=label("options"))
    empty_marks = Lines(label=label("empty_marks"))

    class Meta:
        model = Field
        fields: ClassVar = [
            "workspace", "key", "name", "name_pt", "type", "values", "sensitivity", "review_days", "options",
            "empty_marks", "domain", "authoritative",
        ]  # fmt: skip

    def refusals(self, row: Field, data: dict[str, Any]) -> list[FieldError]:
        known = Field.objects.filter(pk=row.pk).first()
        return refusals(row, snapshot(known, MEMBERS) if known else {})


@admin.register(Field)
class FieldAdmin(RegistryAdmin):
    form = FieldForm
    list_display = ("key", "name", "type", "values", "sensitivity", "review_days", "workspace")
    list_filter = ("workspace", "sensitivity", "type")
    search_fields = ("key", "name")

    def write(self, row: Field, data: dict[str, Any], by: By, *, change: bool) -> Field:
        return registering.save_field(workspace=row.workspace, by=by, key=row.key, **data)


class ResponsibilityForm(RegistryForm):
    proposers = Lines(label=label("proposers"))

    class Meta:
        model = Responsibility
        fields: ClassVar = [
            "workspace", "scope", "field", "subject", "owner", "owner_is_self", "backup", "delegates", "seconds",
            "proposers",
        ]  # fmt: skip

    def refusals(self, row: Responsibility, data: dict[str, Any]) -> list[FieldError]:
        row.scope, row.subject = fold(row.scope), fold(row.subject)
        return check_responsibility(row, list(data["delegates"]), list(data["seconds"]))


@admin.register(Responsibility)
class ResponsibilityAdmin(RegistryAdmin):
    form = ResponsibilityForm
    fixed = ("workspace",)
    list_display = ("scope", "field", "subject", "owner", "owner_is_self", "backup", "workspace")
    list_filter = ("workspace",)
    search_fields = ("scope", "field", "subject")

    def write(self, row: Responsibility, data: dict[str, Any], by: By, *, change: bool) -> Responsibility:
        # Read again: the form has already written on `row`, and the audit tells from what to what.
        known = Responsibility.objects.get(pk=row.pk) if change else None
        return registering.save_responsibility(workspace=row.workspace, by=by, row=known, **data)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return True

    def delete_model(self, request: HttpRequest, obj: Responsibility) -> None:
        registering.remove_responsibility(row=obj, by=editor(request, obj.workspace))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Responsibility]) -> None:
        for row in queryset.select_related("workspace"):
            self.delete_model(request, row)


@admin.register(UnknownField)
class UnknownFieldAdmin(ReadOnly):
    list_display = ("key", "first_seen", "answer", "mapped_to", "answered_by", "workspace")
    list_filter = ("workspace", "answer")
    search_fields = ("key",)


class Candidates(admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = CaseClaim
    extra = 0
    can_delete = False
    fields = readonly_fields = ("claim", "added_at", "left_at")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class Events(admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = CaseEvent
    extra = 0
    can_delete = False
    fields = readonly_fields = ("at", "code", "params", "member", "agent")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Case)
class CaseAdmin(ReadOnly):
    inlines = (Candidates, Events)
    list_display = ("id", "slot", "kind", "state", "owner", "due_at", "decided_by", "workspace")
    list_filter = ("workspace", "state", "kind", "sensitivity")
    list_select_related = ("slot__subject", "owner", "decided_by", "workspace")
    ordering = ("-id",)


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ("at", "member", "code", "case", "read_at", "mailed_at")
    list_filter = ("workspace", "code")
    list_select_related = ("member", "case")


@admin.register(WriteBack)
class WriteBackAdmin(ReadOnly):
    list_display = ("slot", "source", "opened_at", "due_at", "done_at", "done_by")
    list_filter = ("workspace",)
    list_select_related = ("slot__subject", "source")
