"""From what was pressed to the ledgers: each choice goes through one service of theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from escalations import bell, cases, evidence
from escalations.deciding.choice import Choice
from escalations.errors import InvalidChoice
from escalations.models import Case
from escalations.routing import may_decide
from ledgers.errors import InvalidClaim
from ledgers.formats.refusal import InvalidValue
from ledgers.models import Claim, Slot
from ledgers.selectors.taken_up import claim_in, moment_in
from ledgers.services import choices, looking_alike, settle, splitting
from ledgers.services.choices import Own, Ruling
from ledgers.services.settle import Law, Settled
from memoryhub.accounts.models import Member


def carry_out(case: Case, slot: Slot, member: Member, choice: Choice, second: Member | None) -> Settled | None:
    law = settle.law_of(slot)
    ruling = Ruling(
        member=member,
        case=case.id,
        evidence_digest=choice.evidence_digest,
        note=choice.reason,
        confirmed_by=second,
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
    return choices.accept(slot, law, ruling, wanted, choice.effective_at)


def _other(_case: Case, slot: Slot, law: Law, ruling: Ruling, choice: Choice) -> Settled:
    own = Own(choice.value, choice.effective_at, condition=choice.condition)
    return choices.say(slot, law, ruling, own, "owner.other")


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
        if not may_decide(asked, member.key, at=moment_in(case.slot), active=cases.active_in(case)).allowed:
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
    return claim_in(case.slot, case.fact)
