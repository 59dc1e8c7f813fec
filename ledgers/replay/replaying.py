"""The replay of a workspace's log, and what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ledgers.domain.policy import Policy
from ledgers.models import Claim
from ledgers.replay import reading
from ledgers.replay.ledgers import Ledgers
from ledgers.replay.reading import Stands, erased, value_digest
from ledgers.replay.rebuilt import Row, Slot
from ledgers.replay.retaken import Entry, retake
from ledgers.services.journal import said_digest
from memoryhub.accounts.models import Workspace

MOST = 20  # differences told one by one


@dataclass(slots=True)
class Replayed:
    """`differences` says what is not as the log has it, the first ones in words; `brief` rows were told too briefly to
    be taken again, `followed` were decided in another slot."""

    rebuilt: Ledgers = field(default_factory=Ledgers)
    stored: Ledgers = field(default_factory=Ledgers)
    entries: int = 0
    retaken: int = 0
    brief: int = 0
    found: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not self.found and self.rebuilt.digests == self.stored.digests

    def differ(self, where: str, what: str) -> None:
        self.found += 1
        if len(self.differences) < MOST:
            self.differences.append(f"{where}: {what}")


def replay(workspace: Workspace, progress: Callable[[Replayed], None] | None = None) -> Replayed:
    """Rebuild the ledgers of a workspace from its log and compare them with what is stored. Changes nothing."""
    done, policies = Replayed(), reading.policies(workspace)
    for stands in reading.slots(workspace):
        rebuilt, barred = _rebuild(stands, policies, done)
        _compare(stands, rebuilt, barred, done)
        if progress is not None:
            progress(done)
    return done


def _rebuild(
    stands: Stands, policies: Mapping[int, Policy], done: Replayed
) -> tuple[list[Row], list[dict[str, Any]]]:  # Any: bars as JSON
    slot = Slot()
    barred: list[dict[str, Any]] = []
    told = {number for entry in stands.entries for number in entry.read.get("erased", [])}
    for number, claim in stands.claims.items():
        if (claim.erased_at is not None) != (number in told):
            done.differ(f"claim {number}", "it is emptied, and the log tells of no erasure, or the other way round")
    for entry in stands.entries:
        done.entries += 1
        where = f"transaction {entry.id} of slot {entry.slot}"
        _check_claim(entry, stands.claims.get(entry.claim), where, done)
        taken = retake(entry, policies)
        if taken is None:
            done.brief += "brief" in entry.read
        else:
            done.retaken += 1
            if taken.differs:
                done.differ(where, str(taken.differs))
            elif not taken.before <= slot.windows:
                done.differ(where, "it read a timeline that the log does not lead to")
        wrote = entry.details["wrote"]
        if wrong := slot.apply(entry.id, entry.recorded_at, wrote, entry.read.get("undone")):
            done.differ(where, wrong)
        if taken is not None and not taken.differs and not taken.after <= slot.windows:
            done.differ(where, "it wrote another timeline than it decided")
        _bar(barred, entry.id, wrote)
    rows = [_with_value(row, stands.claims.get(row["claim"])) for row in slot.rows.values()]
    return rows, barred


def _bar(barred: list[dict[str, Any]], entry: str, wrote: Mapping[str, list[Any]]) -> None:
    """Add what a transaction barred, and mark what it lifted."""
    for bar in barred:
        if bar["by"] in wrote.get("lifted", []):
            bar["lifted"] = entry
    barred += [{**bar, "by": entry} for bar in wrote.get("barred", [])]


def _with_value(row: Row, claim: Claim | None) -> Row:
    if claim is not None and claim.erased_at is not None:
        return erased(row)
    key = claim.value_key if claim is not None and not row.get("none") else None
    return {**row, "value": value_digest(key, claim)}


def _check_claim(entry: Entry, claim: Claim | None, where: str, done: Replayed) -> None:
    said = entry.details.get("said")
    if said is None or (claim is not None and claim.erased_at is not None):
        return
    if claim is None:
        done.differ(where, f"the claim {entry.claim} is gone")
    elif said_digest(claim) != said:
        done.differ(where, f"the claim {entry.claim} does not say what it said when it was judged")


def _compare(stands: Stands, rows: list[Row], barred: list[dict[str, Any]], done: Replayed) -> None:
    rebuilt, stored = done.rebuilt.add(rows), done.stored.add(stands.rows)
    if rebuilt != stored:
        known, found = set(rebuilt), set(stored)
        for line in sorted(known ^ found)[:MOST]:
            side = "the log has, the ledgers have not" if line in known else "the ledgers have, the log has not"
            done.differ(f"slot {stands.slot}", f"{side}: {line.decode().strip()}")
    if _sorted(barred) != _sorted(stands.barred):
        done.differ(f"slot {stands.slot}", "what is barred is not what the log barred")


def _sorted(barred: list[dict[str, Any]]) -> list[str]:
    return sorted(str(sorted(bar.items())) for bar in barred)
