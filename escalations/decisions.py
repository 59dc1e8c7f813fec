"""An owner decides a case: on what they saw, once, and with the right to.

1. a repeat of the same decision answers what it answered
2. lock the slot, then the case; who is too late or saw something else is told so
3. who may not decide is told who may
4. the choice goes through the ledgers' own settling; what waits is looked at again
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import formats
from django.utils.translation import gettext as _

from escalations import bell, cases, evidence, titles, write_backs
from escalations.errors import AlreadyDecided, EvidenceChanged, FourEyes, InvalidChoice, NotYours
from escalations.models import Case, CaseClaim
from escalations.routing import Reason, may_decide, route
from ledgers import clock
from ledgers.errors import InvalidClaim
from ledgers.formats.refusal import InvalidValue
from ledgers.models import Claim, Slot
from ledgers.services import choices, looking_alike, settle, splitting
from ledgers.services.choices import Own, Ruling
from ledgers.services.locks import lock, lock_if_free
from ledgers.services.settle import Law, Settled
from ledgers.wording import rule
from memoryhub.accounts.models import Member

QUESTION = ("keep", "accept", "other", "both")
CHOICES: dict[str, tuple[str, ...]] = {
    Case.Kind.CONFLICT: QUESTION,
    Case.Kind.FIRST_VALUE: QUESTION,
    Case.Kind.LOOK_ALIKE: ("same", "another", "refuse"),
    Case.Kind.REVIEW_DUE: ("still_true", "other", "ended"),
    Case.Kind.RETURNED: ("still_true", "other", "ended", "done"),
    Case.Kind.WRITE_BACK: ("still_true", "other", "ended", "done"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What an owner pressed. `version` and `evidence_digest` say what they saw, `decision_key` that it is one press."""

    choice: str
    version: int
    evidence_digest: str
    decision_key: UUID | None = None
    claim: UUID | None = None
    value: Any = None  # any JSON: the field's type reads it
    effective_at: datetime | None = None
    scopes: Sequence[str] = ()
    blame: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """The decided case, and the fact in force for it; `repeated` when this very press was recorded before."""

    case: Case
    repeated: bool = False


def decide(*, member: Member, case_id: UUID, choice: Choice) -> Decided:
    """Decide a case as `member`. Raises Http404, NotYours, AlreadyDecided, EvidenceChanged, InvalidChoice."""
    found = Case.objects.filter(workspace=member.workspace_id, id=case_id).first()
    if found is None:
        raise Http404
    with transaction.atomic():
        slot = _lock(found, choice)
        case = Case.objects.select_for_update(of=("self",)).select_related("decided_by").get(id=case_id)
        case.slot = slot
        if choice.decision_key is not None and case.decision_key == choice.decision_key and case.decided_by == member:
            return Decided(case, repeated=True)
        _check(case, member, choice)
        done = _carry_out(case, slot, member, choice)
        at = done.transaction.recorded_at if done else clock.after(slot.clock)
        _record(case, member, choice, done, at)
    case.refresh_from_db()
    return Decided(case)


def _lock(case: Case, choice: Choice) -> Slot:
    """The slot of the case. Where a decision reaches into other slots, all are locked at once, in one order."""
    other = splitting.places(case.slot, choice.scopes) if choice.choice == "both" else []
    other += looking_alike.elsewhere(case.slot) if choice.choice == "another" else []
    waiting = Claim.objects.filter(caseclaim__case=case, caseclaim__left_at__isnull=True)
    return lock([case.slot_id, *other, *settle.reached(list(waiting))])[case.slot_id]


def _check(case: Case, member: Member, choice: Choice) -> None:
    check_right(case, member)
    if case.state != Case.State.OPEN:
        raise _too_late(case)
    if choice.version != case.version or not evidence.holds(case, choice.evidence_digest):
        raise EvidenceChanged(
            _("Something changed since this was shown, or that was days ago. Look again and decide on what it shows.")
        )
    if choice.choice not in CHOICES[case.kind]:
        offered = ", ".join(CHOICES[case.kind])
        raise InvalidChoice("#/choice", _("This case offers: %(offered)s.") % {"offered": offered})
    if choice.choice == "keep" and choice.effective_at is not None:
        raise InvalidChoice("#/effective_at", _("To keep a fact is to keep its date; leave effective_at out."))


