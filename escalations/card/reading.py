"""The decision card: what one case asks, with everything its owner has to see, read in few queries."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from escalations import evidence
from escalations.card.answers import Answered, answered
from escalations.card.beside import Beside, beside, with_beside
from escalations.card.difference import Difference, difference, look_alike
from escalations.card.impact import Impact, impact, past_decisions
from escalations.card.outcomes import Outcome, outcomes
from escalations.card.spread import Spread, current_leaf, proposed_leaf, proposers, read_spread
from escalations.card.twins import Twin, read_twin
from escalations.card.what_if import Table, Telling
from escalations.card.widgets import Widget, widget
from escalations.cases import needs_four_eyes
from escalations.deciding.confirming import waiting
from escalations.delegation import delegated, visible_to, waiting_for
from escalations.models import Case, WriteBack
from escalations.presence import others
from escalations.selectors import neighbours
from escalations.time.due import Due, due
from escalations.time.standing_in import mark, owner_name
from escalations.titles import KINDS, chosen, question
from ledgers.domain.claim import ClaimId
from ledgers.domain.policy import FieldRule
from ledgers.leaves import Leaf, Reader
from ledgers.models import Fact, Field
from ledgers.models.registries import SENSITIVITIES
from ledgers.naming import name_of, subject_name
from ledgers.selectors import facts, foresight
from ledgers.selectors.history import SEES_VALUES
from ledgers.selectors.rules import ruled
from ledgers.standing import Standing, standing
from ledgers.wording import rule as rule_name
from ledgers.wording import say
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.prepared import prepared

STANDS = Fact.Standing.TIMELINE
# Of more values not every pair is compared.
COMPARED = 8


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the trace in words; `stop` marks the one at which the rule left it to a person."""

    text: str
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    case: Case
    kind: Words
    sensitivity: Words
    question: str
    subject: str
    registered: Field
    due: Due
    may_decide: bool
    own_claim: bool
    hidden: bool
    masked: bool
    current: Leaf | None
    proposed: list[Leaf]
    difference: Difference | None
    alike: list[tuple[str, str]]
    steps: list[Step]
    policy_version: int
    outcomes: list[Outcome]
    actions: Table | None
    widget: Widget
    digest: str
    seen_at: dt.datetime
    previous: str
    next: str
    onward: uuid.UUID | None
    beside: Beside
    impact: Impact
    past: list[str]
    answers: list[Answered]
    is_asked: bool
    may_ask: bool
    endings: dict[str, str]
    write_back: WriteBack | None = None
    twin: Twin | None = None
    decided_as: Words = ""
    weighed: list[Standing] = field(default_factory=list)

    @property
    def field_name(self) -> str:
        """In the language at hand: what is kept of a card is worded in each."""
        return name_of(self.registered, self.case.slot.field)

    @property
    def level(self) -> bool:
        """Whether the two sides have the same place in the order, so that authority could not tell them apart."""
        return self.current is not None and [leaf.authority.place for leaf in self.proposed] == [
            self.current.authority.place
        ]

    @property
    def owner(self) -> str:
        return owner_name(self.case)

    @property
    def hides(self) -> bool:
        """Whether values stand masked: for good, or until they are asked for."""
        return self.hidden or self.masked

    @property
    def veil(self) -> str:
        """What stands where evidence would, for this reader."""
        if self.hidden:
            return _("shown to those who decide")
        return _("masked like the values") if self.masked else ""

    @property
    def snoozed(self) -> bool:
        return self.case.snoozed_until is not None and self.case.snoozed_until > self.seen_at

    @property
    def blocked(self) -> bool:
        """Whether nobody may decide: told by the sweep, or plain from nobody being named."""
        nobody = self.case.owner is None and self.case.backup is None and self.case.assignee is None
        return self.open and not self.may_decide and (self.beside.blocked or nobody)

    @property
    def closed_by(self) -> str:
        return rule_name(self.case.closed_because) if self.case.closed_because else ""

    @property
    def open(self) -> bool:
        return self.case.state == Case.State.OPEN


