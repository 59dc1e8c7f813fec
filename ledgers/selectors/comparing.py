"""Two policies compared over what a workspace has registered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import connection

from ledgers.domain.compared import Comparison, compare
from ledgers.domain.policy import Policy, RegisteredField, recorded
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier
from ledgers.models import Field, Scope, Source
from ledgers.naming import field_name
from ledgers.selectors.rules import as_registered
from memoryhub.accounts.models import Workspace

Document = Mapping[str, Any]  # JSON
# Judging every case takes a second or two of a processor, and the database takes a silent transaction for a stuck one.
PATIENCE = "SET LOCAL idle_in_transaction_session_timeout = '60s'"


def compared(workspace: Workspace, old: Policy, new: Policy) -> Comparison:
    """What would end otherwise under the new policy than under the old one."""
    return compare(old, new, fields(workspace), sources(workspace), scopes(workspace))


def between(workspace: Workspace, old: Document, new: Document) -> Comparison:
    """The same of two documents. A page of it is turned and narrowed without judging everything once more."""
    with connection.cursor() as cursor:
        cursor.execute(PATIENCE)
    registered = tuple(fields(workspace)), tuple(sources(workspace)), tuple(scopes(workspace))
    return _between(_written(old), _written(new), *registered)


# All that the answer depends on is in the question, so none is ever out of date.
@lru_cache(maxsize=8)
def _between(
    old: str, new: str, fields: tuple[RegisteredField, ...], sources: tuple[SaidSource, ...], scopes: tuple[str, ...]
) -> Comparison:
    return compare(recorded(json.loads(old)), recorded(json.loads(new)), fields, sources, scopes)


def _written(document: Document) -> str:
    return json.dumps(document)


def fields(workspace: Workspace) -> list[RegisteredField]:
    rows = Field.objects.filter(workspace=workspace).select_related("authoritative").order_by("key")
    return [as_registered(field, field.key) for field in rows]


def sources(workspace: Workspace) -> list[SaidSource]:
    return [
        SaidSource(source.key, Tier(source.tier), source.name, source.external)
        for source in Source.objects.filter(workspace=workspace).order_by("key")
    ]


def scopes(workspace: Workspace) -> list[str]:
    return list(Scope.objects.filter(workspace=workspace).order_by("key").values_list("key", flat=True))


def field_names(workspace: Workspace, *policies: Policy) -> dict[str, str]:
    """What fields are called, by key: as registered, and those that are not yet as the first policy declares them."""
    return in_words(both_names(workspace, *policies))


def both_names(workspace: Workspace, *policies: Policy) -> dict[str, tuple[str, str]]:
    """The same in both languages, for whoever reads later."""
    found = {key: (said.name, said.name_pt) for one in reversed(policies) for key, said in one.fields.items()}
    named = Field.objects.filter(workspace=workspace).exclude(name="").values_list("key", "name", "name_pt")
    return found | {key: (name, name_pt) for key, name, name_pt in named}


def in_words(names: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {key: field_name(key, *both) for key, both in names.items()}