def check_right(case: Case, member: Member) -> None:
    """Raises NotYours, which says whose it is, unless this member may decide the case now."""
    verdict = may_decide(cases.question(case), member.key, at=clock.now(), active=cases.active_people(case.slot))
    if verdict.allowed:
        return
    name = case.owner.name if case.owner else _("an admin, who names an owner first")
    if verdict.reason is Reason.OWN_CLAIM:
        raise FourEyes(_four_eyes(case), reason=verdict.reason)
    if verdict.reason is Reason.BACKUP_BEFORE_DUE:
        raise NotYours(_("You may decide as backup once the case is due."), reason=verdict.reason)
    raise NotYours(_("This is for %(name)s to decide.") % {"name": name}, reason=verdict.reason)


def _four_eyes(case: Case) -> str:
    """Who may decide instead: whoever has the right and is not behind a claim that waits."""
    asked, active = cases.question(case), cases.active_people(case.slot)
    where = route(asked, active=active)
    now = [key for key in {where.owner, *where.delegates} - {None} if key not in asked.proposers]
    later = [where.backup] if where.backup and where.backup not in asked.proposers else []
    # The backup's day comes with the due date, at once where nobody else owns the fact.
    keys = now or later
    names = (
        Member.objects.filter(workspace=case.workspace_id, key__in=keys).order_by("name").values_list("name", flat=True)
    )
    if not names:
        return _("You proposed this, so another person has to confirm it. Ask an account admin to name one.")
    who = ", ".join(names)
    if now or clock.now() >= case.due_at or where.owner is None:
        return _("You proposed this, so another person has to confirm it: %(who)s.") % {"who": who}
    due = formats.date_format(case.due_at.astimezone(case.slot.workspace.zone), "DATETIME_FORMAT")
    return _("You proposed this, so another person has to confirm it: %(who)s, from %(due)s on.") % {
        "who": who,
        "due": due,
    }


def _too_late(case: Case) -> AlreadyDecided:
    who = case.decided_by.name if case.decided_by else _("the written rules")
    when = case.closed_at or case.opened_at
    shown = formats.date_format(when.astimezone(case.slot.workspace.zone), "DATETIME_FORMAT")
    what = titles.CHOICES[case.choice] if case.choice else rule(case.closed_because)
    detail = _("%(who)s decided this case at %(when)s: %(what)s.") % {"who": who, "when": shown, "what": what}
    return AlreadyDecided(detail, who=who, when=when, choice=case.choice or case.closed_because)


def _carry_out(case: Case, slot: Slot, member: Member, choice: Choice) -> Settled | None:
    law = settle.law_of(slot)
    ruling = Ruling(
        member=member,
        case=case.id,
        evidence_digest=choice.evidence_digest,
        note=choice.reason,
        candidates=frozenset(row.claim_id for row in evidence.candidates(case)),
    )
    try:
        return _DOORS[choice.choice](case, slot, law, ruling, choice)
    except InvalidValue as error:
        raise InvalidChoice("#/value", error.detail, code=error.code) from error
    except InvalidClaim as error:
        raise InvalidChoice(error.errors[0]["pointer"], error.detail, code=error.errors[0]["code"]) from error


def _keep(_case: Case, slot: Slot, law: Law, ruling: Ruling, _choice: Choice) -> Settled:
    return choices.keep(slot, law, ruling)


def _accept(_case: Case, slot: Slot, law: Law, ruling: Ruling, choice: Choice) -> Settled:
    if choice.claim is None and len(ruling.candidates) != 1:
        raise InvalidChoice("#/claim", _("Say which claim is accepted."))
    wanted = choice.claim or next(iter(ruling.candidates))
    if wanted not in ruling.candidates:
        raise InvalidChoice("#/claim", _("This claim does not wait in the case."))
    return choices.accept(slot, law, ruling, Claim.objects.get(id=wanted), choice.effective_at)


def _other(_case: Case, slot: Slot, law: Law, ruling: Ruling, choice: Choice) -> Settled:
    return choices.say(slot, law, ruling, Own(choice.value, choice.effective_at), "owner.other")


