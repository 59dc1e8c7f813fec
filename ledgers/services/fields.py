"""Registers fields and changes them."""

from __future__ import annotations

import json
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.domain.patterns import is_field_pattern, is_pattern
from ledgers.models import Field, PolicyVersion, Slot, Source
from ledgers.models.registries import SENSITIVITIES, VALUE_TYPES
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.services.registry_changes import By, Snapshot, record, snapshot
from memoryhub.accounts.errors import FieldError
from memoryhub.accounts.models import Workspace

MEMBERS = (
    "name", "name_pt", "type", "values", "sensitivity", "review_days", "options", "empty_marks", "domain",
    "authoritative",
)  # fmt: skip
# What canonical values and slots are made of: it cannot change under the facts that are there.
FIXED = ("type", "values")
DECLARED = _("The active policy says {value}: change it in the policy.")


class FieldData(TypedDict, total=False):
    """The members of a field; those left out keep their value, or their default in a new field."""

    name: str
    name_pt: str
    type: str
    values: str
    sensitivity: str
    review_days: int | None
    options: list[str]
    empty_marks: list[str]
    domain: str
    authoritative: Source | None


def save_field(*, workspace: Workspace, by: By, key: str, declared: bool = False, **data: Unpack[FieldData]) -> Field:
    """Register a field or a pattern of fields, or change the members given.

    Refuses what no claim could be read by, and (unless the change comes from the policy: `declared`) what the active
    policy states otherwise.
    """
    with transaction.atomic():
        known = Field.objects.filter(workspace=workspace, key=key).first()
        before = snapshot(known, MEMBERS) if known else {}
        field = known or Field(workspace=workspace, key=key)
        for name, value in data.items():
            setattr(field, name, value)
        if errors := check_field(field, before) if declared else refusals(field, before):
            raise RegistryRefused(errors)
        field.save()
        record(workspace=workspace, by=by, kind="field", key=key, before=before, after=snapshot(field, MEMBERS))
    return field


def refusals(field: Field, before: Snapshot) -> list[FieldError]:
    """What is wrong with a field as somebody would save it; `before` is empty for a new one."""
    return check_field(field, before) + _against_policy(field)


def check_field(field: Field, before: Snapshot) -> list[FieldError]:
    """What no claim could be read by, or would change under the facts that are there."""
    checks = [
        (is_field_pattern(field.key), "key", "invalid-field-key",
         _("A key has small letters, digits, dots and underscores, such as contact.primary; a pattern ends in .*")),
        (field.type in dict(VALUE_TYPES), "type", "unknown-type", _("Choose one of the value types.")),
        (field.values in ("one", "many"), "values", "unknown-cardinality", _("A field holds one value or many.")),
        (field.sensitivity in dict(SENSITIVITIES), "sensitivity", "unknown-class", _("Choose one of the classes.")),
        (field.review_days is None or field.review_days >= 1, "review_days", "not-positive",
         _("The review interval is a number of days from 1 up, or left out.")),
        ((field.type == "enum") == bool(field.options), "options", "options-and-type",
         _("A list of options belongs to the type enum, and only to it.")),
        (field.authoritative is None or field.authoritative.tier != "unattributed", "authoritative", "no-authority",
         _("What has no known source has no authority.")),
    ]  # fmt: skip
    errors = [wrong(member, code, detail) for right, member, code, detail in checks if not right]
    changed = [name for name in FIXED if before and before[name] != getattr(field, name)]
    if changed and in_use(field):
        errors += [
            wrong(name, "field-in-use", _("Facts of this field exist: register another field.")) for name in changed
        ]
    return errors


def in_use(field: Field) -> bool:
    """Whether some fact is, or was, in a slot that this field governs (or, for a pattern, covers)."""
    named = Q(field__startswith=field.key[:-1]) if is_pattern(field.key) else Q(field=field.key)
    return Slot.objects.filter(named, workspace=field.workspace).exists()


def _against_policy(field: Field) -> list[FieldError]:
    documents = PolicyVersion.objects.filter(workspace=field.workspace, active=True).values_list("document", flat=True)
    said: dict[str, Any] = next((document.get("fields", {}).get(field.key, {}) for document in documents), {})
    held = snapshot(field, MEMBERS)
    # Without a link the policy's word alone counts: its source may not be registered yet.
    held["authoritative"] = f"{field.authoritative.tier}:{field.authoritative.key}" if field.authoritative else None
    return [
        wrong(name, "declared-by-policy", format_lazy(DECLARED, value=json.dumps(said[name], ensure_ascii=False)))
        for name in MEMBERS
        if name in said and said[name] != held[name] and (name != "authoritative" or held[name])
    ]
