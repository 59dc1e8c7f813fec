"""What one press on several cases would do to each, and which are left out and why; nothing is written here."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils.translation import gettext as _

from escalations import evidence, selectors
from escalations.cases import needs_four_eyes
from escalations.deciding.choice import CHOICES
from escalations.deciding.step_up import asks_again
from escalations.delegation import visible_to, waiting_for
from escalations.members.other_sign_in import held_until
from escalations.models import Case
from escalations.queue import bulk_words
from escalations.queue.filters import Filters, Times
from escalations.queue.order import ORDERS
from escalations.queue.shown import Row, row
from escalations.rights import HELD, hold_words
from ledgers import clock
from ledgers.domain.policy import FieldRule
from ledgers.models import Fact
from ledgers.selectors.rules import rules_for
from ledgers.services import policies
from memoryhub.accounts.models import Member

# One press takes so many cases; what is more stays in the queue.
MOST = 100
DECIDING = ("keep", "accept")
ACTIONS = (*DECIDING, "delegate", "snooze")
# What is never accepted among others.
ALONE = ("payment", "permission")


@dataclass(frozen=True, slots=True)
class Asked:
    """A case somebody ticked, and the version the list showed; none where a whole group was ticked."""

    id: uuid.UUID
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a preview showed of one case, as its form sends it back. The key makes a repeat do nothing."""

    id: uuid.UUID
    version: int
    digest: str = ""
    claim: uuid.UUID | None = None
    key: uuid.UUID = field(default_factory=uuid.uuid4)

    @property
    def text(self) -> str:
        return ":".join([str(self.id), str(self.version), self.digest, str(self.claim or ""), str(self.key)])


@dataclass(frozen=True, slots=True)
class Line:
    """One case of a preview: what would happen to it, or why nothing would."""

    row: Row
    effect: str = ""
    why_not: str = ""
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    action: str
    lines: list[Line]
    more: int = 0

    @property
    def taken(self) -> list[Line]:
        return [line for line in self.lines if not line.why_not]

    @property
    def skipped(self) -> list[Line]:
        return [line for line in self.lines if line.why_not]


@dataclass(frozen=True, slots=True)
class Held:
    """What the cases of a preview hold now: by case what waits, by slot what stands; and the rules over them.

    `sign_in_until`: until when the reader's sign-in decides nothing about money and rights.
    """

    waiting: Mapping[uuid.UUID, list[Fact]]
    standing: Mapping[uuid.UUID, Fact]
    rules: Mapping[tuple[str, str], FieldRule]
    version: int
    at: dt.datetime
    sign_in_until: dt.datetime | None = None


def preview(member: Member, asked: Sequence[Asked], action: str, *, fresh: bool) -> Preview:
    """The cases that were ticked, in the queue's order. `fresh`: who it is was asked a short while ago."""
    versions = {one.id: one.version for one in asked[:MOST]}
    now = clock.now()
    decidable = ExpressionWrapper(waiting_for(member, now), output_field=BooleanField())
    found = selectors.ordered(Case.objects.filter(visible_to(member), pk__in=versions), ORDERS["due"])
    cases: list[Case] = list(found.select_related("slot__workspace").annotate(decidable=decidable))
    page = selectors.Page(
        cases, "", selectors.candidates(cases), selectors.facts_in_force([case.slot_id for case in cases])
    )
    held = _hold(member, page, now)
    lines = []
    for case in cases:
        why = _why_not(case, action, versions[case.pk], held, fresh=fresh)
        # Whoever decides sees what they accept, as on the card; what is decided one by one is opened there.
        plain = not why and action in DECIDING and case.sensitivity not in ALONE
        shown = row(case, page, now, plain=plain)
        lines.append(Line(shown, why_not=why) if why else _line(case, shown, action, held))
    return Preview(action, lines, max(0, len(asked) - MOST))


def of_group(member: Member, filters: Filters, key: str) -> list[Asked]:
    """The cases of a folded line, as the queue holds them now."""
    name, _blank, origin = key.partition(" ")
    narrowed = replace(filters, field=name, origin=origin, group="", after="")
    rows = selectors.filtered(member, narrowed, Times.of(clock.now())).order_by("due_at", "pk")
    return [Asked(pk) for pk in rows.values_list("pk", flat=True)[: MOST + 1]]


def _hold(member: Member, page: selectors.Page, at: dt.datetime) -> Held:
    case_of = {claim.claim_id: case for case, claims in page.candidates.items() for claim in claims}
    slots = {case.slot_id for case in page.cases}
    rows = Fact.objects.filter(
        Q(standing=Fact.Standing.PENDING, claim__in=case_of)
        | Q(standing=Fact.Standing.TIMELINE, valid_during__contains=at),
        slot__in=slots,
        recorded_during__upper_inf=True,
    )
    waiting: dict[uuid.UUID, list[Fact]] = defaultdict(list)
    standing: dict[uuid.UUID, Fact] = {}
    for fact in rows.select_related("claim__agent__controller", "carrier").order_by("recorded_at", "claim_id"):
        if fact.standing == Fact.Standing.TIMELINE:
            standing[fact.slot_id] = fact
        else:
            waiting[case_of[fact.claim_id]].append(fact)
    version, _policy = policies.active(member.workspace)
    rules = rules_for(member.workspace, {(case.slot.field, case.slot.scope) for case in page.cases})
    return Held(waiting, standing, rules, version, at, held_until(member, at))


def _why_not(case: Case, action: str, version: int | None, held: Held, *, fresh: bool) -> str:
    """Why a case is left out; nothing where it is not."""
    checks = (
        (case.state != Case.State.OPEN, bulk_words.closed(case)),
        (version not in {None, case.version}, _("It changed since the list was shown.")),
        (not getattr(case, "decidable", False), bulk_words.not_yours(case)),
    )
    for holds, words in checks:
        if holds:
            return words
    if action == "snooze":
        return _("It is due already, so it cannot be put off.") if case.due_at <= held.at else ""
    return _why_not_decided(case, action, held, fresh=fresh) if action in DECIDING else ""


def _why_not_decided(case: Case, action: str, held: Held, *, fresh: bool) -> str:
    rule = held.rules.get((case.slot.field, case.slot.scope))
    until = held.sign_in_until
    values = {fact.value_key for fact in held.waiting.get(case.pk, [])}
    checks = (
        (action not in CHOICES[case.kind], _("It asks something else: open it.")),
        (
            action == "accept" and case.sensitivity in ALONE,
            _("Payments and permissions are accepted one by one: open it."),
        ),
        (rule is None or needs_four_eyes(case, rule), _("Two people have to agree: open it.")),
        (until is not None and case.sensitivity in HELD, hold_words(case, until) if until else ""),
        (asks_again(case) and not fresh, bulk_words.not_fresh()),
        (not values, _("Nothing waits in it any more.")),
        (action == "accept" and len(values) > 1, _("Several values wait: open it and choose one.")),
    )
    return next((words for holds, words in checks if holds), "")


def _line(case: Case, shown: Row, action: str, held: Held) -> Line:
    waiting = held.waiting.get(case.pk, [])
    digest = evidence.digest_of(case, held.standing.get(case.slot_id), waiting, version=held.version, at=held.at)
    own = next((fact for fact in waiting if fact.carrier_id == fact.claim_id), None)
    claim = own.claim_id if action == "accept" and own else None
    seen = Seen(case.pk, case.version, digest if action in DECIDING else "", claim)
    return Line(shown, bulk_words.effect(action, shown, own, held.standing.get(case.slot_id)), seen=seen)
