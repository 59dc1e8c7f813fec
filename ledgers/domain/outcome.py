"""What comes of a case under one policy: the decision, and where it goes to an owner, how urgent and to how many."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ledgers.domain.actions import Action
from ledgers.domain.content import WIDENED, sensitivity_of
from ledgers.domain.decision import decide
from ledgers.domain.lint import SLA_CLASSES
from ledgers.domain.policy import FieldRule, Policy
from ledgers.domain.space import Case, Dates, Stands
from ledgers.domain.staging import Pair, apart, carried, past_review, staged
from ledgers.domain.tiers import Tier

OTHER_CLASS = "other"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens to the claim, by which rule, and why it waits where it does. `caveat`: the fact that stands then
    says that a weaker source says something newer. `four_eyes` and `hours` are said of what waits alone."""

    action: Action
    status: str
    rule: str
    reason: str = ""
    caveat: bool = False
    four_eyes: bool = False
    hours: int = 0

    @property
    def waits(self) -> bool:
        return bool(self.reason)

    @property
    def key(self) -> tuple[str, str, str, str, bool, bool, int]:
        return self.action, self.status, self.rule, self.reason, self.caveat, self.four_eyes, self.hours


@dataclass(frozen=True)
class Side:
    """One of two policies, as far as one field in one scope reads it."""

    policy: Policy
    rule: FieldRule

    @cached_property
    def reads(self) -> tuple[object, ...]:
        """All that an outcome depends on, apart from the order of sources.

        The law reads a field's rule and nothing else of a policy; the owner's desk reads the hours of a class, and
        whether it wants four eyes.
        """
        rule, policy = self.rule, self.policy
        hours = tuple(policy.sla_hours(name) for name in SLA_CLASSES)
        own = (rule.sensitivity, rule.many, rule.automatic, rule.review_days, rule.newer_weaker, rule.four_eyes)
        return *own, rule.watched, hours, policy.four_eyes

    def rank(self, pair: Pair) -> int:
        """-1, 0 or 1: whether what comes ranks below, level with or above what stands."""
        if pair.stands is None:
            return 0
        mine, theirs = (self.rule.order.rank(voice.tier, voice.source) for voice in (pair.comes, pair.stands))
        return (mine > theirs) - (mine < theirs)


@dataclass(slots=True)
class Outcomes:
    """Judges cases, each once for all that are bound to end alike."""

    _known: dict[Hashable, Outcome] = field(default_factory=dict)

    def all(self, cases: Sequence[Case], pair: Pair, side: Side) -> list[Outcome]:
        gain = side.rank(pair)
        classes: dict[Hashable, str] = {}
        ended: dict[Hashable, Outcome] = {}
        found: list[Outcome] = []
        for case in cases:
            said = case.content, case.stood, _stands_now(case, side.rule)
            if said not in classes:
                classes[said] = treated_as(case, pair, side.rule)
            alike = _alike(case, pair, side.rule, gain)
            key = alike, classes[said]
            if key not in ended:
                ended[key] = self._one(alike, case, pair, side)
            found.append(ended[key])
        return found

    def _one(self, alike: Hashable, case: Case, pair: Pair, side: Side) -> Outcome:
        if alike not in self._known:
            self._known[alike] = decided(case, pair, side.rule)
        return routed(self._known[alike], case, pair, side)


def outcome(case: Case, pair: Pair, side: Side) -> Outcome:
    """What comes of one case."""
    return routed(decided(case, pair, side.rule), case, pair, side)


def decided(case: Case, pair: Pair, rule: FieldRule) -> Outcome:
    """What the law makes of it, before anybody is asked."""
    decision = decide(*staged(case, pair, rule), rule)
    return Outcome(decision.action, decision.status, decision.rule, decision.reason, decision.newer_weaker)


def routed(found: Outcome, case: Case, pair: Pair, side: Side) -> Outcome:
    """The same with what the desk of its owner reads: the hours of its class, and whether two people have to agree."""
    if not found.waits:
        return found
    treated = treated_as(case, pair, side.rule)
    content = not side.rule.four_eyes and not side.rule.sensitivity and treated in side.policy.four_eyes
    return replace(found, four_eyes=side.rule.four_eyes or content, hours=side.policy.sla_hours(treated or OTHER_CLASS))


def treated_as(case: Case, pair: Pair, rule: FieldRule) -> str:
    """The class of sensitivity of the question: the field's, or that of what is said there now or would be."""
    if rule.sensitivity:
        return rule.sensitivity
    stands = [case.stood] if _stands_now(case, rule) else []
    return sensitivity_of(rule.watched & {*carried(case, pair.comes, rule), *stands})


def _stands_now(case: Case, rule: FieldRule) -> bool:
    """Whether what stands is in force in the slot of the claim, so that what it says counts there."""
    return case.dates is not Dates.AHEAD and not apart(case, rule)


def _alike(case: Case, pair: Pair, rule: FieldRule, gain: int) -> tuple[object, ...]:
    """What the law reads of a case; two that agree in it end alike.

    Who is level is told apart by speaker, assumed dates, reviews and an owner's word (`contest.py`), who is not by rank
    alone. What was barred is barred whatever date is assumed; there the dates tell already which are. Where a field is
    sensitive, what a value says adds nothing, and a first value is taken from a record, unless it was taken out of a
    narrower scope. Where it is not, any content that is watched is the same to the law.
    """
    level = gain == 0 and pair.stands is not None
    dates = Dates.SAME if case.dates is Dates.CHOSEN and not level else case.dates
    manner = (
        level and pair.comes.tier is Tier.UNATTRIBUTED,
        level and case.assumed,
        level and past_review(case, rule),
    )
    if rule.sensitivity:
        record = pair.comes.tier is Tier.SYSTEM_OF_RECORD and case.stands is Stands.NOTHING
        content: tuple[object, ...] = (record, record and case.content == WIDENED)
    else:
        content = (case.content in rule.watched and case.content != WIDENED, case.stood in rule.watched)
    said = (case.comes, case.stands, dates, case.span, case.held, case.may_propose)
    return (bool(rule.sensitivity), rule.many, rule.automatic, rule.newer_weaker, gain, *said, *manner, *content)
