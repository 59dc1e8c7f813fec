"""Cases open, grow and close here; what an owner decides goes through the same settling as what the rules decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import F

from escalations import notices, telling, write_backs
from escalations.deciding import approvals
from escalations.models import Case, CaseClaim, CaseEvent
from escalations.routing import Question, Route, people_behind, route
from escalations.time import calendars
from ledgers import clock
from ledgers.domain.absence import stand_ins
from ledgers.domain.actions import Action
from ledgers.domain.content import sensitivity_of
from ledgers.domain.policy import FieldRule
from ledgers.domain.responsibility import Responsibility, find
from ledgers.models import Claim, Slot
from ledgers.selectors import absences, book, registries
from ledgers.selectors.rules import ruled
from ledgers.selectors.taken_up import claim_in, moment_in
from ledgers.services import policies
from ledgers.services.settle import Settled
from memoryhub.accounts.models import MAY_DECIDE, Member


def follow(done: Settled, decision: Case | None = None) -> None:
    """Do for the cases of a slot what one settled claim asks for; in the same database transaction.

    `decision` is the case whose decision did it: what is told of it waits until that can no longer be undone.
    """
    slot, at = done.transaction.slot, done.transaction.recorded_at
    if slot is None:
        return
    telling.changed(done, decision=decision)
    if done.decision.action is Action.DEFER_VERIFY:
        ask(slot, done.claim, at)
    for settled in done.rechecked:
        leave(settled, at, decision)
    if done.decision.action is Action.NOOP:
        write_backs.in_line(done.claim, at)
    if done.decision.move.weighs or done.decision.action is Action.NOOP:
        settle_checks(slot, done, at)
    if done.decision.move.weighs:
        _redraw(list(Case.objects.filter(slot=slot, state=Case.State.OPEN)), done, at)
    if done.elsewhere is not None:
        follow(done.elsewhere, decision)


def follow_again(slot: Slot, settled: Sequence[Settled]) -> None:
    """The same for what waited in a slot and was looked at again without anything new having come."""
    for one in settled:
        leave(one, one.transaction.recorded_at)
    for one in settled:
        at = one.transaction.recorded_at
        if one.decision.move.weighs or one.decision.action is Action.NOOP:
            settle_checks(slot, one, at)
        if one.decision.move.weighs:
            _redraw(list(Case.objects.filter(slot=slot, state=Case.State.OPEN)), one, at)


def ask(slot: Slot, claim: Claim, at: datetime) -> Case:
    """Put a waiting claim to the owner: in the slot's open question, or in a new one."""
    case = Case.objects.select_for_update().filter(slot=slot, state=Case.State.OPEN, kind__in=Case.QUESTIONS).first()
    if case is None:
        case = open_case(slot, kind=_kind(slot), at=at, claim=claim)
    else:
        bump(case, kind=_kind(slot), dependents=book.made_of(slot, at), **_graver(case, claim, at))
        event(case, at, "claim_joined", claim=str(claim.id))
    # Of a claim that is asked about for another reason than before, the case knows already.
    CaseClaim.objects.get_or_create(case=case, claim=claim, defaults={"added_at": at})
    return case


def _kind(slot: Slot) -> Case.Kind:
    if slot.subject.waits:
        return Case.Kind.LOOK_ALIKE
    return Case.Kind.CONFLICT if book.ever_held(slot) else Case.Kind.FIRST_VALUE


def _graver(case: Case, claim: Claim, at: datetime) -> dict[str, object]:
    """A claim with sensitive content makes a case about a harmless field sensitive, and due sooner."""
    _rule, sensitivity = _governing(case.slot, at, claim)
    if case.sensitivity or not sensitivity:
        return {}
    _version, policy = policies.active(case.workspace)
    workspace = case.slot.workspace
    due = min(case.due_at, calendars.due(workspace, at, policy.sla_hours(sensitivity)))
    reminds = calendars.next_step(case.reminded, case.opened_at, due, calendars.of(workspace))
    return {"sensitivity": sensitivity, "due_at": due, "reminds_at": reminds}


def _governing(slot: Slot, at: datetime, claim: Claim | None) -> tuple[FieldRule | None, str]:
    """The rule of a slot and what its case is treated as: the field's class, or that of the content in it."""
    found = ruled(slot)
    if found is None:
        return None, ""
    rule = found.rule
    if rule.sensitivity:
        return rule, rule.sensitivity
    window = book.in_force(slot, at)
    stands = Claim.objects.filter(id=window.carrier).first() if window is not None else None
    classes = {name for one in (claim, stands) if one is not None for name in one.content}
    return rule, sensitivity_of(rule.watched & classes)


