"""The decision card: what one case asks, with everything its owner has to see, read in few queries."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, ExpressionWrapper
from django.http import Http404
from django.urls import reverse

from escalations import evidence
from escalations.cases import needs_four_eyes
from escalations.delegation import visible_to, waiting_for
from escalations.difference import Difference, difference
from escalations.due import Due, due
from escalations.models import Case, WriteBack
from escalations.outcomes import Outcome, outcomes
from escalations.selectors import neighbours
from escalations.spread import current_leaf, proposed_leaf, proposers, read_spread
from escalations.titles import CHOICES, KINDS, question
from escalations.twins import Twin, read_twin
from escalations.widgets import Widget, widget
from ledgers.leaves import Leaf, Reader
from ledgers.models import Fact, Scope, Source
from ledgers.models.registries import SENSITIVITIES
from ledgers.naming import name_of, subject_name
from ledgers.selectors import facts, registries
from ledgers.selectors.history import SEES_VALUES
from ledgers.selectors.rules import as_registered
from ledgers.services import policies
from ledgers.standing import Standing, standing
from ledgers.wording import say
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member


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
    field_name: str
    due: Due
    may_decide: bool
    own_claim: bool
    hidden: bool
    current: Leaf | None
    proposed: list[Leaf]
    difference: Difference | None
    steps: list[Step]
    policy_version: int
    outcomes: list[Outcome]
    widget: Widget
    value_type: str
    digest: str
    seen_at: dt.datetime
    previous: str
    next: str
    scopes: list[str]
    write_back: WriteBack | None = None
    twin: Twin | None = None
    decided_as: Words = ""
    weighed: list[Standing] = field(default_factory=list)

    @property
    def level(self) -> bool:
        """Whether the two sides have the same place in the order, so that authority could not tell them apart."""
        return self.current is not None and [leaf.authority.place for leaf in self.proposed] == [
            self.current.authority.place
        ]

    @property
    def open(self) -> bool:
        return self.case.state == Case.State.OPEN


def find_case(member: Member, case_id: uuid.UUID, now: dt.datetime) -> Case:
    """The case with all it names, and whether this member may decide it; 404 for what is not theirs to see."""
    decidable = ExpressionWrapper(waiting_for(member, now), output_field=BooleanField())
    cases = Case.objects.select_related("slot__subject__looks_like", "slot__workspace", "owner", "backup", "decided_by")
    # Patterns are no scopes themselves; the rest is offered where both facts may be true.
    scopes = Scope.objects.filter(workspace=member.workspace_id).exclude(key__endswith="*").order_by("key")
    found = (
        cases.filter(visible_to(member), pk=case_id)
        .annotate(decidable=decidable, scopes=ArraySubquery(scopes.values("key")[:200]))
        .first()
    )
    if found is None:
        raise Http404
    return found


def read_card(member: Member, case: Case, now: dt.datetime) -> Card:
    slot = case.slot
    registered = registries.registered_field(member.workspace, slot.field)
    if registered is None:
        raise LookupError(f"The field {slot.field} of a case is not registered.")
    version, policy = policies.active(member.workspace)
    rule = policy.rule(as_registered(registered, slot.field), slot.scope)
    spread = read_spread(case, now)
    may = bool(getattr(case, "decidable", False))
    own = may and needs_four_eyes(case, rule) and member.key in proposers(spread.waiting)
    hidden = bool(case.sensitivity) and not may and not _sees(member, case)
    watched = frozenset() if rule.sensitivity else rule.watched
    reader = Reader(registered.type, rule.order, _sources(member, case), hide=hidden, watched=watched)
    current = current_leaf(spread.standing, reader, rule, case, now) if spread.standing else None
    proposed = [proposed_leaf(row, spread.waiting, reader) for row in spread.waiting if row.carrier_id == row.claim_id]
    name = name_of(registered, slot.field)
    before, after = neighbours(member, case)
    return Card(
        case=case,
        kind=KINDS[case.kind],
        sensitivity=dict(SENSITIVITIES).get(case.sensitivity, "") if case.sensitivity else "",
        question=question(case, name),
        subject=subject_name(slot.subject.shown),
        field_name=name,
        due=due(case.due_at, now),
        may_decide=may and not own,
        own_claim=own,
        hidden=hidden,
        current=current,
        proposed=proposed,
        difference=_difference(current, proposed, hidden=hidden),
        steps=_steps(spread.waiting),
        policy_version=version,
        outcomes=outcomes(case, current, proposed, rule),
        widget=widget(registered.type, registered.options),
        value_type=registered.type,
        digest=evidence.digest_of(case, spread.standing, spread.waiting, version=version, at=now),
        seen_at=now,
        previous=reverse("case", args=[before]) if before else "",
        next=reverse("case", args=[after]) if after else "",
        scopes=getattr(case, "scopes", []),
        write_back=_write_back(case),
        twin=read_twin(case, reader, now),
        decided_as=CHOICES.get(case.choice, ""),
        weighed=_weighed(case, reader),
    )


def _sees(member: Member, case: Case) -> bool:
    return member.has_role(*SEES_VALUES) or member in {case.owner, case.backup}


def _sources(member: Member, case: Case) -> dict[str, str]:
    claims = case.slot.claim_set.values("source")
    rows = Source.objects.filter(workspace=member.workspace_id, key__in=claims)
    return dict(rows.values_list("key", "name"))


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


def _steps(waiting: Sequence[Fact]) -> list[Step]:
    """Why the newest claim was not settled by rule, step by step down to where it stopped."""
    if not waiting:
        return []
    lines = waiting[-1].opened_by.trace
    return [Step(say(line["code"], line.get("params", {})), stop=line is lines[-1]) for line in lines]
