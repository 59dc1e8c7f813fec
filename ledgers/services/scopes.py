"""Registers the places where facts hold."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers.domain.patterns import ANY, is_pattern
from ledgers.formats.keys import scope_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Scope
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.services.registry_changes import By, record, snapshot
from memoryhub.accounts.errors import FieldError
from memoryhub.accounts.models import Workspace

MEMBERS = ("key", "name")


def save_scope(*, workspace: Workspace, by: By, key: str, name: str = "") -> Scope:
    """Register a scope (`client:acme`) or a kind of them (`user:*`), or rename it. Keys are kept as scopes compare."""
    kept, errors = scope_pattern(key, "key")
    if errors:
        raise RegistryRefused(errors)
    with transaction.atomic():
        known = Scope.objects.filter(workspace=workspace, key=kept).first()
        before = snapshot(known, MEMBERS) if known else {}
        scope = known or Scope(workspace=workspace, key=kept)
        scope.name = name
        scope.save()
        record(workspace=workspace, by=by, kind="scope", key=kept, before=before, after=snapshot(scope, MEMBERS))
    return scope


def scope_pattern(pattern: str, member: str) -> tuple[str, list[FieldError]]:
    """A scope, `kind:*` or `*`, in the form in which scopes compare."""
    if pattern == ANY:
        return pattern, []
    try:
        kept = scope_key(pattern, pointer=f"#/{member}")
    except InvalidKey as refused:
        return pattern, [wrong(member, refused.slug, refused.detail)]
    if ANY in kept and (not is_pattern(kept) or kept.index(ANY) != len(kept) - 1 or not kept.endswith(":*")):
        return kept, [
            wrong(member, "invalid-pattern", _("A pattern is a kind and a star, such as client:*, or * alone."))
        ]
    return kept, []
