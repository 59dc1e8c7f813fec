"""The scopes somebody may look into, and those a page offers them."""

from __future__ import annotations

from dataclasses import dataclass

from ledgers.domain.patterns import fold
from ledgers.domain.responsibility import person_of, personal
from ledgers.models import Scope, Slot
from ledgers.selectors.owned import Columns
from ledgers.selectors.owned import personal as own_places
from memoryhub.accounts.models import Member, Role

OFFERED = 12
OF_SLOT = Columns(scope="scope", field="field", subject="subject__key")


@dataclass(frozen=True, slots=True)
class Offer:
    """A scope to tick: its key, and what it is called."""

    key: str
    name: str


def may_read(member: Member, scope: str) -> bool:
    """Everything outside personal scopes, and one's own; an auditor reads all."""
    return not personal(fold(scope)) or person_of(scope, "") == fold(member.key) or member.has_role(Role.AUDITOR)


def own(member: Member) -> list[str]:
    """The member's own scopes in which something was ever said."""
    found = Slot.objects.filter(own_places(member, OF_SLOT), workspace=member.workspace_id)
    return sorted(found.values_list("scope", flat=True).distinct()[:OFFERED])


def offered(member: Member) -> list[Offer]:
    """One's own first, then those that are registered by their key."""
    registered = Scope.objects.filter(workspace=member.workspace_id).exclude(key__endswith="*").order_by("key")
    named = dict(registered.values_list("key", "name")[: 2 * OFFERED])
    shared = [key for key in named if may_read(member, key)]
    keys = list(dict.fromkeys([*own(member), *shared]))[:OFFERED]
    return [Offer(key, named.get(key, "")) for key in keys]


def patterns(member: Member) -> list[str]:
    """Which other scopes there may be: `client:*`."""
    rows = Scope.objects.filter(workspace=member.workspace_id, key__endswith="*").order_by("key")
    return list(rows.values_list("key", flat=True)[:OFFERED])
