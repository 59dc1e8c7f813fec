"""A system of record that still says otherwise after a decision: an open task, visible until it is done."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from escalations import telling
from escalations.models import Case, WriteBack
from ledgers.domain import minutes
from ledgers.domain.tiers import Tier
from ledgers.models import Claim, Slot, Source
from ledgers.selectors import book
from ledgers.services.settle import Settled
from memoryhub.accounts.models import Member


def open_after(case: Case, done: Settled, at: datetime) -> None:
    """Open one for every system of record whose last word the decision went against."""
    weighed = minutes.claims_weighed(done.transaction.read)
    # What the decision left standing; a kept fact is the decision's target.
    stands = Claim.objects.get(id=done.decision.fact or done.decision.target or done.claim.id)
    asked = Claim.objects.filter(workspace_id=case.workspace_id, id__in=weighed, tier=Tier.SYSTEM_OF_RECORD)
    # What an earlier decision left open is judged by this one.
    told = WriteBack.objects.filter(slot=case.slot, done_at__isnull=True).values("source__key")
    against = Q(source__in=asked.values("source")) | Q(source__in=told)
    # A system that said the old value and by now says the chosen one is in line already.
    last = Claim.objects.filter(against, slot=case.slot).order_by("source", "-id")
    keys = {claim.source for claim in last.distinct("source") if not _same(claim, stands)}
    for source in Source.objects.filter(workspace_id=case.workspace_id, key__in=keys):
        _open(case, source, stands, at)


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
