"""The check of one workspace's log, seal by seal, and of what no seal covers yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from ledgers.domain.seal import MARK, NOTHING, Place, Sealed, chained, mark
from ledgers.models import Seal, Unsealed
from ledgers.services.checkpoints import Written
from ledgers.verify.findings import Finding, Wrong
from ledgers.verify.rows import FIRST, Row, rows

MOST = 20  # findings told one by one; the first is the one that counts


@dataclass(slots=True)
class Checked:
    """`rows` are those under a seal, `unsealed` those that none covers yet; `checkpoints` how many were compared."""

    rows: int = 0
    unsealed: int = 0
    seals: int = 0
    checkpoints: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.findings

    def find(self, finding: Finding) -> None:
        if len(self.findings) < MOST:
            self.findings.append(finding)


def check(
    workspace: UUID, written: Iterable[Written] = (), since: Seal | None = None, until: int | None = None
) -> Checked:
    """Check the log of a workspace, from its beginning or from the seal `since` on. Runs in a transaction.

    `written` are the checkpoints of this workspace, their signatures checked already. `until` is the number of the
    last seal to look at; what no seal covers yet is left alone then.
    """
    done, roots = Checked(), _by_seal(written)
    found = _Rows(rows(workspace, _end(since)))
    if since is not None:
        # All that came before hangs on its root.
        _compare(since, roots.pop(since.number, []), done)
    for sealed in _seals(workspace, since, until, done):
        _check_seal(sealed, found.up_to((sealed.last_xid, str(sealed.last_id))), done)
        _compare(sealed, roots.pop(sealed.number, []), done)
        done.seals, done.rows = done.seals + 1, done.rows + sealed.count
    if until is None:
        _check_tail(workspace, found, done)
    for number in sorted(roots):
        one = roots[number][0]
        if since is None or one.seal > since.number:
            done.find(Finding(Wrong.CUT_OFF, seq=done.rows + 1, seal=one.seal, detail=one.time))
    return done


def _by_seal(written: Iterable[Written]) -> dict[int, list[Written]]:
    """What file and store both hold counts once; where they differ, each is compared."""
    found: dict[int, list[Written]] = {}
    for one in dict.fromkeys(written):
        found.setdefault(one.seal, []).append(one)
    return found


class _Rows:
    """The rows in order, taken up to a place."""

    def __init__(self, found: Iterator[Row]) -> None:
        self._found = found
        self._ahead = next(found, None)

    def up_to(self, last: tuple[int, str]) -> list[Row]:
        taken: list[Row] = []
        while self._ahead is not None and self._ahead.place <= last:
            taken.append(self._ahead)
            self._ahead = next(self._found, None)
        return taken

    def rest(self) -> Iterator[Row]:
        while self._ahead is not None:
            yield self._ahead
            self._ahead = next(self._found, None)


def _end(since: Seal | None) -> tuple[int, str]:
    return (since.last_xid, str(since.last_id)) if since is not None else FIRST


def _seals(workspace: UUID, since: Seal | None, until: int | None, done: Checked) -> Iterator[Seal]:
    """The seals in order; where the chain does not hold, it says so and goes on with what is there."""
    number, seq = (since.number, since.last_seq) if since is not None else (0, 0)
    root = bytes(since.root) if since is not None else NOTHING
    seals = Seal.objects.filter(workspace_id=workspace, number__gt=number)
    if until is not None:
        seals = seals.filter(number__lte=until)
    for sealed in seals.order_by("number").iterator():
        if sealed.number != number + 1 or sealed.first_seq != seq + 1:
            done.find(Finding(Wrong.SEAL_MISSING, seq=seq + 1, seal=number + 1))
        elif bytes(sealed.previous) != root or as_sealed(sealed).root(str(workspace)) != bytes(sealed.root):
            done.find(Finding(Wrong.SEAL_EDITED, seq=sealed.first_seq, seal=sealed.number))
        number, seq, root = sealed.number, sealed.last_seq, bytes(sealed.root)
        yield sealed


def as_sealed(row: Seal) -> Sealed:
    return Sealed(
        number=row.number,
        first_seq=row.first_seq,
        count=row.count,
        first=(row.first_xid, str(row.first_id)),
        last=(row.last_xid, str(row.last_id)),
        rows=bytes(row.rows),
        marks=bytes(row.marks),
        previous=bytes(row.previous),
    )


def _check_seal(sealed: Seal, found: Sequence[Row], done: Checked) -> None:
    for place, row in enumerate(found):
        if row.hash != row.found:
            done.find(Finding(Wrong.ROW_EDITED, sealed.first_seq + place, row.id, sealed.number))
            return
    if chained(Place(row.xid, row.id, row.hash) for row in found) != bytes(sealed.rows):
        done.find(_first_bad(sealed, found))


def _first_bad(sealed: Seal, found: Sequence[Row]) -> Finding:
    """The first row that is not the one sealed at its position."""
    marks = bytes(sealed.marks)
    known = [marks[at : at + MARK] for at in range(0, len(marks), MARK)]
    seen = [mark(row.xid, row.hash)[:MARK] for row in found]
    pairs = zip(known, seen, strict=False)
    place = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(known), len(seen)))
    seq = sealed.first_seq + place
    if place < len(known) and known[place] not in seen and known[place + 1 : place + 2] == seen[place : place + 1]:
        return Finding(Wrong.ROW_MISSING, seq, None, sealed.number)
    if place >= len(found):
        return Finding(Wrong.ROW_MISSING, seq, None, sealed.number)
    if seen[place] not in known and known[place : place + 1] == seen[place + 1 : place + 2]:
        return Finding(Wrong.ROW_ADDED, seq, found[place].id, sealed.number)
    return Finding(Wrong.ROW_NOT_AS_SEALED, seq, found[place].id, sealed.number)


def _compare(sealed: Seal, written: Sequence[Written], done: Checked) -> None:
    done.checkpoints += len(written)
    differ = [one for one in written if one.root != bytes(sealed.root).hex() or one.rows != sealed.last_seq]
    for one in differ[:1]:
        done.find(Finding(Wrong.REWRITTEN, seq=sealed.last_seq, seal=sealed.number, detail=one.time))


def _check_tail(workspace: UUID, found: _Rows, done: Checked) -> None:
    """What no seal covers yet stands in the bookkeeping, row for row."""
    left = {str(row.transaction_id): row for row in Unsealed.objects.filter(workspace_id=workspace)}
    for place, row in enumerate(found.rest(), 1):
        done.unsealed += 1
        known = left.pop(row.id, None)
        seq = done.rows + place
        if row.hash != row.found:
            done.find(Finding(Wrong.ROW_EDITED, seq, row.id))
        elif known is None:
            done.find(Finding(Wrong.ROW_ADDED, seq, row.id))
        elif (known.xid, bytes(known.hash)) != (row.xid, row.hash):
            done.find(Finding(Wrong.ROW_NOT_AS_SEALED, seq, row.id))
    for number in sorted(left):
        done.find(Finding(Wrong.ROW_MISSING, transaction=number))