def _ended(case: Case, slot: Slot, law: Law, ruling: Ruling, choice: Choice) -> Settled:
    value = _fact(case).value if law.field.values == "many" else None
    return choices.say(slot, law, ruling, Own(value, choice.effective_at, retract=True), "owner.ended")


def _still_true(case: Case, slot: Slot, law: Law, ruling: Ruling, _choice: Choice) -> Settled:
    return choices.still_true(slot, law, ruling, _fact(case))


def _done(_case: Case, _slot: Slot, _law: Law, _ruling: Ruling, _choice: Choice) -> None:
    return None


def _both(case: Case, slot: Slot, law: Law, ruling: Ruling, choice: Choice) -> Settled:
    _owns_scopes(case, ruling.member, choice.scopes)
    return splitting.both(slot, law, ruling, choice.claim, choice.scopes)


def _same(_case: Case, slot: Slot, law: Law, ruling: Ruling, _choice: Choice) -> Settled:
    done = looking_alike.same(slot, law, ruling)
    bell.ring()
    return done


def _another(_case: Case, slot: Slot, law: Law, ruling: Ruling, _choice: Choice) -> Settled:
    return looking_alike.another(slot, law, ruling)


def _refuse(_case: Case, slot: Slot, law: Law, ruling: Ruling, _choice: Choice) -> Settled:
    return looking_alike.refuse(slot, law, ruling)


def _owns_scopes(case: Case, member: Member, scopes: Sequence[str]) -> None:
    """Both facts go where this member may decide; a scope of somebody else's is not theirs to fill."""
    for scope in scopes:
        asked = cases.question_in(case, scope)
        if not may_decide(asked, member.key, at=clock.now(), active=cases.active_people(case.slot)).allowed:
            raise InvalidChoice("#/scopes", _("%(scope)s is not yours to decide.") % {"scope": scope})


_DOORS: dict[str, Callable[[Case, Slot, Law, Ruling, Choice], Settled | None]] = {
    "keep": _keep,
    "accept": _accept,
    "other": _other,
    "both": _both,
    "still_true": _still_true,
    "ended": _ended,
    "done": _done,
    "same": _same,
    "another": _another,
    "refuse": _refuse,
}


def _fact(case: Case) -> Claim:
    if case.fact is None:
        raise InvalidChoice("#/choice", _("This case is about no fact."))
    return Claim.objects.get(workspace_id=case.workspace_id, id=case.fact)


def _record(case: Case, member: Member, choice: Choice, done: Settled | None, at: datetime) -> None:
    # Conditional, though the case is locked: whatever else changes, one press decides one open case.
    taken = Case.objects.filter(id=case.id, state=Case.State.OPEN, version=case.version).update(
        state=Case.State.DECIDED,
        decided_by=member,
        closed_at=at,
        choice=choice.choice,
        chosen=done.decision.fact or done.decision.target if done else None,
        reason=choice.reason,
        blame=choice.blame,
        decision_key=choice.decision_key,
        version=case.version + 1,
    )
    if not taken:
        case.refresh_from_db()
        raise _too_late(case)
    CaseClaim.objects.filter(case=case, left_at__isnull=True).update(left_at=at)
    cases.event(case, at, "decided", member=member, choice=choice.choice)
    if choice.choice == "done":
        write_backs.finish(case, member, at)
    if done is None:
        return
    if case.kind != Case.Kind.LOOK_ALIKE:
        write_backs.open_after(case, done, at)
    if done.decision.move.weighs or choice.choice in {"keep", "another"}:
        _look_again(case.slot, at)
    if choice.choice == "another":
        # Those known when the case was locked are held already; whatever came since is left to its own case.
        for other in filter(None, map(lock_if_free, looking_alike.elsewhere(case.slot))):
            _look_again(other, at)
    cases.settle_checks(case.slot, done, at)
    if done.elsewhere is not None:
        cases.follow(done.elsewhere)


def _look_again(slot: Slot, at: datetime) -> None:
    for settled in settle.recheck(slot, settle.law_of(slot)):
        cases.leave(settled, at)