def open_case(
    slot: Slot,
    *,
    kind: Case.Kind,
    at: datetime,
    fact: str | None = None,
    cause: str = "",
    claim: Claim | None = None,
    quiet: bool = False,
) -> Case:
    """Open a question (about `claim`) or a check, give it to its owner and tell them once; `quiet` tells nobody."""
    workspace = slot.workspace
    _version, policy = policies.active(workspace)
    _rule, sensitivity = _governing(slot, at, claim)
    due = calendars.due(workspace, at, policy.sla_hours(sensitivity))
    where = routed(slot, due, at)
    people = {member.key: member for member in Member.objects.filter(workspace=workspace, active=True)}
    case = Case.objects.create(
        workspace=workspace,
        slot=slot,
        scope=slot.scope,
        field=slot.field,
        kind=kind,
        fact=fact,
        cause=cause,
        sensitivity=sensitivity,
        dependents=book.made_of(slot, at),
        owner=people.get(where.owner or ""),
        backup=people.get(where.backup or ""),
        opened_at=at,
        due_at=due,
        reminds_at=calendars.next_step(0, at, due, calendars.of(workspace)),
    )
    event(case, at, "opened", kind=kind)
    if not quiet:
        notices.tell(case, at)
        telling.opened(case)
    return case


def question(case: Case) -> Question:
    """What routing reads of a case, as the registry stands now."""
    slot = case.slot
    found = ruled(slot)
    four_eyes = found is not None and needs_four_eyes(case, found.rule)
    people: frozenset[str] = frozenset()
    for claim in _asked_about(case):
        controller = claim.agent.controller if claim.agent else None
        people |= people_behind(claim.author, controller.key if controller else None)
    row = _responsible(case, slot.scope)
    assignee = case.assignee.key if case.assignee else None
    away = _standing_in(case)
    return Question(row, slot.scope, slot.subject.key, case.due_at, four_eyes, people, assignee, away)


def _responsible(case: Case, scope: str) -> Responsibility | None:
    slot = case.slot
    if case.heard is not None:
        return find(case.heard.registry, scope, slot.field, slot.subject.key)
    return registries.responsible(slot.workspace, scope, slot.field, slot.subject.key)


def _asked_about(case: Case) -> Sequence[Claim]:
    """The claims that wait in the case, each with whoever said it."""
    if case.heard is not None:
        return [claim_in(case.slot, claim) for claim in case.heard.linked]
    waiting = Claim.objects.filter(caseclaim__case=case, caseclaim__left_at__isnull=True)
    return list(waiting.select_related("agent__controller"))


def _standing_in(case: Case) -> dict[str, str]:
    if case.heard is not None:
        return stand_ins(case.heard.away, case.slot.field, moment_in(case.slot))
    return absences.standing_in(case.slot.workspace, case.slot.field)


def needs_four_eyes(case: Case, rule: FieldRule) -> bool:
    """Whether whoever proposed may not decide: by the rule of the field, or by the class of what is said in it."""
    if rule.four_eyes or rule.sensitivity or not case.sensitivity:
        return rule.four_eyes
    found = ruled(case.slot)
    return found is not None and case.sensitivity in found.policy.four_eyes


def routed(slot: Slot, due: datetime, at: datetime) -> Route:
    row = registries.responsible(slot.workspace, slot.scope, slot.field, slot.subject.key)
    away = absences.standing_in(slot.workspace, slot.field, at)
    return route(Question(row, slot.scope, slot.subject.key, due, stand_ins=away), active=active_people(slot))


def active_in(case: Case) -> frozenset[str]:
    """The people where the case is who are active, and not there to audit alone."""
    return case.heard.active if case.heard is not None else active_people(case.slot)


def active_people(slot: Slot) -> frozenset[str]:
    rows = Member.objects.filter(MAY_DECIDE, workspace_id=slot.workspace_id)
    return frozenset(rows.values_list("key", flat=True))


