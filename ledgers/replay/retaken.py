"""One decision taken again from what the log says it read, under the version of the policy it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledgers.domain import minutes
from ledgers.domain.actions import execute
from ledgers.domain.choice import choose
from ledgers.domain.decision import decide, edged
from ledgers.domain.minutes import Reread
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


@dataclass(frozen=True, slots=True)
class Retaken:
    """What came out. `before`, `after`: the stretch of the timeline that was read, and what it must be now."""

    differs: str = ""
    before: frozenset[Held] = frozenset()
    after: frozenset[Held] = frozenset()


def retake(entry: Entry, policies: Mapping[int, Policy]) -> Retaken | None:
    """None where nothing was decided: a follow-up in another slot, or a row that was told more briefly."""
    read = entry.read
    if "brief" in read or "taken_out" in read or "erased" in read or "undone" in read:
        return None
    policy = policies.get(entry.policy_version)
    if policy is None or policy.digest != read["policy"]:
        return Retaken(f"version {entry.policy_version} of the policy is not the one it was decided by")
    rule = policy.rule(minutes.registered(read["field"]), read["scope"])
    if "covered" in read:
        return Retaken(_covered(read["covered"]))
    if "stood" in read:
        stood = read["stood"][3] if read["stood"] else None
        return Retaken("" if stood == entry.target else "the target is not what stood")
    return _judged(entry, minutes.reread(read), rule)


def _covered(said: Mapping[str, Any]) -> str:
    start, end, windows = minutes.reread_stretch(said)
    return "something would come back there" if has_gap(windows, start, end) else ""


def _judged(entry: Entry, seen: Reread, rule: FieldRule) -> Retaken:
    claim, situation = seen.claim, seen.situation
    if entry.kind == OWNER:
        done = choose(claim, situation, rule, seen.weighed, entry.rule)
        decision, after = done.decision, done.after.timeline
    else:
        decision = decide(claim, situation, rule)
        laid = edged(claim.entry) if decision.edge else claim.entry
        after = execute(situation.timeline, laid, decision.move, rule.order, situation.book).timeline
    differs = _differs(entry, decision)
    if differs:
        return Retaken(differs)
    before = _spans(situation.timeline)
    return Retaken("", before, _spans(after) if decision.move.weighs else before)


def _differs(entry: Entry, decision: Decision) -> str:
    for name in ("action", "status", "rule", "reason", "target", "fact"):
        said, found = getattr(entry, name), getattr(decision, name)
        if (said or None) != (str(found) if found else None):
            return f"{name} is {said or 'nothing'}, taken again it is {found or 'nothing'}"
    # An owner's decision has a line of its own instead of the eight steps.
    trace = [{"step": line.step, "code": line.code, "params": line.params} for line in decision.trace]
    if trace and trace != entry.details["trace"]:
        return "the trace differs"
    return ""


def _spans(timeline: Timeline) -> frozenset[Held]:
    return frozenset((window.entry.claim, window.carrier, _span(window)) for window in timeline)


def _span(window: Window) -> Span:
    return window.start.isoformat(), window.end.isoformat() if window.end else None
