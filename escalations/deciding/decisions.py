"""An owner decides a case: on what they saw, once, and with the right to.

1. a repeat of the same decision answers what it answered
2. lock the slot, then the case, and take both up: all that follows reads the same; who is too late or saw something
   else is told so
3. who may not decide is told who may, or from when on they may
4. where two people have to agree, the first press waits for a second person's
5. the choice goes through the ledgers' own settling; what waits is looked at again
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef
from django.http import Http404
from django.utils.translation import gettext as _

from escalations import cases, evidence, telling, write_backs
from escalations.deciding import approvals, second_person
from escalations.deciding.choice import CHOICES, Choice
from escalations.deciding.doors import carry_out
from escalations.errors import EvidenceChanged, FourEyes, InvalidChoice, NobodyConfirms
from escalations.hearing import hear
from escalations.models import Approval, Case, CaseClaim
from escalations.rights import check_right, check_sign_in, too_late, verdict
from escalations.routing import Reason
from escalations.time import absences
from ledgers import clock
from ledgers.models import Claim, Slot
from ledgers.selectors.taken_up import instant_in, moment_in
from ledgers.services import looking_alike, settle, splitting
from ledgers.services.locks import lock, lock_if_free
from ledgers.services.settle import Settled
from memoryhub.accounts.models import Member
from memoryhub.accounts.windows import undo_window


@dataclass(frozen=True, slots=True)
class Decided:
    """The case as it is now; `repeated` when this very press was recorded before, `waits` for a second person."""

    case: Case
    repeated: bool = False
    waits: bool = False


def decide(*, member: Member, case_id: UUID, choice: Choice) -> Decided:
    """Decide a case as `member`.

    Raises Http404, NotYours, AlreadyDecided, EvidenceChanged, InvalidChoice, NobodyConfirms.
    """
    mine = Case.objects.filter(workspace=member.workspace_id, id=case_id)
    found = mine.annotate(moved=absences.concerned(), crossing=_crossing()).first()
    if found is None:
        raise Http404
    if found.moved:
        absences.follow_clock(found)
    try:
        return _decide(found, found.crossing, member, choice)
    except NobodyConfirms:
        # Outside the transaction that the refusal takes back.
        second_person.tell_admins(found, clock.now())
        raise


def _decide(found: Case, crossing: Sequence[UUID], member: Member, choice: Choice) -> Decided:
    with transaction.atomic():
        slot = _lock(found, choice, crossing)
        case = hear(found.id, slot)
        if repeated := _repeated(case, member, choice):
            return repeated
        choice = _named(case, choice)
        first = _given(case)
        _check(case, member, choice, first)
        if second_person.needed(case) and not _confirms(case, member, choice, first):
            return _first_of_two(case, member, choice, first)
        _conclude(case, slot, member, choice, first)
    return Decided(case)


def _repeated(case: Case, member: Member, choice: Choice) -> Decided | None:
    """The answer to a press that was recorded before."""
    if choice.decision_key is None:
        return None
    if case.decision_key == choice.decision_key:
        second = case.events.filter(code="approved_second", member=member)
        if case.decided_by == member or second.exists():
            return Decided(case, repeated=True)
    if not _approved(case):
        return None
    given = Approval.objects.filter(case=case, member=member, decision_key=choice.decision_key, cleared_at__isnull=True)
    return Decided(case, repeated=True, waits=True) if given.exists() else None


def _named(case: Case, choice: Choice) -> Choice:
    """Of one candidate nobody has to say which is accepted; two people say the same either way."""
    if choice.choice != "accept" or choice.claim is not None:
        return choice
    waiting = [row.claim_id for row in evidence.candidates(case)]
    return replace(choice, claim=waiting[0]) if len(waiting) == 1 else choice


def _given(case: Case) -> Approval | None:
    """The first approval, as long as whoever gave it still has the right to decide."""
    found = approvals.first(case) if case.state == Case.State.OPEN and _approved(case) else None
    return found if found is not None and verdict(case, found.member).allowed else None


def _approved(case: Case) -> bool:
    """Whether a first approval waits; a case that was not taken up has to be asked."""
    return case.heard is None or case.heard.approved


def _first_of_two(case: Case, member: Member, choice: Choice, given: Approval | None) -> Decided:
    """Keep a press until a second person makes the same one; nothing is kept where there is no such person."""
    if given is not None and approvals.same(given, choice.press):
        raise FourEyes(_cannot_confirm(given, member), reason=Reason.OWN_CLAIM)
    told = second_person.confirmers(case, member)
    if not told:
        raise NobodyConfirms(_("No eligible approver. The admin was told."))
    seen, key = choice.evidence_digest, choice.decision_key
    words: approvals.Words = {"reason": choice.reason, "blame": choice.blame}
    approvals.give(case, member, choice.press, digest=seen, key=key, at=moment_in(case.slot), told=told, words=words)
    case.refresh_from_db(fields=["version"])
    return Decided(case, waits=True)


def _cannot_confirm(given: Approval, member: Member) -> str:
    if given.member == member:
        return _("You approved this already. A different person has to confirm it.")
    words = _("%(who)s approved this first and you decide here in the same name, so another person has to confirm it.")
    return words % {"who": given.member.name}


def _conclude(case: Case, slot: Slot, member: Member, choice: Choice, first: Approval | None) -> None:
    """Carry a decision out, in the name of whoever pressed first, confirmed by the second where two are needed."""
    by, second = (first.member, member) if first is not None and first.member != member else (member, None)
    if first is not None and second is not None:
        choice = _with_the_words_of(first, choice)
    done = carry_out(case, slot, by, choice, second)
    at = done.transaction.recorded_at if done else instant_in(slot)
    if first is not None and second is not None:
        approvals.confirm(first, second, at)
    _record(case, by, choice, done, at)


def _with_the_words_of(first: Approval, choice: Choice) -> Choice:
    """The decision goes to the ledger with the reason of who took it, and what the second person noted behind it."""
    reasons = [text for text in (first.choice.get("reason", ""), choice.reason) if text]
    return replace(choice, reason="; ".join(reasons), blame=first.choice.get("blame", ""))


def _crossing() -> ArraySubquery:
    """The slots of what the waiting claims correct: a decision may reach into them."""
    linked = CaseClaim.objects.filter(case=OuterRef(OuterRef("pk")), left_at__isnull=True)
    named = linked.filter(claim__corrects__isnull=False).values("claim__corrects")
    corrected = Claim.objects.filter(id__in=named, slot__isnull=False)
    return ArraySubquery(corrected.values("slot"))


def _lock(case: Case, choice: Choice, crossing: Sequence[UUID]) -> Slot:
    """The slot of the case. Where a decision reaches into other slots, all are locked at once, in one order."""
    other = splitting.places(case.slot, choice.scopes) if choice.choice == "both" else []
    other += looking_alike.elsewhere(case.slot) if choice.choice == "another" else []
    return lock([case.slot_id, *other, *crossing])[case.slot_id]


def _check(case: Case, member: Member, choice: Choice, first: Approval | None) -> None:
    check_sign_in(case, member)
    if not _confirms(case, member, choice, first):
        check_right(case, member)
    if case.state != Case.State.OPEN:
        raise too_late(case)
    if choice.version != case.version or not evidence.holds(case, choice.evidence_digest):
        raise EvidenceChanged(
            _("Something changed since this was shown, or that was days ago. Look again and decide on what it shows.")
        )
    if choice.choice not in CHOICES[case.kind]:
        offered = ", ".join(CHOICES[case.kind])
        raise InvalidChoice("#/choice", _("This case offers: %(offered)s.") % {"offered": offered})
    if choice.choice == "keep" and choice.effective_at is not None:
        raise InvalidChoice("#/effective_at", _("To keep a fact is to keep its date; leave effective_at out."))


def _confirms(case: Case, member: Member, choice: Choice, first: Approval | None) -> bool:
    """Whether this is the second person, pressing what the first one pressed."""
    if first is None or first.member == member or not approvals.same(first, choice.press):
        return False
    return member in second_person.confirmers(case, first.member)


def _record(case: Case, member: Member, choice: Choice, done: Settled | None, at: datetime) -> None:
    said = {
        "state": Case.State.DECIDED,
        "decided_by": member,
        "closed_at": at,
        "choice": choice.choice,
        "chosen": _chosen(done),
        "reason": choice.reason,
        "blame": choice.blame,
        "decision_key": choice.decision_key,
        "undo_until": _undo_until(case, member, choice, at),
        "version": case.version + 1,
    }
    # Conditional, though the case is locked: whatever else changes, one press decides one open case.
    if not Case.objects.filter(id=case.id, state=Case.State.OPEN, version=case.version).update(**said):
        case.refresh_from_db()
        raise too_late(case)
    for name, value in said.items():
        setattr(case, name, value)
    CaseClaim.objects.filter(case=case, left_at__isnull=True).update(left_at=at)
    cases.event(case, at, "decided", member=member, choice=choice.choice)
    if choice.choice == "done":
        write_backs.finish(case, member, at)
    telling.decided(case, done, at)
    if done is not None:
        _follow(case, choice, done, at)


def _chosen(done: Settled | None) -> UUID | None:
    """The fact that stands by the decision, if one does."""
    chosen = done.decision.fact or done.decision.target if done else None
    return UUID(chosen) if chosen else None


def _follow(case: Case, choice: Choice, done: Settled, at: datetime) -> None:
    """What else changes because of a decision: tasks, what still waits, other cases of the slots it reached."""
    if case.kind != Case.Kind.LOOK_ALIKE:
        write_backs.open_after(case, done, at)
    if done.decision.move.weighs or choice.choice in {"keep", "another"}:
        _look_again(case.slot, case, at)
    if choice.choice == "another":
        # Those known when the case was locked are held already; whatever came since is left to its own case.
        for other in filter(None, map(lock_if_free, looking_alike.elsewhere(case.slot))):
            _look_again(other, case, at)
    if case.heard is None or case.heard.owed or case.heard.checked:
        cases.settle_checks(case.slot, done, at)
    if done.elsewhere is not None:
        cases.follow(done.elsewhere, case)


def _undo_until(case: Case, member: Member, choice: Choice, at: datetime) -> datetime | None:
    """Until when it may be taken back. What a second person confirmed stands, and so does what names a subject."""
    window = undo_window(case.slot.workspace, member)
    if choice.choice in {"same", "another"} or not window or second_person.needed(case):
        return None
    return at + window


def _look_again(slot: Slot, case: Case, at: datetime) -> None:
    for settled in settle.recheck(slot, settle.law_of(slot)):
        cases.leave(settled, at, case)
