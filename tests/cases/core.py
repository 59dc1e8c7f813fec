"""Plays the same case files through the deciding core alone: no database, no request, no clock but the case's.

The core answers posts and reads of what is in force. What needs more is skipped, and `skipped` says what: doors that
refuse, cases and owners, caveats, the log. An owner's decision ends a run, since what follows depends on it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ledgers.domain.actions import Standing
from ledgers.domain.claim import ClaimId, Entry, Incoming, Kind, Strength
from ledgers.domain.contest import Reading
from ledgers.domain.decision import decide, edged
from ledgers.domain.policy import FieldRule, Policy, RegisteredField, parse
from ledgers.domain.responsibility import SELF, Responsibility, find, may_propose
from ledgers.domain.review import due
from ledgers.domain.situation import Bar, Situation
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import at
from ledgers.domain.trust import weigh
from tests.cases import files
from tests.cases.expectations import check_rows, differences, instant
from tests.cases.files import Case, Table
from tests.ledgers.domain.core_slot import CoreSlot

Place = tuple[str, str, str, str]
# Members of an expectation the core knows the answer to.
POSTED = {"action", "status", "rule", "reason", "replaced"}
READ = {"claim", "value"}
ENDS = {"decide", "race"}


@dataclass
class Slot(CoreSlot):
    """A slot with what the services would hold beside it: refusals to remember, and when support last came."""

    barred: list[Bar] = field(default_factory=list)
    supported: dict[str, datetime] = field(default_factory=dict)
    heard: dict[str, tuple[str, datetime]] = field(default_factory=dict)


@dataclass
class CoreRun:
    """A case in play. `skipped` names the steps and members left to the run through the API."""

    case: Case
    policy: Policy = field(init=False)
    zone: ZoneInfo = field(init=False)
    world: Table = field(init=False)
    now: datetime = field(init=False)
    slots: dict[Place, Slot] = field(default_factory=dict)
    entries: dict[ClaimId, Entry] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        path = files.find(f"{self.case.world}_world.toml", self.case)
        self.world = tomllib.loads(path.read_text(encoding="utf-8"))
        self.policy = parse(tomllib.loads((path.parent / self.world["policy"]).read_text(encoding="utf-8")))
        self.zone = ZoneInfo(self.world["time_zone"])
        self.now = instant(self.world["clock"], self.zone)

    def play(self) -> None:
        for number, step in enumerate(self.case.steps, 1):
            kind = next(iter(step))
            if kind in ENDS:
                self.skipped.append(f"from step {number} on: {kind}")
                return
            if kind not in {"clock", "post", "facts"} or _at_the_door(step):
                self.skipped.append(f"step {number}: {kind}")
                continue
            try:
                getattr(self, kind)(step)
            except AssertionError as error:
                raise AssertionError(f"{self.case.name}, step {number} ({kind} {step[kind]}): {error}") from error

    def clock(self, step: Table) -> None:
        self.now = max(self.now, instant(step["clock"], self.zone))

    def post(self, step: Table) -> None:
        name = step["post"]
        said = self.case.claims[name]
        if "recorded_at" in said:
            self.now = instant(said["recorded_at"], self.zone)
        for number in range(step.get("times", 1)):
            self.now += timedelta(microseconds=1)
            found = self.judge(f"{name}-{number}" if number else name, said)
            expected = {member: value for member, value in step.get("expect", {}).items() if member in POSTED}
            wrong = differences(expected, found, self.zone)
            assert not wrong, f"{'; '.join(wrong)} in {found}"

    def judge(self, name: str, said: Table) -> Table:
        rule = self.rule(said)
        slot = self.slot(said, rule)
        incoming = self.incoming(name, said, slot)
        target = slot.book.get(ClaimId(said.get("corrects", "")))
        situation = Situation(
            timeline=slot.timeline,
            reading=Reading(self.now, self.past_review(slot, rule)),
            held=any(other.held for place, other in self.slots.items() if place[:3] == self.place(said)[:3]),
            barred=tuple(slot.barred),
            target=target,
            book=tuple(slot.book.values()),
        )
        decision = decide(incoming, situation, rule)
        slot.settle(edged(incoming.entry) if decision.edge else incoming.entry, decision)
        self.remember(slot, incoming, said)
        return {
            "action": str(decision.move.action),
            "status": decision.status,
            "rule": decision.rule,
            "reason": decision.reason,
            "replaced": decision.target if decision.move.action == "revise" else "",
        }

    def remember(self, slot: Slot, incoming: Incoming, said: Table) -> None:
        """Corrected values stay barred, and support moves the review."""
        gone = slot.decisions[-1].move.corrected
        entry = incoming.entry
        slot.barred += [
            Bar(self.entries[name].value, self.entries[name].start, entry.strength, "corrected", entry.claim)
            for name in gone
        ]
        if slot.standing[entry.claim] is Standing.TIMELINE:
            slot.supported[str(entry.value)] = self.now
        slot.heard[said["source"]] = (str(entry.value), entry.start)

    def incoming(self, name: str, said: Table, slot: Slot) -> Incoming:
        source = self.world["sources"][said["source"]]
        weighed = weigh(
            Tier(source["tier"]),
            speaks_for_subject=said["subject"] in source.get("subjects", []),
            relayed=source.get("relayed", False),
            quoted=str(said.get("value")) in said.get("evidence", {}).get("text", ""),
            derived_from=None,
        )
        kind = Kind(said.get("kind", "assert"))
        start, end = self.dates(said, slot)
        value = None if kind is Kind.RETRACT else str(said["value"])
        strength = Strength(weighed.tier, said["source"], start)
        entry = Entry(ClaimId(name), value, start, end, strength, self.now)
        self.entries[entry.claim] = entry
        return Incoming(
            entry=entry,
            kind=kind,
            has_speaker=weighed.tier is not Tier.UNATTRIBUTED,
            may_propose=may_propose(self.responsible(said), self.author(said), said["subject"], said["scope"]),
            corrects=ClaimId(said["corrects"]) if "corrects" in said else None,
            tier_reason=weighed.reason,
        )

    def dates(self, said: Table, slot: Slot) -> tuple[datetime, datetime | None]:
        end = instant(said["expires_at"], self.zone) + timedelta(days=1) if "expires_at" in said else None
        if "effective_at" in said:
            return instant(said["effective_at"], self.zone), end
        if "corrects" in said:
            target = self.entries[ClaimId(said["corrects"])]
            return target.start, target.end
        value, since = slot.heard.get(said["source"], ("", self.now))
        return (since if value == str(said.get("value")) else self.now), end

    def past_review(self, slot: Slot, rule: FieldRule) -> ClaimId | None:
        window = at(slot.timeline, self.now)
        if window is None:
            return None
        late = due(slot.supported[str(window.entry.value)], rule.review_days, self.zone)
        return window.carrier if late is not None and late <= self.now else None

    def rule(self, said: Table) -> FieldRule:
        declared = self.policy.fields[said["field"]]
        registered = RegisteredField(
            declared.key,
            type=declared.type or "text",
            many=declared.values == "many",
            sensitivity=declared.sensitivity or "",
            review_days=declared.review_days,
            authoritative=declared.authoritative,
        )
        return self.policy.rule(registered, said["scope"])

    def place(self, said: Table) -> Place:
        many = str(said.get("value")) if self.rule(said).many else ""
        return said["subject"], said["field"], said["scope"], many

    def slot(self, said: Table, rule: FieldRule) -> Slot:
        return self.slots.setdefault(self.place(said), Slot(rule=rule))

    def author(self, said: Table) -> str:
        return f"member:{said['by']}" if said["by"] in self.world["members"] else f"agent:{said['by']}"

    def responsible(self, said: Table) -> Responsibility | None:
        rows = [
            Responsibility(
                id=str(number),
                scope=row.get("scope", "*"),
                field=row.get("field", "*"),
                subject=row.get("subject", "*"),
                owner=None if row["owner"] == SELF else row["owner"],
                owner_is_self=row["owner"] == SELF,
                backup=row["backup"],
                proposers=tuple(row["proposers"]),
            )
            for number, row in enumerate(self.world["responsibilities"])
        ]
        return find(rows, said["scope"], said["field"], said["subject"])

    def facts(self, step: Table) -> None:
        query = step["facts"]
        if set(query) - {"as_of", "field", "scope"}:
            self.skipped.append(f"facts by {', '.join(sorted(query))}")
            return
        self.skipped += sorted({member for row in step["expect"] for member in row if member not in READ})
        found = self.in_force(query)
        expected = [{member: row[member] for member in row if member in READ} for row in step["expect"]]
        check_rows(expected, found, self.zone)

    def in_force(self, query: Table) -> list[Table]:
        moment = instant(query["as_of"], self.zone) if "as_of" in query else self.now
        found: list[Table] = []
        for (_subject, key, scope, _many), slot in self.slots.items():
            window = at(slot.timeline, moment)
            asked = query.get("field", key) == key and query.get("scope", scope) == scope
            if asked and window is not None and window.entry.value is not None:
                value = self.case.claims[window.carrier.partition("-")[0]]["value"]
                found.append({"claim": str(window.carrier), "value": value})
        return found


def _at_the_door(step: Table) -> bool:
    """Whether a post never gets as far as the core: refused, or a replay."""
    expected = step["expect"] if "post" in step and "expect" in step else {}
    return int(expected.get("http", 201)) >= 400 or "replayed" in expected
