"""Ledgers and registries in the admin site: the ledgers to look at, sources and scopes to change.

Fields and responsibilities are in `escalations.admin`, since claims and cases wait for them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin

from ledgers.admin_registry import Lines, ReadOnly, RegistryAdmin, RegistryForm
from ledgers.models import (
    Backtest,
    Claim,
    DraftEdit,
    DraftVerdict,
    Fact,
    PolicyDraft,
    PolicyVersion,
    RegistryChange,
    Scope,
    Slot,
    Source,
    Subject,
    Transaction,
)
from ledgers.services import registries
from ledgers.services.registry_changes import By
from ledgers.services.scopes import scope_pattern
from ledgers.services.sources import check_source
from memoryhub.accounts.admin_words import label, speak
from memoryhub.accounts.errors import FieldError

speak(Claim, Fact, PolicyVersion, RegistryChange, Scope, Slot, Source, Subject, Transaction)
speak(Backtest, DraftEdit, DraftVerdict, PolicyDraft)


class SourceForm(RegistryForm):
    subjects = Lines(label=label("subjects"))

    class Meta:
        model = Source
        fields: ClassVar = [
            "workspace", "key", "name", "tier", "external", "relayed", "undated", "subjects", "party", "person",
            "responsible", "review_days", "write_back_days",
        ]  # fmt: skip

    def refusals(self, row: Source, data: dict[str, Any]) -> list[FieldError]:
        return check_source(row)


class ScopeForm(RegistryForm):
    class Meta:
        model = Scope
        fields: ClassVar = ["workspace", "key", "name"]

    def refusals(self, row: Scope, data: dict[str, Any]) -> list[FieldError]:
        _kept, errors = scope_pattern(row.key, "key")
        return errors


@admin.register(Source)
class SourceAdmin(RegistryAdmin):
    form = SourceForm
    list_display = ("key", "name", "tier", "external", "relayed", "workspace")
    list_filter = ("workspace", "tier", "external")
    search_fields = ("key", "name")

    def write(self, row: Source, data: dict[str, Any], by: By, *, change: bool) -> Source:
        return registries.save_source(workspace=row.workspace, by=by, key=row.key, **data)


@admin.register(Scope)
class ScopeAdmin(RegistryAdmin):
    form = ScopeForm
    list_display = ("key", "name", "workspace")
    list_filter = ("workspace",)
    search_fields = ("key", "name")

    def write(self, row: Scope, data: dict[str, Any], by: By, *, change: bool) -> Scope:
        return registries.save_scope(workspace=row.workspace, by=by, key=row.key, **data)


@admin.register(PolicyVersion)
class PolicyVersionAdmin(ReadOnly):
    """Versions to read; a new one comes out of a draft that was approved."""

    list_display = ("version", "active", "activated_at", "activated_by", "hash", "workspace")
    list_filter = ("workspace", "active")


@admin.register(PolicyDraft)
class PolicyDraftAdmin(ReadOnly):
    list_display = ("title", "state", "base", "hash", "created_by", "created_at", "activated", "workspace")
    list_filter = ("workspace", "state")
    search_fields = ("title",)
    ordering = ("-id",)


@admin.register(DraftEdit)
class DraftEditAdmin(ReadOnly):
    list_display = ("at", "draft", "kind", "member", "workspace")
    list_filter = ("workspace", "kind")
    ordering = ("-id",)


@admin.register(DraftVerdict)
class DraftVerdictAdmin(ReadOnly):
    list_display = ("at", "draft", "member", "approved", "reason", "workspace")
    list_filter = ("workspace", "approved")
    ordering = ("-id",)


@admin.register(Backtest)
class BacktestAdmin(ReadOnly):
    list_display = ("asked_at", "draft", "state", "done", "total", "asked_by", "ended_at", "workspace")
    list_filter = ("workspace", "state")
    ordering = ("-id",)


@admin.register(RegistryChange)
class RegistryChangeAdmin(ReadOnly):
    list_display = ("at", "kind", "key", "member", "login", "workspace")
    list_filter = ("workspace", "kind")
    search_fields = ("key",)
    ordering = ("-id",)


@admin.register(Claim)
class ClaimAdmin(ReadOnly):
    list_display = ("id", "subject", "field", "scope", "kind", "source", "tier", "author", "received_at")
    list_filter = ("workspace", "kind", "tier")
    search_fields = ("=id", "subject", "field")
    ordering = ("-id",)


@admin.register(Fact)
class FactAdmin(ReadOnly):
    list_display = ("carrier_id", "slot", "standing", "valid_during", "recorded_during", "tier", "source")
    list_filter = ("workspace", "standing")
    list_select_related = ("slot__subject",)
    search_fields = ("=carrier__id", "slot__field")
    ordering = ("-id",)


@admin.register(Transaction)
class TransactionAdmin(ReadOnly):
    list_display = ("recorded_at", "kind", "action", "status", "rule", "policy_version", "actor_member", "actor_agent")
    list_filter = ("workspace", "kind", "action")
    search_fields = ("=id", "=claim__id", "rule")
    ordering = ("-id",)


@admin.register(Slot)
class SlotAdmin(ReadOnly):
    list_display = ("subject", "field", "scope", "clock", "workspace")
    list_filter = ("workspace",)
    list_select_related = ("subject", "workspace")
    search_fields = ("field", "scope", "subject__key")


@admin.register(Subject)
class SubjectAdmin(ReadOnly):
    list_display = ("shown", "key", "workspace")
    list_filter = ("workspace",)
    search_fields = ("key",)