def leave(settled: Settled, at: datetime, decision: Case | None = None) -> None:
    """A waiting claim was settled by rule: it leaves its case, and a case without claims closes itself.

    One that waits on for another reason is asked about anew.
    """
    telling.changed(settled, decision=decision)
    if settled.elsewhere is not None:
        follow(settled.elsewhere, decision)
    if settled.decision.action is Action.DEFER_VERIFY and settled.transaction.slot is not None:
        # It waits on, for another reason.
        ask(settled.transaction.slot, settled.claim, at)
        return
    for link in CaseClaim.objects.filter(claim=settled.claim, left_at__isnull=True).select_related("case"):
        CaseClaim.objects.filter(id=link.id).update(left_at=at)
        bump(link.case)
        event(link.case, at, "claim_settled", claim=str(settled.claim.id), rule=settled.decision.rule)
        if not link.case.candidates.filter(left_at__isnull=True).exists():
            close(link.case, at, because=settled.decision.rule, claim=settled.decision.target)


def close(case: Case, at: datetime, *, because: str, claim: str | None = None) -> None:
    """Nothing is left to ask; the case says which rule and which claim answered it."""
    Case.objects.filter(id=case.id, state=Case.State.OPEN).update(
        state=Case.State.CLOSED, closed_at=at, closed_because=because, chosen=claim, version=F("version") + 1
    )
    event(case, at, "closed_by_rule", rule=because, claim=claim)


def bump(case: Case, **changed: object) -> None:
    """Whoever has the case open must look again before deciding, and whoever approved it first as well.

    What was put off comes back with it.
    """
    approvals.clear(case, clock.now(), because="changed")
    Case.objects.filter(id=case.id).update(**{"version": F("version") + 1, "snoozed_until": None, **changed})


def event(case: Case, at: datetime, code: str, member: Member | None = None, **params: object) -> None:
    CaseEvent.objects.create(case=case, at=at, code=code, params=params, member=member)


def _redraw(waiting: Sequence[Case], done: Settled, at: datetime) -> None:
    """The facts beside a waiting claim changed: its card is another one now.

    A repeat that makes nothing stronger leaves the card as it was: a nightly list must not push the owner's press away.
    """
    touched = {settled.claim.id for settled in done.rechecked}
    if done.decision.action in _QUIET and not _leads(done, at):
        return
    for case in waiting:
        if case.kind in Case.QUESTIONS and not touched:
            # A first value may have come from a system of record meanwhile: now two facts disagree.
            bump(case, kind=Case.Kind.CONFLICT, dependents=book.made_of(case.slot, at))
            event(case, at, "facts_changed", claim=str(done.claim.id))


_QUIET = (Action.NOOP, Action.REJECT_CONFLICT)


def _leads(done: Settled, at: datetime) -> bool:
    """Whether the claim is now the strongest behind the fact in force."""
    slot = done.transaction.slot
    window = book.in_force(slot, at) if slot is not None else None
    return window is not None and window.entry.claim == str(done.claim.id)


def question_in(case: Case, scope: str) -> Question:
    """The same question as it would be asked in another scope."""
    slot = case.slot
    asked = question(case)
    row = _responsible(case, scope)
    # The owner handed over this case, and no other place.
    assignee = asked.assignee if scope == slot.scope else None
    return replace(asked, responsibility=row, scope=scope, assignee=assignee)


def settle_checks(slot: Slot, done: Settled, at: datetime) -> None:
    """Close the checks of a slot that a change answered."""
    write_backs.drop_replaced(slot, at)
    for case in Case.objects.filter(slot=slot, state=Case.State.OPEN).exclude(kind__in=Case.QUESTIONS):
        if not still_asks(case, slot, at):
            close(case, at, because=done.decision.rule, claim=str(done.claim.id))


def still_asks(case: Case, slot: Slot, at: datetime) -> bool:
    """Whether a check still has something to ask: its fact stands, and nobody answered it in another way."""
    if case.kind == Case.Kind.WRITE_BACK:
        return write_backs.is_open(case.cause)
    window = book.in_force(slot, at)
    if window is None or window.carrier != str(case.fact):
        return False
    # What a person asks for waits for its answer, whatever the date of the review.
    return case.kind != Case.Kind.REVIEW_DUE or case.asked_for or _past_review(slot, at)


def _past_review(slot: Slot, at: datetime) -> bool:
    found = ruled(slot)
    return found is not None and book.past_review(slot, found.rule, at) is not None


def open_cases(slots: Sequence[object]) -> dict[object, object]:
    """The open question of each of these slots, by slot id."""
    rows = Case.objects.filter(slot_id__in=list(slots), state=Case.State.OPEN, kind__in=Case.QUESTIONS)
    return dict(rows.values_list("slot_id", "id"))
