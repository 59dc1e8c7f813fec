"""A subject that looks like another: an owner says that it is the same, or another one, or that neither is wanted.

Nothing is merged. What is the same is said again about the known subject by the owner, and judged there like any claim;
what is another is judged where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from ledgers.domain import minutes
from ledgers.domain.actions import Action, Move
from ledgers.domain.claim import ClaimId
from ledgers.domain.situation import Decision
from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Fact, Outbox, Slot
from ledgers.selectors import book
from ledgers.selectors.taken_up import instant_in
from ledgers.services import choices, journal, subjects
from ledgers.services.choices import Own, Ruling
from ledgers.services.page import Page, Place
from ledgers.services.placing import placed
from ledgers.services.settle import Law, Settled

REASON = "lookalike_subject"


def same(slot: Slot, law: Law, ruling: Ruling) -> Settled:
    """The owner says what waits again about the known subject, where the rules judge it; here it is refused."""
    known = slot.subject.looks_like
    if known is None:
        raise InvalidClaim("#/choice", _("This subject looks like no other one."))
    if subjects.is_erased(known):
        raise InvalidClaim("#/choice", _("The subject it looks like was erased, so it cannot be the same any more."))
    waiting = [row.claim for row in _waiting(slot, ruling) if row.carrier_id == row.claim_id]
    instant = instant_in(slot)
    for claim in waiting:
        named = (slot.workspace, known.key, known.shown)
        place = placed(*named, field=slot.field, scope=slot.scope, value_key=slot.value_key)
        own = Own(claim.value, retract=claim.kind == Claim.Kind.RETRACT, condition=claim.condition,
                  expires_at=claim.expires_at)  # fmt: skip
        said = choices.owners_claim(place, law, ruling, own, start=claim.effective_at, instant=instant)
        Outbox.objects.create(claim=said, workspace=slot.workspace, slot=place, queued_at=instant)
    return choices.keep(slot, law, ruling, "owner.same")


def refuse(slot: Slot, law: Law, ruling: Ruling) -> Settled:
    """What waits is refused; the name stays unknown, and its next claim asks again."""
    return choices.keep(slot, law, ruling, "owner.refuse")


def another(slot: Slot, law: Law, ruling: Ruling) -> Settled:
    """The subject is one of its own from now on. What waits is judged next, by whoever looks at the slot again."""
    waiting = _waiting(slot, ruling)
    if not waiting:
        raise InvalidClaim("#/choice", _("Nothing waits in this case any more."))
    instant = instant_in(slot)
    subjects.tell_apart(slot.subject, by=ruling.member, at=instant)
    page = Page(slot, waiting[0].claim, instant)
    page.close(waiting)
    for row in waiting:
        window = (row.begins, row.ends)
        place = Place("pending", ClaimId(str(row.carrier_id)), REASON, weighs=False, renews=row.renews, window=window)
        page.put(book.as_entry(row), place)
    decision = Decision(Move(Action.NOOP, weighs=False), "pending", "owner.another", reason=REASON)
    read = {**law.read, **minutes.weighed(instant, [book.as_entry(row) for row in waiting], None)}
    return Settled(waiting[0].claim, journal.record(page, choices.recorded(law, ruling, decision, read)), decision)


def _waiting(slot: Slot, ruling: Ruling) -> Sequence[Fact]:
    """What the case put to the owner, with what only repeats it."""
    return [row for row in book.read_waiting(slot) if {row.claim_id, row.carrier_id} & ruling.candidates]


def elsewhere(slot: Slot) -> list[UUID]:
    """The other slots of the subject in which something waits to hear whose it is."""
    rows = Fact.objects.filter(
        workspace_id=slot.workspace_id,
        slot__subject_id=slot.subject_id,
        standing=Fact.Standing.PENDING,
        recorded_during__upper_inf=True,
        reason=REASON,
    )
    return list(rows.exclude(slot=slot).values_list("slot_id", flat=True).distinct())
