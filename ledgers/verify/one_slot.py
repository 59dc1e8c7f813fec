"""The check of what the log says of one slot, short enough for a page: its changes, the seals they stand under, and the
way from those to a checkpoint outside the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from ledgers import clock
from ledgers.models import Claim, Seal, Slot, Transaction, Unsealed
from ledgers.services.checkpoints import Written
from ledgers.services.journal import said_digest, salted, seal
from ledgers.verify import outside
from ledgers.verify.checking import check
from ledgers.verify.findings import Finding, Wrong
from ledgers.verify.sealed_at import seals_over

# Between a change and its checkpoint lie up to a minute of seals; all of them are read.
MOST = 20


@dataclass(slots=True)
class SlotChecked:
    """`changes` were looked at, the newest ones if there are `more`; `sealed` stand under a seal, `proven` before a
    checkpoint outside the database, the newest of which is `checkpoint`; `rows` of the log were read for it."""

    at: datetime
    changes: int = 0
    more: bool = False
    sealed: int = 0
    proven: int = 0
    rows: int = 0
    checkpoint: Written | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.findings

    @property
    def waiting(self) -> int:
        """How many no seal covers yet."""
        return self.changes - self.sealed

    @property
    def checkpoint_at(self) -> datetime | None:
        return datetime.fromisoformat(self.checkpoint.time) if self.checkpoint is not None else None


def check_slot(slot: Slot) -> SlotChecked:
    """Check the newest changes of a slot. Runs in a transaction inside its workspace.

    1. Every change fits its hash, and what was said and noted fits the digests in it.
    2. Every change stands under a seal, or in the bookkeeping of what none covers yet.
    3. From each of those seals up to the next checkpoint, all rows and seals fit, and the checkpoint's root too.
    """
    entries = list(Transaction.objects.filter(slot=slot).select_related("claim").order_by("-xid", "-id")[: MOST + 1])
    done = SlotChecked(at=clock.now(), changes=len(entries[:MOST]), more=len(entries) > MOST)
    entries = entries[:MOST]
    gone = _erased(slot)
    done.findings += [found for entry in entries if (found := _content(entry, gone)) is not None]
    under = seals_over(slot.workspace_id, [entry.id for entry in entries])
    done.findings += _loose(slot.workspace_id, [entry for entry in entries if entry.id not in under])
    _up_to_checkpoints(slot.workspace_id, list(under.values()), done)
    return done


def _erased(slot: Slot) -> set[str]:
    """The claims that the log itself says were erased; their digests have nothing left to be compared with."""
    rows = Transaction.objects.filter(slot=slot, kind="erasure")
    return {number for row in rows for number in json.loads(row.details)["read"].get("erased", [])}


def _content(entry: Transaction, gone: set[str]) -> Finding | None:
    number = str(entry.id)
    if seal(entry) != bytes(entry.hash):
        return Finding(Wrong.ROW_EDITED, transaction=number)
    if str(entry.claim_id) not in gone and not _as_said(entry, entry.claim):
        return Finding(Wrong.SAID_EDITED, transaction=number)
    return None


def _as_said(entry: Transaction, claim: Claim) -> bool:
    noted = salted(claim, entry.note) if entry.note else ""
    said = json.loads(entry.details)["said"]
    return noted == entry.note_digest and said in {None, said_digest(claim)}


def _loose(workspace: UUID, entries: Sequence[Transaction]) -> list[Finding]:
    """A change under no seal has to wait for one, unless it was sealed while we looked."""
    if not entries:
        return []
    kept = {row.transaction_id: row for row in Unsealed.objects.filter(transaction_id__in=[one.id for one in entries])}
    missed = [entry.id for entry in entries if entry.id not in kept]
    sealed = seals_over(workspace, missed) if missed else {}
    wrong = [Finding(Wrong.ROW_ADDED, transaction=str(number)) for number in missed if number not in sealed]
    return wrong + [
        Finding(Wrong.ROW_NOT_AS_SEALED, transaction=str(entry.id))
        for entry in entries
        if (row := kept.get(entry.id)) and (row.xid, bytes(row.hash)) != (entry.xid, bytes(entry.hash))
    ]


def _up_to_checkpoints(workspace: UUID, numbers: Sequence[int], done: SlotChecked) -> None:
    """Each stretch of seals from a change to the checkpoint after it, none read twice."""
    done.sealed = len(numbers)
    if not numbers:
        return
    known = outside.here(workspace, since=min(numbers))
    done.findings += known.forgeries
    written = sorted(known.by_workspace[str(workspace)], key=lambda one: one.seal)
    read = 0
    before = {
        row.number: row for row in Seal.objects.filter(workspace_id=workspace, number__in=[n - 1 for n in numbers])
    }
    for number in sorted(set(numbers)):
        after = next((one for one in written if one.seal >= number), None)
        if after is not None:
            done.proven += numbers.count(number)
            done.checkpoint = after
        if number <= read:
            continue
        # Nobody wrote down yet what came last: there the change's own seal is all there is to look at.
        until = after.seal if after is not None else number
        found = check(workspace, [after] if after is not None else [], before.get(number - 1), until)
        done.findings += found.findings
        done.rows += found.rows
        read = until
