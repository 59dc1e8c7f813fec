"""Two policies compared over what a workspace has registered."""

from __future__ import annotations

from ledgers.domain.compared import Comparison, compare
from ledgers.domain.policy import Policy
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier
from ledgers.models import Field, Scope, Source
from ledgers.naming import field_name
from ledgers.selectors.rules import as_registered
from memoryhub.accounts.models import Workspace


def compared(workspace: Workspace, old: Policy, new: Policy) -> Comparison:
    """What would end otherwise under the new policy than under the old one."""
    fields = Field.objects.filter(workspace=workspace).select_related("authoritative")
    scopes = Scope.objects.filter(workspace=workspace).values_list("key", flat=True)
    return compare(old, new, [as_registered(field, field.key) for field in fields], sources(workspace), list(scopes))


def sources(workspace: Workspace) -> list[SaidSource]:
    return [
        SaidSource(source.key, Tier(source.tier), source.name, source.external)
        for source in Source.objects.filter(workspace=workspace)
    ]


def field_names(workspace: Workspace, policy: Policy) -> dict[str, str]:
    """What fields are called, by key: as registered, and those that are not yet as the policy declares them."""
    declared = {key: field_name(key, said.name, said.name_pt) for key, said in policy.fields.items()}
    named = Field.objects.filter(workspace=workspace).values_list("key", "name", "name_pt")
    return declared | {key: field_name(key, name, name_pt) for key, name, name_pt in named if name}
