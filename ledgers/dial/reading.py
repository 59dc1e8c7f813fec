"""What people decided, as the log tells it: one question for each fact, with its last word.

A decision counts where it settled a claim that waited, and where it says of something the rules had settled alone that
it is true or never was. Not counted is what was taken back since, and what somebody decided about their own word or
that of an agent they control. A fact (subject, field, scope) counts once, however often it was asked about: whoever
asks again and again gains nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from ledgers.domain import minutes
from ledgers.domain.minutes import Reread
from ledgers.domain.patterns import ANY
from ledgers.models import Claim, Transaction
from memoryhub.accounts.models import Member, Workspace

# So many decisions are read, the newest: a page is no backtest.
MOST = 1_000
Kind = Transaction.Kind
ACCEPT, KEEP, BOTH, STILL_TRUE = "owner.accept", "owner.keep", "owner.both", "owner.still_true"
OTHER, ENDED = "owner.other", "owner.ended"
# What a person says of what waited, or of what stands. The rest is about names of subjects, or undoes something.
WORDS = (ACCEPT, KEEP, BOTH, STILL_TRUE, OTHER, ENDED)


@dataclass(frozen=True, slots=True)
class Part:
    """Which decisions: those since an instant, in one scope or a pattern of them."""

    since: datetime | None = None
    scope: str = ANY


@dataclass(frozen=True, slots=True)
class Question:
    """One claim that a person had the last word on. `reason`: why it had waited; "" where the rules had settled it.

    `took`: they let stand what it says. `plainly`: that, or what stood, and nothing else; a claim taken from another
    date, another value, an end, or both in scopes of their own is none of what the rules could have done.
    """

    slot: UUID
    field: str
    reason: str
    seen: Reread
    took: bool
    plainly: bool
    by: UUID
    author: str


@dataclass(slots=True)
class Read:
    """The questions, newest first, and what was left out: `own` word, `unreadable` entries, `older` ones over MOST."""

    questions: list[Question] = field(default_factory=list)
    own: int = 0
    unreadable: int = 0
    older: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the log, as far as the dial reads it."""

    id: UUID
    slot: UUID
    field: str
    claim: UUID
    kind: str
    action: str
    rule: str
    reason: str
    target: UUID | None
    member: UUID | None
    at: datetime
    details: str

    @property
    def said(self) -> Mapping[str, Any]:
        said: Mapping[str, Any] = json.loads(self.details)
        return said

    @property
    def undone(self) -> frozenset[UUID]:
        """The rows that this one takes back."""
        return frozenset(UUID(number) for number in self.said["read"]["undone"])


@dataclass(frozen=True, slots=True)
class _Word:
    """A decision of a person; `both`: it let both facts stand, each in a scope of its own."""

    row: _Row
    both: bool


_COLUMNS = (
    *("id", "slot_id", "slot__field", "claim_id", "kind", "action", "rule", "reason", "target", "actor_member_id"),
    *("recorded_at", "details"),
)


def read(workspace: Workspace, part: Part) -> Read:
    """Read it all in three questions to the database, however much there is."""
    words = _words(workspace, part)
    found = Read(older=len(words) > MOST)
    about = [(word, _about(word)) for word in _last(words[:MOST])]
    claims = {claim for _word, named in about for claim in named}
    entries, authors = _entries(workspace, claims), _authors(claims)
    for word, named in about:
        _take(found, word, named, entries, authors)
    return found


def _words(workspace: Workspace, part: Part) -> list[_Word]:
    """What people decided or took back, newest first."""
    apart = Transaction.objects.filter(workspace=workspace, case=OuterRef("case"), xid=OuterRef("xid"), rule=BOTH)
    rows = Transaction.objects.filter(
        _placed(part), workspace=workspace, kind__in=(Kind.DECISION, Kind.REVIEW, Kind.UNDO), slot__isnull=False
    )
    newest = rows.order_by("-recorded_at", "-id").values_list(*_COLUMNS, Exists(apart))[: MOST + 1]
    return [_Word(_Row(*said), both) for *said, both in newest]


def _last(words: Iterable[_Word]) -> Iterator[_Word]:
    """The last word on each fact, of those that were not taken back: who takes back does so later."""
    known: set[UUID] = set()
    undone: set[UUID] = set()
    for word in words:
        if word.row.kind == Kind.UNDO:
            undone |= word.row.undone
        elif word.row.id not in undone and word.row.slot not in known:
            known.add(word.row.slot)
            yield word


def _placed(part: Part) -> Q:
    since = Q(recorded_at__gte=part.since) if part.since else Q()
    if part.scope == ANY:
        return since
    return since & (
        Q(slot__scope__startswith=part.scope[:-1]) if part.scope.endswith(ANY) else Q(slot__scope=part.scope)
    )


