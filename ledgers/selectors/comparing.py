"""Two policies compared over what a workspace has registered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Func, TextField, Value

from ledgers.domain.compared import Comparison, compare
from ledgers.domain.policy import Policy, RegisteredField, recorded
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier
from ledgers.models import Field, Scope
from ledgers.naming import field_name
from ledgers.selectors import policy_check
from ledgers.selectors.rules import as_registered
from memoryhub.accounts.models import Workspace

Document = Mapping[str, Any]  # JSON
# Judging every case takes a second or two of a processor, and the database takes a silent transaction for a stuck one.
# For this transaction alone, as SET LOCAL would.
PATIENCE = Func(
    Value("idle_in_transaction_session_timeout"), Value("60s"), Value(True),
    function="set_config", output_field=TextField(),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Registered:
    """What two policies are compared over, and what its fields are called in both languages, where somebody named
    them."""

    fields: tuple[RegisteredField, ...]
    sources: tuple[SaidSource, ...]
    scopes: tuple[str, ...]
    names: Mapping[str, tuple[str, str]]

    @property
    def source_names(self) -> dict[str, str]:
        return {source.key: source.name for source in self.sources}


def registered(workspace: Workspace, known: policy_check.Registered | None = None) -> Registered:
    """`known`: sources and fields, where a page has read them already."""
    known = known or policy_check.registered(workspace)
    return Registered(
        fields=tuple(as_registered(field, field.key) for field in known.fields),
        sources=tuple(SaidSource(one.key, Tier(one.tier), one.name, one.external) for one in known.sources),
        scopes=tuple(_scopes(workspace)),
        names={field.key: (field.name, field.name_pt) for field in known.fields if field.name},
    )


def _scopes(workspace: Workspace) -> list[str]:
    """Read last, and in the same question time is asked for to judge every case over them."""
    keys = ArraySubquery(Scope.objects.filter(workspace=workspace).order_by("key").values("key"))
    asked = Workspace.objects.filter(pk=workspace.pk).values(scopes=keys, patience=PATIENCE)
    scopes: list[str] = asked.get()["scopes"]
    return scopes


def compared(workspace: Workspace, old: Policy, new: Policy) -> Comparison:
    """What would end otherwise under the new policy than under the old one."""
    found = registered(workspace)
    return compare(old, new, found.fields, found.sources, found.scopes)


def between(over: Registered, old: Document, new: Document) -> Comparison:
    """The same of two documents. A page of it is turned and narrowed without judging everything once more."""
    return _between(json.dumps(old), json.dumps(new), over.fields, over.sources, over.scopes)


# All that the answer depends on is in the question, so none is ever out of date.
@lru_cache(maxsize=8)
def _between(
    old: str, new: str, fields: tuple[RegisteredField, ...], sources: tuple[SaidSource, ...], scopes: tuple[str, ...]
) -> Comparison:
    return compare(recorded(json.loads(old)), recorded(json.loads(new)), fields, sources, scopes)


def field_names(workspace: Workspace, *policies: Policy) -> dict[str, str]:
    """What fields are called, by key: as registered, and those that are not yet as the first policy declares them."""
    rows = Field.objects.filter(workspace=workspace).exclude(name="").values_list("key", "name", "name_pt")
    return in_words(both_names({key: (name, name_pt) for key, name, name_pt in rows}, *policies))


def both_names(named: Mapping[str, tuple[str, str]], *policies: Policy) -> dict[str, tuple[str, str]]:
    """The same in both languages, for whoever reads later; `named` are those of the registry."""
    found = {key: (said.name, said.name_pt) for one in reversed(policies) for key, said in one.fields.items()}
    return {**found, **named}


def in_words(names: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {key: field_name(key, *both) for key, both in names.items()}
