"""What an owner is shown, as one digest: a decision names it, so nobody decides on something else than they saw.

When it was shown is part of it, so a digest that was captured is worth nothing after three days.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from escalations.models import Case
from ledgers import clock
from ledgers.models import Claim, Fact, Slot
from ledgers.selectors import book
from ledgers.selectors.rules import ruled
from ledgers.selectors.taken_up import moment_in
from ledgers.services import policies
from ledgers.services.journal import salted

# How long what was shown may be decided on. It names the half of its time in which it was shown; the running half and
# the one before are taken, so that it is good for 36 hours and never for more than 72, and nothing has to be stored.
LASTS = timedelta(hours=72)
HALF = LASTS / 2


def digest(case: Case) -> str:
    """SHA-256 over the version of the policy, the fact in force and every claim that waits, by id and salted value."""
    return _digests(case)[0]


def holds(case: Case, seen: str) -> bool:
    """Whether this was shown, and not too long ago: an approval that was put by for later is none."""
    return seen in _digests(case)


def _digests(case: Case) -> list[str]:
    """Of what is there: as it would be shown now, and as it was shown half a lifetime ago."""
    now = moment_in(case.slot)
    standing = next(iter(book.read_timeline(case.slot, now, now + clock.TICK).rows.values()), None)
    version = _version(case.slot)
    waiting = candidates(case)
    return [digest_of(case, standing, waiting, version=version, at=at) for at in (now, now - HALF)]


def digest_of(case: Case, standing: Fact | None, waiting: Sequence[Fact], *, version: int, at: datetime) -> str:
    """The same for rows that a page has read already, so that what is shown is what is sealed."""
    shown = [str(case.id), f"half {int(at.timestamp() // HALF.total_seconds())}", f"policy {version}"]
    shown += [f"in force {standing.carrier_id} {standing.claim_id}"] if standing else ["nothing in force"]
    shown += [f"waits {row.claim_id} {salted(row.claim, row.value_key or '')}" for row in waiting]
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def _version(slot: Slot) -> int:
    found = ruled(slot)
    return found.version if found is not None else policies.active(slot.workspace)[0]


def candidates(case: Case) -> list[Fact]:
    """The open rows of the claims that wait in the case, first recorded first; without those that only repeat one."""
    if case.heard is not None:
        return [row for row in book.read_waiting(case.slot) if row.claim_id in case.heard.linked]
    mine = book.waiting(case.slot).filter(claim__caseclaim__case=case, claim__caseclaim__left_at__isnull=True)
    return list(mine)


def in_force(slot: Slot) -> Claim | None:
    """The claim whose name the fact in force has."""
    window = book.in_force(slot, clock.now())
    return Claim.objects.get(id=window.carrier) if window and window.value is not None else None
