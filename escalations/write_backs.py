"""A system of record that still says otherwise after a decision: an open task, visible until it is done."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from escalations import telling
from escalations.models import Case, WriteBack
from ledgers.domain import minutes
from ledgers.domain.tiers import Tier
from ledgers.models import Claim, Slot, Source
from ledgers.selectors import book, last_words
from ledgers.selectors.last_words import LastWord
from ledgers.selectors.taken_up import claim_in
from ledgers.services.settle import Settled
from memoryhub.accounts.models import Member


def open_after(case: Case, done: Settled, at: datetime) -> None:
    """Open one for every system of record whose last word the decision went against."""
    records = _records_weighed(case, done) | _owed(case)
    if not records:
        return
    # What the decision left standing; a kept fact is the decision's target.
    stands = claim_in(case.slot, UUID(done.decision.fact or done.decision.target or str(done.claim.id)))
    if not book.holds_from(case.slot, stands.id, at):
        # Nothing that a system could be brought in line with holds now or later.
        return
    # A system that said the old value and by now says the chosen one is in line already.
    keys = {word.source for word in _last_words(case, records) if not _says(word, stands)}
    for source in Source.objects.filter(workspace_id=case.workspace_id, key__in=keys):
        _open(case, source, stands, at)


def _last_words(case: Case, records: Collection[str]) -> list[LastWord]:
    """What each of these systems said last about the slot."""
    if case.heard is not None:
        return [word for word in case.heard.records if word.source in records]
    return last_words.of(case.slot, records)


def _says(word: LastWord, claim: Claim) -> bool:
    return (word.value, word.retracts) == (claim.value_key, claim.kind == Claim.Kind.RETRACT)


def _records_weighed(case: Case, done: Settled) -> set[str]:
    """The systems of record among the sources whose claims the decision weighed."""
    weighed = minutes.claims_weighed(done.transaction.read)
    claims = [claim_in(case.slot, UUID(claim)) for claim in weighed]
    return {claim.source for claim in claims if claim.tier == Tier.SYSTEM_OF_RECORD}


def _owed(case: Case) -> set[str]:
    """The systems that an earlier decision left to be brought in line: they are judged by this one."""
    if case.heard is not None and not case.heard.owed:
        return set()
    open_tasks = WriteBack.objects.filter(slot=case.slot, done_at__isnull=True)
    return set(open_tasks.values_list("source__key", flat=True))


def _open(case: Case, source: Source, stands: Claim, at: datetime) -> None:
    # A newer decision replaces what the source was to be brought in line with.
    WriteBack.objects.filter(slot=case.slot, source=source, done_at__isnull=True).update(done_at=at)
    task = WriteBack.objects.create(
        workspace_id=case.workspace_id,
        slot=case.slot,
        case=case,
        source=source,
        fact=stands.id,
        opened_at=at,
        due_at=at + timedelta(days=source.write_back_days),
    )
    telling.to_write_back(task)


def in_line(claim: Claim, at: datetime) -> None:
    """The source says by now what was decided: its task is done."""
    if claim.slot_id is None:
        return
    rows = WriteBack.objects.filter(slot_id=claim.slot_id, source__key=claim.source, done_at__isnull=True)
    for row in rows:
        if _same(Claim.objects.get(id=row.fact), claim):
            WriteBack.objects.filter(id=row.id).update(done_at=at)


def is_open(task: str) -> bool:
    return WriteBack.objects.filter(id=task, done_at__isnull=True).exists()


def drop_replaced(slot: Slot, at: datetime) -> None:
    """A decided fact that holds no more, now or later, is nothing to bring a system in line with."""
    for row in WriteBack.objects.filter(slot=slot, done_at__isnull=True):
        if not book.holds_from(slot, row.fact, at):
            WriteBack.objects.filter(id=row.id).update(done_at=at)


def _same(one: Claim, other: Claim) -> bool:
    return (one.value_key, one.kind == Claim.Kind.RETRACT) == (other.value_key, other.kind == Claim.Kind.RETRACT)


def finish(case: Case, member: Member, at: datetime) -> None:
    """The owner says the source is in line."""
    if case.kind == Case.Kind.WRITE_BACK:
        WriteBack.objects.filter(id=case.cause, done_at__isnull=True).update(done_at=at, done_by=member)
