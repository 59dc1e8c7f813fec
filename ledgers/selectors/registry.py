"""The registries as their page shows them, and the fields that claims used and nobody registered."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledgers.models import Claim, Field, Scope, Source, UnknownField
from ledgers.naming import name_of
from memoryhub.accounts.models import Workspace

MOST = 500
EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class NamedField:
    """A registered field and its name in the reader's language."""

    row: Field
    name: str


@dataclass(frozen=True, slots=True)
class Overview:
    sources: list[Source]
    fields: list[NamedField]
    scopes: list[Scope]
    unknown: int


def overview(workspace: Workspace) -> Overview:
    return Overview(
        sources=list(
            Source.objects.filter(workspace=workspace).select_related("responsible", "person").order_by("key")
        ),
        fields=_fields(workspace),
        scopes=list(Scope.objects.filter(workspace=workspace).order_by("key")[:MOST]),
        unknown=UnknownField.objects.filter(workspace=workspace, answered_at__isnull=True).count(),
    )


def _fields(workspace: Workspace) -> list[NamedField]:
    rows = Field.objects.filter(workspace=workspace).select_related("authoritative").order_by("key")
    return [NamedField(row, name_of(row, row.key)) for row in rows[:MOST]]


def field_keys(workspace: Workspace) -> list[str]:
    """The registered fields that a name can mean; a pattern is none."""
    rows = Field.objects.filter(workspace=workspace).exclude(key__endswith="*").order_by("key")
    return list(rows.values_list("key", flat=True))


def unknown_fields(workspace: Workspace) -> QuerySet[UnknownField]:
    """What waits for an answer, first seen first, each with the number of claims that wait for it."""
    waiting = Claim.objects.filter(
        workspace=workspace, field=OuterRef("key"), slot__isnull=True, erased_at__isnull=True
    ).order_by()
    counted = Subquery(waiting.values("field").annotate(n=Count("pk")).values("n"), output_field=IntegerField())
    rows = UnknownField.objects.filter(workspace=workspace, answered_at__isnull=True)
    return rows.annotate(claims=Coalesce(counted, 0)).order_by("first_seen", "key")


def unknown_field(workspace: Workspace, key: uuid.UUID) -> UnknownField | None:
    rows = UnknownField.objects.filter(workspace=workspace, pk=key)
    return rows.select_related("mapped_to", "answered_by").first()


def examples(unknown: UnknownField) -> list[Claim]:
    """The newest claims that wait under this name."""
    rows = Claim.objects.filter(
        workspace=unknown.workspace_id, field=unknown.key, slot__isnull=True, erased_at__isnull=True
    )
    return list(rows.select_related("agent", "member").order_by("-id")[:EXAMPLES])
