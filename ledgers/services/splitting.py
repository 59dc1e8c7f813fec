"""Both are true: each of two facts goes to a scope of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Slot
from ledgers.selectors import book, registries
from ledgers.selectors.taken_up import claim_in, instant_in
from ledgers.services import choices, settle
from ledgers.services.choices import Own, Ruling
from ledgers.services.locks import lock
from ledgers.services.settle import Law, Settled


def both(slot: Slot, law: Law, ruling: Ruling, claim_id: UUID | None, scopes: Sequence[str]) -> Settled:
    """The fact in force goes to `scopes[0]`, the waiting claim to `scopes[1]`; either may stay where it is.

    What leaves its scope ends there at once; what moves is said by the owner in its new scope, with its own date.
    """
    window = book.in_force(slot, instant_in(slot))
    waiting = [row for row in book.read_waiting(slot) if row.claim_id in ruling.candidates]
    proposed = next((row for row in waiting if claim_id in (None, row.claim_id)), None)
    if window is None or window.value is None or proposed is None or proposed.value_key is None:
        raise InvalidClaim("#/choice", _("Both can be true only where a fact stands and another waits."))
    here, there = _checked(slot, scopes)
    current = claim_in(slot, UUID(window.carrier))
    if there == slot.scope:
        # The proposal holds here, so what stood here moves away first and the proposal is accepted in its place.
        _copy(slot, ruling, current, here)
        return choices.accept(slot, law, ruling, proposed.claim_id, None)
    _copy(slot, ruling, proposed.claim, there)
    if here == slot.scope:
        return choices.keep(slot, law, ruling)
    _copy(slot, ruling, current, here)
    value = current.value if law.field.values == "many" else None
    return choices.say(slot, law, ruling, Own(value, retract=True), "owner.both")


def _checked(slot: Slot, scopes: Sequence[str]) -> tuple[str, str]:
    if len(scopes) != 2 or scopes[0] == scopes[1]:
        raise InvalidClaim("#/scopes", _("Name two different scopes: for the fact in force and for the new one."))
    for scope in scopes:
        if not registries.scope_exists(slot.workspace, scope):
            raise InvalidClaim("#/scopes", _("%(scope)s is not a registered scope.") % {"scope": scope})
    return scopes[0], scopes[1]


def places(slot: Slot, scopes: Sequence[str]) -> list[UUID]:
    """The slots that both facts may go to, made where they are missing: whoever decides locks them all at once."""
    known = [scope for scope in scopes if scope != slot.scope and registries.scope_exists(slot.workspace, scope)]
    return [_place(slot, scope).id for scope in known]


def _place(slot: Slot, scope: str) -> Slot:
    found, _made = Slot.objects.get_or_create(
        workspace=slot.workspace, subject=slot.subject, field=slot.field, scope=scope, value_key=slot.value_key
    )
    return found


def _copy(slot: Slot, ruling: Ruling, claim: Claim, scope: str) -> None:
    """The owner says the same value in another scope, with its own dates."""
    place_id = _place(slot, scope).id
    place = lock([place_id])[place_id]
    _free_for(place, claim)
    own = Own(claim.value, claim.effective_at, claim.expires_at, condition=claim.condition)
    choices.say(place, settle.law_of(place), replace(ruling, candidates=frozenset()), own, "owner.both")


def _free_for(place: Slot, claim: Claim) -> None:
    """A scope that holds another value, or waits for an answer of its own, was not on the card: it is not touched."""
    held = book.read_timeline(place, claim.effective_at, claim.expires_at).timeline
    if any(window.value != claim.value_key for window in held) or book.read_waiting(place):
        raise InvalidClaim(
            "#/scopes", _("%(scope)s says something else about this already: decide there.") % {"scope": place.scope}
        )
