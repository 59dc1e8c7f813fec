"""An owner's decision carried into the ledgers: same lock, same executor, same log as the rules."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from ledgers.domain import choice, minutes
from ledgers.domain.actions import Action, Move, Standing
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.minutes import Minutes
from ledgers.domain.situation import Decision
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import before
from ledgers.domain.trace import Line
from ledgers.errors import InvalidClaim
from ledgers.formats.detectors import classes
from ledgers.models import Claim, Fact, Slot, Source, Transaction
from ledgers.selectors import book
from ledgers.selectors.taken_up import instant_in
from ledgers.services import journal, settle
from ledgers.services.intake import read_value
from ledgers.services.page import Page, Place
from ledgers.services.settle import Law, Settled
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who decides which case on what they saw; `candidates` are the claims the case put to them, `confirmed_by` the
    second person where two are needed."""

    member: Member
    case: UUID
    evidence_digest: str
    note: str
    candidates: frozenset[UUID]
    confirmed_by: Member | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """What an owner says themself: another value (or none), since when and, where it has an end, until when."""

    value: Any  # any JSON: the field's type reads it
    effective_at: datetime | None = None
    expires_at: datetime | None = None
    retract: bool = False
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Everything an owner had before them: what stands with its supports, and what waits."""

    standing: tuple[Entry, ...]
    waiting: tuple[tuple[Fact, Entry], ...]

    @property
    def all(self) -> tuple[Entry, ...]:
        return (*self.standing, *(entry for _row, entry in self.waiting))


def weigh(slot: Slot, ruling: Ruling, instants: Sequence[datetime]) -> Weighed:
    """What stands at those instants, every support of it, and the candidates of the case."""
    windows = tuple(window for at in instants if (window := book.in_force(slot, at)) is not None)
    waiting = [(row, book.as_entry(row)) for row in book.read_waiting(slot) if asked_about(row, ruling.candidates)]
    return Weighed(choice.standing(windows, book.read_saying(slot, windows), instants), tuple(waiting))


def asked_about(row: Fact, candidates: Collection[UUID]) -> bool:
    """Whether a waiting row is among the candidates of a case, or repeats one of them."""
    return not {row.claim_id, row.carrier_id}.isdisjoint(candidates)


def keep(slot: Slot, law: Law, ruling: Ruling, code: str = "owner.keep") -> Settled:
    """What stands stays, with the weight of what it was weighed against; what waited is rejected."""
    instant = instant_in(slot)
    weighed = weigh(slot, ruling, [instant])
    window = book.in_force(slot, instant)
    first = next(iter(weighed.waiting), None)
    if first is None:
        raise InvalidClaim("#/choice", _("Nothing waits in this case any more."))
    claim = first[0].claim
    target = window.carrier if window else None
    decision = Decision(Move(Action.REJECT_CONFLICT, weighs=False), "rejected", code, target=target)
    page = Page(slot, claim, instant)
    read = {**law.read, **minutes.weighed(instant, weighed.all, window)}
    if window is not None:
        held = book.read_timeline(slot, window.entry.start, window.entry.end)
        page.relay(held.rows, choice.keep(window, held.timeline, law.rule, weighed.all, instant).timeline)
    _conclude(page, law, weighed, winner=window.entry if window else None, fact=target)
    return Settled(claim, journal.record(page, recorded(law, ruling, decision, read)), decision)


def accept(slot: Slot, law: Law, ruling: Ruling, claim_id: UUID, start: datetime | None) -> Settled:
    """A waiting claim takes its place, from its own date or another the owner names."""
    instant = instant_in(slot)
    pending = next((row for row in book.read_waiting(slot) if row.claim_id == claim_id), None)
    if pending is None:
        raise InvalidClaim("#/claim", _("This claim does not wait in the case."))
    entry = book.as_proposed(pending)
    entry = replace(entry, start=start or entry.start)
    if not before(entry.start, entry.end):
        raise InvalidClaim("#/effective_at", _("The claim itself ends before that date."))
    return _choose(slot, law, ruling, claim=pending.claim, entry=entry, instant=instant, code="owner.accept")


def say(slot: Slot, law: Law, ruling: Ruling, own: Own, code: str) -> Settled:
    """The owner's own word: another value, or that there is none any more."""
    instant = instant_in(slot)
    claim = owners_claim(slot, law, ruling, own, start=own.effective_at or instant, instant=instant)
    value = None if own.retract else claim.value_key
    strength = Strength(Tier(claim.tier), claim.source, claim.effective_at)
    entry = Entry(settle.claim_id(claim), value, claim.effective_at, claim.expires_at, strength, instant)
    return _choose(slot, law, ruling, claim=claim, entry=entry, instant=instant, code=code, new=True)


def still_true(slot: Slot, law: Law, ruling: Ruling, fact: Claim) -> Settled:
    """The owner confirms what stands: a support that renews the review date and lends no rank."""
    instant = instant_in(slot)
    window = book.in_force(slot, instant)
    if window is None or window.carrier != str(fact.id):
        raise InvalidClaim("#/choice", _("This fact is no longer in force."))
    own = Own(fact.value, effective_at=window.entry.start, condition=fact.condition)
    claim = owners_claim(slot, law, ruling, own, start=window.entry.start, instant=instant)
    decision = Decision(
        Move(Action.NOOP, weighs=False), "accepted", "owner.still_true", target=window.carrier, fact=window.carrier
    )
    read = {**law.read, **minutes.weighed(instant, weigh(slot, ruling, [instant]).all, window)}
    strength = Strength(Tier(claim.tier), claim.source, claim.effective_at)
    entry = Entry(settle.claim_id(claim), window.value, claim.effective_at, window.entry.end, strength, instant)
    page = Page(slot, claim, instant, first=True)
    page.put(entry, Place("timeline", window.carrier, weighs=False))
    row = journal.record(page, recorded(law, ruling, decision, read, Transaction.Kind.REVIEW))
    return Settled(claim, row, decision)


