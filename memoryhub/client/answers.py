"""What the hub answers. Members that this version does not know are left out; times are aware, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

JSON = Any  # a value is any JSON


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim came from, and how much that weighs."""

    key: str
    tier: str
    external: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a decision. `code` is stable, `says` the same in words."""

    step: str
    code: str
    params: dict[str, JSON]
    says: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim, and by which rule."""

    action: str
    status: str
    rule: str
    policy_version: int
    fact: str | None = None
    replaced: str | None = None
    case: str | None = None
    trace: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Remembered:
    """The answer to a claim: `received`, `pending` (a person comes first: `reason`) or `settled`."""

    id: str
    state: str
    reason: str | None = None
    outcome: Outcome | None = None

    @property
    def waits_for_a_person(self) -> bool:
        """Whether its owner decides. A claim that is still `received` with a reason may be settled by a rule yet."""
        return self.state == "pending"


@dataclass(frozen=True, slots=True)
class EvidenceRequest:
    """What an owner asks the author of a claim for."""

    id: str
    case: str
    claim: str
    missing: tuple[str, ...]
    opened_at: datetime
    due_at: datetime
    note: str | None = None
    closed_at: datetime | None = None
    closed_because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Remembered):
    """What was said, by whom, and what became of it."""

    kind: str
    subject: str
    field: str
    scope: str
    value: JSON
    source: Source
    author: str
    effective_at: datetime
    received_at: datetime
    expires_at: datetime | None = None
    condition: str | None = None
    date_assumed: bool = False
    speaker: str | None = None
    said_by: dict[str, JSON] | None = None
    corrects: str | None = None
    evidence: dict[str, JSON] | None = None
    derived_from: tuple[str, ...] = ()
    confidence: float | None = None
    content: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    erased_at: datetime | None = None
    evidence_request: EvidenceRequest | None = None


@dataclass(frozen=True, slots=True)
class Caveat:
    """Why to be careful with a fact: `under_review` since when, and by which case."""

    code: str
    text: str
    since: datetime | None = None
    case: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What the hub holds: in force, waiting or past. Its id never changes."""

    id: str
    subject: str
    field: str
    scope: str
    value: JSON
    status: str
    source: Source
    ledger: str = "accepted"
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    condition: str | None = None
    support: int = 1
    owner: str | None = None
    recorded_at: datetime | None = None
    review_due: datetime | None = None
    caveats: tuple[Caveat, ...] = ()
    content: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    erased_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """What held in a slot from when to when; a value of None says that nothing did."""

    fact: str
    value: JSON
    valid_from: datetime
    valid_to: datetime | None
    source: Source


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a slot. `decided_by` is the member who decided, None where a rule did."""

    recorded_at: datetime
    claim: str
    action: str
    status: str
    rule: str
    policy_version: int
    says: str
    decided_by: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Why the hub believes a fact: one sentence, the steps of the decision, and everything that stood there."""

    fact: Fact
    sentence: str
    trace: tuple[Step, ...] = ()
    timeline: tuple[Window, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside:
    """A fact about the same that says something else, in another scope or in a note."""

    fact: str
    scope: str
    value: JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledFact(Fact):
    """A fact that answers a query: how near, from 0 to 1, and whether it is told as it is or as somebody's belief."""

    score: float
    gate: str
    beside: tuple[Beside, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fact that came near and was not passed on, and what kept it back."""

    fact: str
    why: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known about a query. `context` is ready for a prompt: quoted data, never instructions."""

    items: tuple[RecalledFact, ...]
    context: str
    left_out: tuple[LeftOut, ...] = ()
    receipt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question put to an owner."""

    id: str
    kind: str
    state: str
    subject: str
    field: str
    scope: str
    version: int
    opened_at: datetime
    due_at: datetime
    owner: str | None = None
    owner_for: str | None = None
    backup: str | None = None
    assignee: str | None = None
    sensitivity: str | None = None
    fact: str | None = None
    snoozed_until: datetime | None = None
    closed_at: datetime | None = None
    closed_because: str | None = None
    decided_by: str | None = None
    choice: str | None = None
    chosen: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeCase(Case):
    """One case with what stands and what waits. A decision is a signed-in person's, never a program's."""

    standing: Claim | None = None
    candidates: tuple[Claim, ...] = ()
    people_needed: int = 1
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One recall that served a fact: to whom, when, at which place, and for what kind of work."""

    id: str
    at: datetime
    reader: str
    place: int | None = None
    task_domain: str = ""
    task_type: str = ""
