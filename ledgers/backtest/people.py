"""What persons decided, beside what a policy would have made of the same claims by itself.

A claim that waited is kept in mind with both outcomes of its judging, until a person or a rule settles it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ledgers.backtest.outcomes import Outcome
from ledgers.domain import minutes
from ledgers.domain.claim import ClaimId
from ledgers.models import Transaction
from ledgers.replay.retaken import Entry


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim as it was judged by the policy in force and by the draft."""

    active: Outcome
    draft: Outcome


@dataclass(slots=True)
class Waiting:
    """What waits in one slot, as the log is followed. `undone`: the entries that were taken back."""

    undone: frozenset[str]
    _slot: str = ""
    _judged: dict[str, Judged] = field(default_factory=dict)

    def note(self, entry: Entry, judged: Judged) -> None:
        """Keep a claim in mind for as long as it waits."""
        self._turn_to(entry)
        if entry.reason:
            self._judged[entry.claim] = judged
        elif entry.id not in self.undone:
            self._judged.pop(entry.claim, None)

    def contradicted(self, entry: Entry) -> Judged | None:
        """Of the claims that a person decided on, the first that the draft settles otherwise by itself.

        What the policy in force would settle in the same way is no news about the draft.
        """
        self._turn_to(entry)
        if entry.kind != Transaction.Kind.DECISION or entry.id in self.undone:
            return None
        found = None
        for claim, stands in _settled(entry):
            judged = self._judged.pop(claim, None)
            if judged is not None and found is None and _against(judged, stands, entry):
                found = judged
        return found

    def _turn_to(self, entry: Entry) -> None:
        if entry.slot != self._slot:
            self._slot = entry.slot
            self._judged.clear()


def _settled(entry: Entry) -> Iterator[tuple[str, bool]]:
    """The claims that a person settled, and whether they let stand what each says."""
    weighed = minutes.claims_weighed(entry.read)
    opened = {row["claim"]: row["standing"] for row in entry.details["wrote"].get("opened", [])}
    for claim in dict.fromkeys([*weighed, ClaimId(entry.claim)]):
        if claim == entry.claim and "claim" in entry.read:
            yield claim, entry.fact is not None
        elif opened.get(claim) in {"timeline", "rejected"}:
            yield claim, opened[claim] == "timeline"


def _against(judged: Judged, stands: bool, entry: Entry) -> bool:
    draft = judged.draft.stands
    if draft is None or draft == judged.active.stands:
        return False
    return draft != stands or (stands and _another_date(judged, entry))


def _another_date(judged: Judged, entry: Entry) -> bool:
    """Whether a person let the claim hold from another date than its own."""
    own = judged.draft.seen.claim.entry
    if entry.claim != own.claim or "claim" not in entry.read:
        return False
    return minutes.reread(entry.read).claim.entry.start != own.start
