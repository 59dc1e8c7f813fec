"""What is registered in a workspace, as a decision reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from ledgers.domain.patterns import ANY, covers, specificity
from ledgers.domain.responsibility import Responsibility as Row
from ledgers.domain.responsibility import find, may_propose
from ledgers.models import Field, Responsibility, Scope, Source, UnknownField
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.prepared import prepared

Said = Mapping[str, Any]  # JSON


def source(workspace: Workspace, key: str) -> Source | None:
    return Source.objects.select_related("person", "responsible").filter(workspace=workspace, key=key).first()


def scope_exists(workspace: Workspace, key: str) -> bool:
    """Whether the scope is registered, by its key or by a pattern that admits it. A pattern is no scope itself."""
    if ANY in key:
        return False
    kind = key.partition(":")[0]
    patterns = Scope.objects.filter(workspace=workspace, key__in=[key, f"{kind}:*", "*"]).values_list("key", flat=True)
    return any(covers(pattern, key) for pattern in patterns)


def scopes_exist(workspace: Workspace, pattern: str) -> bool:
    """Whether there can be a fact in a scope, or in one of those of a pattern."""
    if ANY not in pattern:
        return scope_exists(workspace, pattern)
    kinds = Q(key=ANY) | Q(key__startswith=pattern.removesuffix(ANY))
    return Scope.objects.filter(kinds, workspace=workspace).exists()


def registered_field(workspace: Workspace, key: str) -> Field | None:
    """The field of that key, else the most specific pattern that covers it."""
    return registered_fields(workspace, [key]).get(key)


def registered_fields(workspace: Workspace, keys: Iterable[str]) -> dict[str, Field]:
    """The same for several keys in one query; a key that nothing covers is left out."""
    keys = set(keys)
    return most_specific(covering(workspace, keys), keys)


def covering(workspace: Workspace | UUID, keys: Iterable[str]) -> QuerySet[Field]:
    """Every registered field that is one of these keys or a pattern that covers one."""
    named = {name for key in keys for name in (key, *_patterns(key))}
    return Field.objects.select_related("authoritative").filter(workspace=workspace, key__in=named)


def most_specific(rows: Iterable[Field], keys: Iterable[str]) -> dict[str, Field]:
    rows = list(rows)
    found = {key: [field for field in rows if covers(field.key, key)] for key in keys}
    return {key: max(fields, key=lambda field: specificity(field.key)) for key, fields in found.items() if fields}


def _patterns(key: str) -> list[str]:
    parts = key.split(".")
    return [".".join(parts[:count]) + ".*" for count in range(1, len(parts))]


def answered_name(workspace: Workspace, key: str) -> UnknownField | None:
    """What a registry admin answered about a name that no registered field covers."""
    rows = UnknownField.objects.select_related("mapped_to__authoritative")
    return rows.filter(workspace=workspace, key=key, answered_at__isnull=False).first()


def responsibilities(workspace: Workspace) -> list[Row]:
    """Every row of the registry as the domain reads it."""
    keys = Member.objects.filter(deputises=OuterRef("pk")).values("key")
    return [as_row(row, row.stand_by) for row in _named(workspace).annotate(stand_by=ArraySubquery(keys))]


def responsibilities_of(workspace: OuterRef) -> ArraySubquery:
    """The same as a column of another query, to be read by `told`."""
    keys = Member.objects.filter(deputises=OuterRef("pk")).values("key")
    said = JSONObject(
        id="id", scope="scope", field="field", subject="subject", owner="owner__key", owner_is_self="owner_is_self",
        backup="backup__key", delegates=ArraySubquery(keys), proposers="proposers",
    )  # fmt: skip
    return ArraySubquery(Responsibility.objects.filter(workspace=workspace).values(row=said))


def told(said: Iterable[Said]) -> list[Row]:
    return [
        Row(**{**row, "delegates": frozenset(row["delegates"]), "proposers": tuple(row["proposers"])}) for row in said
    ]


def owning(workspace: Workspace) -> list[Row]:
    """The same without the delegates, for whoever asks only who owns a fact or may propose one: one question less."""
    return [as_row(row) for row in _owning(workspace=workspace.pk)]


@prepared
def _owning(*, workspace: UUID) -> QuerySet[Responsibility]:
    return _named(workspace)


def _named(workspace: Workspace | UUID) -> QuerySet[Responsibility]:
    return Responsibility.objects.filter(workspace=workspace).select_related("owner", "backup")


def as_row(row: Responsibility, delegates: Iterable[str] = ()) -> Row:
    return Row(
        id=str(row.id),
        scope=row.scope,
        field=row.field,
        subject=row.subject,
        owner=row.owner.key if row.owner else None,
        owner_is_self=row.owner_is_self,
        backup=row.backup.key,
        delegates=frozenset(delegates),
        proposers=tuple(row.proposers),
    )


def responsible(workspace: Workspace, scope: str, field: str, subject: str) -> Row | None:
    """Who is responsible for a fact, or None where nobody is."""
    return find(responsibilities(workspace), scope, field, subject)


def may_propose_there(workspace: Workspace, author: str, scope: str, field: str, subject: str) -> bool:
    """Whether the author may propose a fact there."""
    return may_propose(find(owning(workspace), scope, field, subject), author, subject, scope)
