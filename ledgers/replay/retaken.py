"""One decision taken again from what the log says it read, under the version of the policy it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ledgers.domain import minutes
from ledgers.domain.actions import execute
from ledgers.domain.choice import choose
from ledgers.domain.decision import decide, edged
from ledgers.domain.minutes import Minutes, Reread
from ledgers.domain.policy import FieldRule, Policy
from ledgers.domain.situation import Decision
from ledgers.domain.timeline import Timeline, Window, has_gap
from ledgers.models import Transaction
from ledgers.replay.rebuilt import Held, Span

OWNER = Transaction.Kind.DECISION


@dataclass(frozen=True, slots=True)
class Entry:
    """A transaction row as the replay reads it."""

    id: str
    slot: str
    claim: str
    number: int
    kind: str
    action: str
    status: str
    rule: str
    reason: str
    target: str | None
    fact: str | None
    policy_version: int
    recorded_at: str
    details: Mapping[str, Any]

    @property
    def read(self) -> Mapping[str, Any]:
        read: Mapping[str, Any] = self.details["read"]
        return read


# How the rule of a field, as the registry said it then, is found in a policy; one that remembers may stand in.
RuleOf = Callable[[Policy, Minutes, str], FieldRule]


@dataclass(frozen=True, slots=True)
class Difference:
    """What came out otherwise: a name of the row (action, status, rule, reason, target, fact) or `trace`, `windows`,
    `stood`, `gap`, `version`; what the log says of it, and what came out."""

    name: str
    said: str = ""
    found: str = ""

    def __str__(self) -> str:
        match self.name:
            case "version":
                return f"version {self.said} of the policy is not the one it was decided by"
            case "gap":
                return "something would come back there"
            case "stood":
                return "the target is not what stood"
            case "trace":
                return "the trace differs"
            case "windows":
                return "it wrote a window that it did not decide"
        return f"{self.name} is {self.said or 'nothing'}, taken again it is {self.found or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Retaken:
    """What came out. `before`, `after`: the stretch of the timeline that was read, and what it must be now.

    `seen`, `rule` and `decision` are of a claim that was judged, or chosen by its owner; others have none.
    """

    differs: Difference | None = None
    before: frozenset[Held] = frozenset()
    after: frozenset[Held] = frozenset()
    seen: Reread | None = None
    rule: FieldRule | None = None
    decision: Decision | None = None


def rule_of(policy: Policy, field: Minutes, scope: str) -> FieldRule:
    return policy.rule(minutes.registered(field), scope)


def decided(entry: Entry) -> bool:
    """Whether anything was decided, and not a follow-up in another slot, an erasure or an undo."""
    return entry.read.keys().isdisjoint({"taken_out", "erased", "undone"})


def retake(entry: Entry, policies: Mapping[int, Policy], rule_of: RuleOf = rule_of) -> Retaken | None:
    """None where nothing was decided, or where the row was told more briefly."""
    read = entry.read
    if "brief" in read or not decided(entry):
        return None
    policy = policies.get(entry.policy_version)
    if policy is None or policy.digest != read["policy"]:
        return Retaken(Difference("version", str(entry.policy_version)))
    if "covered" in read:
        return Retaken(_covered(read["covered"]))
    if "stood" in read:
        stood = read["stood"][3] if read["stood"] else None
        return Retaken(None if stood == entry.target else Difference("stood", entry.target or "", stood or ""))
    return _judged(entry, minutes.reread(read), rule_of(policy, read["field"], read["scope"]))


def _covered(said: Mapping[str, Any]) -> Difference | None:
    start, end, windows = minutes.reread_stretch(said)
    return Difference("gap") if has_gap(windows, start, end) else None


def _judged(entry: Entry, seen: Reread, rule: FieldRule) -> Retaken:
    claim, situation = seen.claim, seen.situation
    if entry.kind == OWNER:
        done = choose(claim, situation, rule, seen.weighed, entry.rule)
        decision, after = done.decision, done.after.timeline
    else:
        decision = decide(claim, situation, rule)
        laid = edged(claim.entry) if decision.edge else claim.entry
        after = execute(situation.timeline, laid, decision.move, rule.order, situation.book).timeline
    before = _spans(situation.timeline)
    spans = _spans(after) if decision.move.weighs else before
    return Retaken(_differs(entry, decision), before, spans, seen, rule, decision)


def _differs(entry: Entry, decision: Decision) -> Difference | None:
    for name in ("action", "status", "rule", "reason", "target", "fact"):
        said, found = getattr(entry, name), getattr(decision, name)
        if (said or None) != (str(found) if found else None):
            return Difference(name, said or "", str(found or ""))
    # An owner's decision has a line of its own instead of the eight steps.
    trace = [{"step": line.step, "code": line.code, "params": line.params} for line in decision.trace]
    if trace and trace != entry.details["trace"]:
        return Difference("trace")
    return None


def _spans(timeline: Timeline) -> frozenset[Held]:
    return frozenset((window.entry.claim, window.carrier, _span(window)) for window in timeline)


def _span(window: Window) -> Span:
    return window.start.isoformat(), window.end.isoformat() if window.end else None