def _choose(
    slot: Slot, law: Law, ruling: Ruling, *, claim: Claim, entry: Entry, instant: datetime, code: str, new: bool = False
) -> Settled:
    """`new`: the claim was made by deciding, and has no record yet."""
    weighed = weigh(slot, ruling, [instant, entry.start])
    claim_in = Incoming(entry, Kind(claim.kind), corrects=settle.named(claim))
    situation, held = settle.read_situation(slot, claim_in, law, instant)
    done = choice.choose(claim_in, situation, law.rule, weighed.all, code)
    page = Page(slot, claim, instant, first=new)
    page.close([waiting for waiting, _entry in weighed.waiting if waiting.claim_id == claim.id])
    lifted = replace(claim_in, entry=done.entry)
    settle.write(page, lifted, done.decision, done.after, entry=done.entry, held=held, law=law)
    _conclude(page, law, weighed, winner=done.entry, fact=done.decision.fact, lost=done.displaced)
    said = recorded(law, ruling, done.decision, {**law.read, **minutes.taken(claim_in, situation, weighed.all)})
    row = journal.record(page, said)
    return settle.carry_over(slot, Settled(claim, row, done.decision), lifted, law, said)


def _conclude(
    page: Page, law: Law, weighed: Weighed, *, winner: Entry | None, fact: str | None, lost: Sequence[Entry] = ()
) -> None:
    """The losers are rejected and barred; what says the same as the winner becomes its support."""
    if not weighed.all:
        return
    strength = choice.strongest(weighed.all, law.rule.order, page.at)
    for waiting, entry in weighed.waiting:
        if winner is not None and entry.claim == winner.claim:
            continue
        page.close([waiting])
        if fact is not None and choice.supports(entry, winner, ClaimId(fact)):
            page.put(entry, Place("timeline", ClaimId(fact), weighs=False, renews=waiting.renews))
        else:
            page.put(entry, Place(Standing.REJECTED, entry.claim, weighs=False))
            page.bar(entry, strength, "owner")
    for entry in _with_supports(lost, weighed):
        page.bar(entry, strength, "owner")


def _with_supports(lost: Sequence[Entry], weighed: Weighed) -> list[Entry]:
    values = {entry.value for entry in lost}
    known = {entry.claim for entry in lost}
    return [*lost, *(entry for entry in weighed.standing if entry.value in values and entry.claim not in known)]


def recorded(
    law: Law, ruling: Ruling, decision: Decision, read: Minutes, kind: str = Transaction.Kind.DECISION
) -> journal.Record:
    return journal.Record(
        kind=kind,
        action=decision.action,
        status=decision.status,
        rule=decision.rule,
        target=decision.target,
        fact=decision.fact,
        policy_version=law.version,
        member=ruling.member,
        case=ruling.case,
        evidence_digest=ruling.evidence_digest,
        note=ruling.note,
        trace=(Line("decide", f"decide.by_{decision.rule}"),),
        read={**read, "confirmed_by": str(ruling.confirmed_by.id)} if ruling.confirmed_by else read,
    )


def owners_claim(slot: Slot, law: Law, ruling: Ruling, own: Own, *, start: datetime, instant: datetime) -> Claim:
    """The claim an owner makes by deciding, through the source of their own tier."""
    kind = Claim.Kind.RETRACT if own.retract else Claim.Kind.ASSERT
    value = None if own.retract and law.field.values == "one" else own.value
    shown, value_key = read_value(slot.workspace, law.field, kind, value, own.condition)
    member = ruling.member
    source = own_source(member)
    return Claim.objects.create(
        workspace=slot.workspace,
        slot=slot,
        kind=kind,
        subject=slot.subject.shown,
        field=slot.field,
        scope=slot.scope,
        value=shown,
        value_key=value_key,
        condition=own.condition,
        content=list(classes(shown, own.condition, field=slot.field)),
        source=source.key,
        tier=source.tier,
        member=member,
        speaker=member.key,
        said_by={"person": member.key, "roles": list(member.roles)},
        effective_at=start,
        expires_at=own.expires_at,
        salt=secrets.token_bytes(16),
        received_at=instant,
        idempotency_key=f"case:{ruling.case}:{secrets.token_hex(8)}",
        author=f"member:{member.key}",
        request_digest=hashlib.sha256(str(ruling.case).encode()).digest(),
        answer={"status": 201, "body": {}},
    )


def own_source(member: Member) -> Source:
    """The registered source a member speaks through; made when they first need it."""
    found = Source.objects.filter(workspace=member.workspace, tier=Tier.AUTHORIZED_PERSON, person=member).first()
    if found is not None:
        return found
    return Source.objects.create(
        workspace=member.workspace,
        key=f"member-{member.key}"[:64],
        name=member.name,
        tier=Tier.AUTHORIZED_PERSON,
        person=member,
        undated="now",
    )
