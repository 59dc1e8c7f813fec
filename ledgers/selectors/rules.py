"""The rule of one field in one scope, as the active policy and the registry say it at this moment."""

from __future__ import annotations

from collections.abc import Iterable

from ledgers.domain.policy import FieldRule, RegisteredField
from ledgers.domain.tiers import Tier
from ledgers.models import Field
from ledgers.selectors import registries
from ledgers.services import policies
from memoryhub.accounts.models import Workspace


def rule_for(workspace: Workspace, field: Field, key: str, scope: str) -> FieldRule:
    """`key` is the field of the claim, which a registered pattern may only cover."""
    _version, policy = policies.active(workspace)
    return policy.rule(as_registered(field, key), scope)


def rules_for(workspace: Workspace, places: Iterable[tuple[str, str]]) -> dict[tuple[str, str], FieldRule]:
    """The rules of several (field, scope) at once; what is not registered is left out."""
    places = set(places)
    _version, policy = policies.active(workspace)
    fields = registries.registered_fields(workspace, {key for key, _scope in places})
    return {(key, scope): policy.rule(as_registered(fields[key], key), scope) for key, scope in places if key in fields}


def as_registered(field: Field, key: str) -> RegisteredField:
    source = field.authoritative
    return RegisteredField(
        key=key,
        type=field.type,
        many=field.values == "many",
        sensitivity=field.sensitivity,
        review_days=field.review_days,
        authoritative=(Tier(source.tier), source.key) if source else None,
    )
