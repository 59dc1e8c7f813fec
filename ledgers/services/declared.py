"""Brings the registry of fields in line with what a policy declares."""

from __future__ import annotations

from typing import Any, Unpack

from django.utils.text import format_lazy

from ledgers.domain.policy import Declared, Policy
from ledgers.models import Field, Source
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.services.fields import FieldData, save_field
from ledgers.services.registry_changes import By
from memoryhub.accounts.models import Workspace


def register_declared(*, workspace: Workspace, policy: Policy, by: By) -> None:
    """Register every declared field, or change the members the policy states; what it leaves out stays as it is."""
    sources = {(source.tier, source.key): source for source in Source.objects.filter(workspace=workspace)}
    for said in policy.fields.values():
        source = sources.get(said.authoritative) if said.authoritative else None
        save_declared(workspace=workspace, by=by, key=said.key, **_stated(said, source))


def save_declared(*, workspace: Workspace, by: By, key: str, **data: Unpack[FieldData]) -> Field:
    """Whoever has a version refused looks at no field: the words say which one it is about."""
    try:
        return save_field(workspace=workspace, by=by, key=key, declared=True, **data)
    except RegistryRefused as refused:
        said = ((one["pointer"], one["code"], format_lazy("{}: {}", key, one["detail"])) for one in refused.errors)
        raise RegistryRefused([wrong(at.removeprefix("#/"), code, detail) for at, code, detail in said]) from refused


def _stated(said: Declared, source: Source | None) -> dict[str, Any]:
    """The members the policy states. A source that is not registered yet is linked when it is."""
    plain = ("name", "name_pt", "type", "values", "review_days", "domain")
    stated = {name: getattr(said, name) for name in plain if getattr(said, name) not in (None, "")}
    listed = {name: list(getattr(said, name)) for name in ("options", "empty_marks") if getattr(said, name)}
    if said.sensitivity is not None:
        # An explicit "not sensitive" counts, unlike silence: the stricter of policy and registry would win.
        stated["sensitivity"] = said.sensitivity
    return {**stated, **listed, **({"authoritative": source} if source else {})}
