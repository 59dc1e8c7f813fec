"""What a supposition can be about: the fields, sources and scopes of a workspace, and the policies that judge it.

All of it stands in an address that people pass on, so nobody is in it: a person's own source goes by its tier, and a
person's own scope by its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ledgers.domain.patterns import ANY, is_pattern
from ledgers.domain.policy import InvalidPolicy, Policy, parse
from ledgers.domain.responsibility import personal
from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyDraft, PolicyVersion, Scope, Source
from ledgers.selectors.drafts import open_drafts
from ledgers.services import policies
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Offered:
    """`sources` by entry (`tier:source`), `drafts` by id."""

    version: PolicyVersion
    policy: Policy
    fields: Mapping[str, Field]
    sources: Mapping[str, Source]
    scopes: tuple[str, ...]
    drafts: Mapping[str, PolicyDraft]


def offered(workspace: Workspace, version: PolicyVersion) -> Offered:
    fields = Field.objects.filter(workspace=workspace).select_related("authoritative").order_by("key")
    nameless = Source.objects.filter(workspace=workspace, person=None, party="").order_by("name", "key")
    drafts = {str(draft.pk): draft for draft in open_drafts(workspace)}
    return Offered(
        version=version,
        policy=policies.active(workspace)[1],
        fields={field.key: field for field in fields},
        sources={f"{source.tier}:{source.key}": source for source in nameless},
        scopes=tuple(sorted(_scopes(workspace, version, drafts))),
        drafts=drafts,
    )


def readable(draft: PolicyDraft) -> Policy | None:
    """The draft as a policy; None where a check stops it."""
    try:
        return parse(draft.document)
    except InvalidPolicy:
        return None


def tier_of(entry: str) -> Tier:
    return Tier(entry.partition(":")[0])


def _scopes(workspace: Workspace, version: PolicyVersion, drafts: Mapping[str, PolicyDraft]) -> set[str]:
    """Kinds of scope that are registered, and those that a policy treats apart: a rule reads nothing else of one."""
    registered = Scope.objects.filter(workspace=workspace, key__endswith=ANY).values_list("key", flat=True)
    documents = [version.document, *(draft.document for draft in drafts.values())]
    named = {scope for document in documents for scope in _named(document)}
    return {scope for scope in {*registered, *named} - {ANY} if _nobody(scope)}


def _named(document: Mapping[str, Any]) -> Iterator[str]:
    entries = document.get("automatic", [])
    yield from (str(entry["scope"]) for entry in entries if isinstance(entry, Mapping) and "scope" in entry)


def _nobody(scope: str) -> bool:
    kind = scope.partition(":")[0]
    return not personal(scope) or (is_pattern(scope) and scope == f"{kind}:{ANY}")