def _about(word: _Word) -> list[UUID]:
    """The claims a word may be about, those that count first: the one taken, those refused, the one that stood."""
    row = word.row
    if row.rule not in WORDS:
        return []
    if row.rule == ACCEPT:
        return [row.claim]
    said = row.said
    opened = {one["claim"]: one["standing"] for one in said["wrote"].get("opened", [])}
    weighed = minutes.claims_weighed(said["read"]) if "entries" in said["read"] else []
    refused = [UUID(claim) for claim in reversed(weighed) if opened.get(claim) == "rejected"]
    return [*refused, *([row.target] if row.target else [])]


def _entries(workspace: Workspace, claims: set[UUID]) -> Mapping[UUID, Sequence[_Row]]:
    """What the log says of these claims and was not taken back, oldest first."""
    kinds = (Kind.CLAIM, Kind.SETTLED, Kind.DECISION, Kind.UNDO)
    rows = Transaction.objects.filter(workspace=workspace, claim__in=claims, kind__in=kinds, slot__isnull=False)
    read = [_Row(*said) for said in rows.order_by("recorded_at", "id").values_list(*_COLUMNS)]
    undone = {number for row in read if row.kind == Kind.UNDO for number in row.undone}
    found: dict[UUID, list[_Row]] = {}
    for row in read:
        if row.kind != Kind.UNDO and row.id not in undone:
            found.setdefault(row.claim, []).append(row)
    return found


@dataclass(frozen=True, slots=True)
class _Author:
    """Who said it: the author by key, the member who did or who controls the agent, and whose word it is."""

    key: str
    member: UUID | None
    controller: UUID | None
    speaks: UUID | None

    def answers_to(self, member: UUID) -> bool:
        return member in (self.member, self.controller, self.speaks)


def _authors(claims: set[UUID]) -> Mapping[UUID, _Author]:
    speaker = Member.objects.filter(workspace=OuterRef("workspace"), key__iexact=OuterRef("speaker")).values("pk")[:1]
    rows = Claim.objects.filter(pk__in=claims).annotate(speaks=speaker)
    said = rows.values_list("pk", "author", "member_id", "agent__controller_id", "speaks")
    return {claim: _Author(*rest) for claim, *rest in said}


def _take(
    found: Read,
    word: _Word,
    named: Sequence[UUID],
    entries: Mapping[UUID, Sequence[_Row]],
    authors: Mapping[UUID, _Author],
) -> None:
    row = word.row
    for claim in named:
        entry, author = _before(entries.get(claim, ()), row), authors.get(claim)
        if row.member is None or author is None or entry is None or entry.kind == Kind.DECISION:
            continue
        if author.answers_to(row.member):
            found.own += 1
            return
        try:
            said = _said(word, entry, minutes.reread(entry.said["read"]))
        except KeyError:
            # An older version of the program told it more briefly.
            found.unreadable += 1
            return
        if said is not None:
            found.questions.append(_question(row, row.member, entry, author.key, said))
            return


@dataclass(frozen=True, slots=True)
class _Said:
    """What a person said of a claim, as in `Question`."""

    seen: Reread
    took: bool
    plainly: bool


def _before(entries: Sequence[_Row], word: _Row) -> _Row | None:
    """What was last said of a claim in that slot before a person had their word."""
    earlier = [one for one in entries if one.slot == word.slot and (one.at, one.id) < (word.at, word.id)]
    return earlier[-1] if earlier else None


def _question(row: _Row, by: UUID, entry: _Row, author: str, said: _Said) -> Question:
    key = entry.said["read"]["field"]["key"]
    return Question(row.slot, key, entry.reason, said.seen, said.took, said.plainly, by, author)


def _said(word: _Word, entry: _Row, seen: Reread) -> _Said | None:
    """What a person said of a claim; None where their word was about something else."""
    row = word.row
    if not entry.reason:
        right = _looked_at(row, entry, seen)
        return None if right is None else _Said(seen, took=right, plainly=right)
    if row.rule == STILL_TRUE:
        return None
    took = row.rule == ACCEPT
    plainly = not word.both and (row.rule == KEEP or (took and not _another_date(row, seen)))
    return _Said(seen, took, plainly)


def _another_date(row: _Row, seen: Reread) -> bool:
    """Whether a claim was taken from another date than its own."""
    return minutes.reread(row.said["read"]).claim.entry.start != seen.claim.entry.start


def _looked_at(row: _Row, entry: _Row, seen: Reread) -> bool | None:
    """Of what the rules let replace something: whether a person called it true, or never true. What was ended or
    replaced from a later date on was right in its time, and says nothing of the rules."""
    if entry.action != "revise" or str(row.target) != str(entry.claim):
        return None
    if row.rule == STILL_TRUE:
        return True
    read = row.said["read"]
    if row.rule not in (OTHER, ENDED) or "claim" not in read:
        return None
    return False if minutes.reread(read).claim.entry.start <= seen.claim.entry.start else None
