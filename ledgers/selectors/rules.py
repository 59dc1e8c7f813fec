"""The rule of one field in one scope, as the active policy and the registry say it at this moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from ledgers.domain.policy import FieldRule, Policy, RegisteredField
from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyVersion, Slot
from ledgers.registry_errors import NoActivePolicy
from ledgers.selectors import registries
from ledgers.services import policies
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.prepared import prepared

Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A field as it is registered, and its rule in one scope, by which version of the policy."""

    field: Field
    rule: FieldRule
    version: int
    policy: Policy


def rule_for(workspace: Workspace, field: Field, key: str, scope: str) -> FieldRule:
    """`key` is the field of the claim, which a registered pattern may only cover."""
    _version, policy = policies.active(workspace)
    return policy.rule(as_registered(field, key), scope)


def rules_for(workspace: Workspace, places: Iterable[Place]) -> dict[Place, FieldRule]:
    """The rules of several (field, scope) at once; what is not registered is left out."""
    return {place: ruled.rule for place, ruled in ruled_for(workspace, places).items()}


def ruled_for(workspace: Workspace, places: Iterable[Place]) -> dict[Place, Ruled]:
    """The same with the fields. Registry and policy are read in one question, so that they are of one moment."""
    places = set(places)
    keys = {key for key, _scope in places}
    fields = registries.most_specific(_covering(frozenset(keys), workspace=workspace.pk), keys)
    return {(key, scope): _ruled(workspace, fields[key], key, scope) for key, scope in places if key in fields}


@prepared
def _covering(keys: frozenset[str], *, workspace: UUID) -> QuerySet[Field]:
    active = PolicyVersion.objects.filter(workspace=OuterRef("workspace"), active=True)
    version, content = Subquery(active.values("version")[:1]), Subquery(active.values("hash")[:1])
    return registries.covering(workspace, keys).annotate(policy_version=version, policy_hash=content)


def ruled(slot: Slot) -> Ruled | None:
    """What governs one slot now; None where its field is not registered. Asked once of a slot that is taken up."""
    if slot.taken_up is not None and slot.taken_up.ruled is not None:
        return slot.taken_up.ruled
    place = (slot.field, slot.scope)
    found = ruled_for(slot.workspace, [place]).get(place)
    if slot.taken_up is not None:
        slot.taken_up.ruled = found
    return found


def _ruled(workspace: Workspace, field: Field, key: str, scope: str) -> Ruled:
    version: int | None = getattr(field, "policy_version", None)
    if version is None:
        raise NoActivePolicy
    policy = policies.parsed(workspace, version, getattr(field, "policy_hash", ""))
    return Ruled(field, policy.rule(as_registered(field, key), scope), version, policy)


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
