"""The other half of a look-alike case: the known subject, where the two names differ, and what holds there."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from escalations.card.difference import Piece, pieces, signs
from escalations.models import Case
from ledgers.leaves import Leaf, Reader
from ledgers.models import Claim, Slot
from ledgers.selectors import book


@dataclass(frozen=True, slots=True)
class Twin:
    """The two names in pieces, which signs of the new one are others, and the fact in force of the known subject."""

    pieces: list[Piece]
    signs: list[str]
    leaf: Leaf | None


def read_twin(case: Case, reader: Reader, now: dt.datetime) -> Twin | None:
    known, subject = case.slot.subject.looks_like, case.slot.subject
    if case.kind != Case.Kind.LOOK_ALIKE or known is None:
        return None
    slot = Slot.objects.filter(
        workspace_id=case.workspace_id,
        subject=known,
        field=case.slot.field,
        scope=case.slot.scope,
        value_key=case.slot.value_key,
    ).first()
    window = book.in_force(slot, now) if slot is not None else None
    stands = window is not None and window.value is not None
    claim = Claim.objects.select_related("agent", "member").get(id=window.carrier) if window and stands else None
    names = (known.shown, subject.shown)
    return Twin(pieces(*names), list(signs(*names)), reader.leaf(claim) if claim else None)
