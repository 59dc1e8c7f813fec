"""Plays the month through the services, with an owner who answers a day later, and counts what reached that owner."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.test.utils import override_settings

from escalations import evidence, triage
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.models import Case
from ledgers.selectors.facts import Asked, page
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts import walls
from memoryhub.learning.month.events import FIRST_DAY, Said, planted, say
from memoryhub.learning.month.firm import Holding
from memoryhub.learning.month.workspace import Firm, found

# Cases for 1,000 claims that may reach a person beyond the conflicts that are really there.
GOAL = 5.0
ANSWERS_AFTER = timedelta(hours=24)
ROUND_EVERY = timedelta(hours=6)
Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """What the month came to. `missed` are planted conflicts that opened no case."""

    clients: int
    days: int
    seed: int
    claims: int
    seconds: float
    planted: int
    missed: int
    cases: Mapping[str, int]
    beyond: Mapping[str, int]
    true: int
    facts: int

    @property
    def beyond_per_1000(self) -> float:
        return 1000 * sum(self.beyond.values()) / self.claims

    def in_words(self) -> str:
        beyond = ", ".join(f"{count} on {what}" for what, count in self.beyond.items()) or "none"
        return (
            f"{self.clients} clients, {self.days} days, seed {self.seed}: {self.claims} claims in {self.seconds:.0f} s;"
            f" {self.planted} planted conflicts, {self.planted - self.missed} of them asked about;"
            f" {sum(self.cases.values())} cases in all, beyond the planted: {beyond}\n"
            f"beyond the planted per 1,000 claims: {self.beyond_per_1000:.2f} (goal: at most {GOAL:g});"
            f" in force and true at the end: {self.true} of {self.facts}"
        )

    def as_json(self) -> dict[str, object]:
        return {
            "clients": self.clients,
            "days": self.days,
            "seed": self.seed,
            "claims": self.claims,
            "seconds": round(self.seconds, 1),
            "planted": self.planted,
            "missed": self.missed,
            "cases": dict(self.cases),
            "beyond": dict(self.beyond),
            "beyond_per_1000": round(self.beyond_per_1000, 2),
            "goal": GOAL,
            "true": self.true,
            "facts": self.facts,
        }


def simulate(facts: Sequence[Holding], *, days: int, seed: int) -> Result:
    """Play the month in the database at hand, by its own clock. Meant for a database that holds nothing else."""
    said = say(facts, days, seed)
    begun = time.monotonic()
    with override_settings(LEDGER_CLOCK=FIRST_DAY.isoformat()):
        firm = found()
        _play(firm, facts, said)
        seconds = time.monotonic() - begun
        with walls.inside(firm.workspace):
            return _result(facts, firm, len(said), days=days, seed=seed, seconds=seconds)


def _play(firm: Firm, facts: Sequence[Holding], said: Sequence[Said]) -> None:
    truths = {(held.client, held.field): held for held in facts}
    next_round = FIRST_DAY + ROUND_EVERY
    for number, one in enumerate(said):
        while next_round < one.at:
            with walls.inside(firm.workspace):
                _answer(firm, truths, next_round)
            next_round += ROUND_EVERY
        _post(firm, one, number)
    # Whatever the last days asked is answered too.
    with walls.inside(firm.workspace):
        _answer(firm, truths, said[-1].at + 2 * ANSWERS_AFTER)


def _set_clock(at: datetime) -> None:
    settings.LEDGER_CLOCK = at.isoformat()


def _post(firm: Firm, one: Said, number: int) -> None:
    _set_clock(one.at)
    data = ClaimInput(
        subject=f"customer:{one.client}",
        field=one.field,
        scope=f"client:{one.client}",
        source=one.source,
        value=one.value,
        effective_at=one.at if one.dated else None,
        evidence={"text": one.quote} if one.quote else {},
    )
    key = f"said-{number}"
    with walls.inside(firm.workspace):
        stored = submit(
            workspace=firm.workspace,
            author=firm.authors[one.author],
            data=data,
            idempotency_key=key,
            request_digest=hashlib.sha256(key.encode()).digest(),
        )
    triage.settle_now(stored.claim.id)


def _answer(firm: Firm, truths: Mapping[Place, Holding], at: datetime) -> None:
    """The owner goes through the queue: accepts what is true if somebody said so, keeps what stands otherwise."""
    _set_clock(at)
    asked = Case.objects.filter(workspace=firm.workspace, state=Case.State.OPEN, opened_at__lte=at - ANSWERS_AFTER)
    for case in asked.select_related("slot__subject").order_by("opened_at", "id"):
        choice = _choice(case, truths[_place(case)].true_on(_day(at)))
        if decide(member=firm.owner, case_id=case.id, choice=choice).waits:
            # Where the policy wants two people, the second sees the same and agrees.
            case.refresh_from_db()
            decide(member=firm.backup, case_id=case.id, choice=replace(choice, version=case.version))


def _choice(case: Case, truth: str) -> Choice:
    choice, claim = "still_true", None
    if case.kind in Case.QUESTIONS:
        stands = evidence.in_force(case.slot)
        said = next((row.claim_id for row in evidence.candidates(case) if row.claim.value == truth), None)
        claim = None if stands is not None and stands.value == truth else said
        choice = "accept" if claim else "keep"
    return Choice(
        choice=choice,
        claim=claim,
        version=case.version,
        evidence_digest=evidence.digest(case),
        reason="Asked the client.",
    )


def _place(case: Case) -> Place:
    return case.slot.subject.key.partition(":")[2], case.slot.field


def _day(at: datetime) -> int:
    return (at - FIRST_DAY).days


def _result(facts: Sequence[Holding], firm: Firm, said: int, *, days: int, seed: int, seconds: float) -> Result:
    rows = Case.objects.filter(workspace=firm.workspace).select_related("slot__subject").order_by("opened_at", "id")
    left = {(held.client, held.field): held.planted for held in facts}
    cases: Counter[str] = Counter()
    beyond: Counter[str] = Counter()
    for case in rows:
        cases[case.kind] += 1
        if case.kind in Case.QUESTIONS and left[_place(case)]:
            left[_place(case)] -= 1
        else:
            beyond[f"{case.slot.field} ({case.kind})"] += 1
    return Result(
        clients=len({held.client for held in facts}),
        days=days,
        seed=seed,
        claims=said,
        seconds=seconds,
        planted=planted(facts),
        missed=sum(left.values()),
        cases=cases,
        beyond=beyond,
        true=sum(_is_true(firm, held, days - 1) for held in facts),
        facts=len(facts),
    )


def _is_true(firm: Firm, held: Holding, day: int) -> bool:
    """Whether the one value in force is the true one."""
    asked = Asked(subject=f"customer:{held.client}", field=held.field, scope=f"client:{held.client}")
    return [fact.value for fact in page(firm.workspace, ["*"], asked, limit=2)] == [held.true_on(day)]