def find_case(member: Member, case_id: uuid.UUID, now: dt.datetime) -> Case:
    """The case with all it names, and whether this member may decide it; 404 for what is not theirs to see."""
    cases = _named(member, delegated(member), case=case_id, at=now, present=timezone.now())
    if not cases:
        raise Http404
    if beside(cases[0]).away:
        mark(cases)
    return cases[0]


@prepared
def _named(member: Member, _delegated: Q, *, case: uuid.UUID, at: dt.datetime, present: dt.datetime) -> QuerySet[Case]:
    decidable = ExpressionWrapper(waiting_for(member, at), output_field=BooleanField())
    named = ("slot__subject__looks_like", "slot__workspace", "owner", "backup", "assignee", "decided_by")
    cases = with_beside(Case.objects.select_related(*named), member).filter(visible_to(member), pk=case)
    return cases.annotate(decidable=decidable, there=others(member, present))


def pressed_on(member: Member, case_id: uuid.UUID) -> Case:
    """The case somebody pressed a button on; 404 for what is not theirs to see."""
    found = Case.objects.filter(visible_to(member), pk=case_id).select_related("slot__subject").first()
    if found is None:
        raise Http404
    found.slot.workspace = member.workspace
    return found


def read_card(member: Member, case: Case, now: dt.datetime, *, revealed: str = "") -> Card:
    """All of it. A payment's values are masked until its reader asked for just these (`revealed`, by their digest)."""
    slot, around = case.slot, beside(case)
    slot.workspace = member.workspace
    governing = ruled(slot)
    if governing is None:
        raise LookupError(f"The field {slot.field} of a case is not registered.")
    registered, rule, version = governing.field, governing.rule, governing.version
    spread = read_spread(case, now)
    may = bool(getattr(case, "decidable", False))
    # Of a first approval everybody reads why they do not confirm it.
    own = (may or around.approved) and needs_four_eyes(case, rule) and member.key in proposers(spread.waiting)
    hidden = bool(case.sensitivity) and not may and not _sees(member, case) and not _confirms(member, case, around)
    digest = evidence.digest_of(case, spread.standing, spread.waiting, version=version, at=now)
    masked = not hidden and case.sensitivity == "payment" and digest != revealed
    watched = frozenset() if rule.sensitivity else rule.watched
    reader = Reader(registered.type, rule.order, around.sources, hide=hidden or masked, watched=watched)
    current = current_leaf(spread.standing, reader, rule, case, now) if spread.standing else None
    proposed = [proposed_leaf(row, spread.waiting, reader) for row in spread.waiting if row.carrier_id == row.claim_id]
    telling = _telling(case, rule, spread, reader, around=around, now=now) if may and not own else None
    name = name_of(registered, slot.field)
    before, after = neighbours(member, case)
    return Card(
        case=case,
        kind=KINDS[case.kind],
        sensitivity=dict(SENSITIVITIES).get(case.sensitivity, "") if case.sensitivity else "",
        question=question(case, name),
        subject=subject_name(slot.subject.shown),
        registered=registered,
        due=due(case.due_at, now),
        may_decide=may and not own,
        own_claim=own,
        hidden=hidden,
        masked=masked,
        current=current,
        proposed=proposed,
        difference=_difference(current, proposed, hidden=hidden or masked),
        alike=_alike(current, proposed, hidden=hidden or masked),
        steps=_steps(spread.waiting),
        policy_version=version,
        outcomes=outcomes(case, current, proposed, rule, telling),
        actions=telling.table(spread.waiting[-1]) if telling and proposed else None,
        widget=widget(registered.type, registered.options),
        digest=digest,
        seen_at=now,
        previous=reverse("case", args=[before]) if before else "",
        next=reverse("case", args=[after]) if after else "",
        onward=after or before,
        beside=around,
        impact=impact(around, spread.standing, slot.scope),
        past=past_decisions(case, around, spread),
        endings=_endings(spread) if case.sensitivity == "payment" else {},
        answers=answered(around),
        may_ask=may or member.has_role(Role.REVIEWER),
        is_asked=around.awaited is not None and around.awaited.member == member.key,
        write_back=_write_back(case),
        twin=read_twin(case, reader, now),
        decided_as=chosen(case, case.choice),
        weighed=_weighed(case, reader),
    )


def _endings(spread: Spread) -> dict[str, str]:
    """The last signs of the value that each outcome lets stand; never shown, compared with what is typed."""
    found = {f"accept:{row.claim_id}": ending(str(row.claim.value)) for row in spread.waiting}
    if spread.standing is not None and spread.standing.value_key is not None:
        stands = ending(str(spread.standing.carrier.value))
        found |= {"keep": stands, "still_true": stands}
    return found


def ending(text: str) -> str:
    return re.sub(r"\W", "", text)[-4:].casefold()


def _telling(
    case: Case, rule: FieldRule, spread: Spread, reader: Reader, *, around: Beside, now: dt.datetime
) -> Telling | None:
    if case.kind == Case.Kind.LOOK_ALIKE:
        return None
    board = foresight.read(case.slot, rule, [*spread.waiting, *spread.repeats], now)
    claims = {ClaimId(str(row.claim_id)): reader.value(row.claim).text for row in spread.waiting}
    said = {row.value_key: reader.value(row.claim).text for row in spread.waiting}
    holds = {row.value_key: reader.value(row.carrier).text for row in spread.rows if row.standing == STANDS}
    claims |= {ClaimId(str(row.claim_id)): said[row.value_key] for row in spread.repeats if row.value_key in said}
    return Telling(board, around, {**said, **holds}, claims)


def _sees(member: Member, case: Case) -> bool:
    return member.has_role(*SEES_VALUES) or member in {case.owner, case.backup}


def _confirms(member: Member, case: Case, around: Beside) -> bool:
    """A second person whom the registry names may hold no role that sees values; they see what they confirm."""
    given = waiting(case, member) if around.approved else None
    return given is not None and given.may_confirm


def _weighed(case: Case, reader: Reader) -> list[Standing]:
    """What had waited in a case that is no longer open, and what became of each."""
    if case.state == Case.State.OPEN:
        return []
    ids = list(case.candidates.values_list("claim_id", flat=True))
    views = facts.views(case.slot.workspace, ids, facts.moment(facts.Asked()))
    return [standing(view, reader) for view in views if view.id in ids]


def _write_back(case: Case) -> WriteBack | None:
    """The task a check of that kind is about; its cause names it."""
    if case.kind != Case.Kind.WRITE_BACK:
        return None
    return WriteBack.objects.select_related("source").filter(workspace=case.workspace_id, pk=case.cause).first()


def _difference(current: Leaf | None, proposed: Sequence[Leaf], *, hidden: bool) -> Difference | None:
    if current is None or len(proposed) != 1 or hidden:
        return None
    return difference(current.value.text, proposed[0].value.text)


def _alike(current: Leaf | None, proposed: Sequence[Leaf], *, hidden: bool) -> list[tuple[str, str]]:
    """Of several values, the pairs that may be taken for each other; two alone are shown sign by sign."""
    leaves = [*([current] if current else []), *proposed][:COMPARED]
    texts = list(dict.fromkeys(leaf.value.text for leaf in leaves))
    if hidden or len(leaves) < 3:
        return []
    return [(one, other) for one, other in combinations(texts, 2) if look_alike(one, other)]


def _steps(waiting: Sequence[Fact]) -> list[Step]:
    """Why the newest claim was not settled by rule, step by step down to where it stopped."""
    if not waiting:
        return []
    lines = waiting[-1].opened_by.trace
    return [Step(say(line["code"], line.get("params", {})), stop=line is lines[-1]) for line in lines]
