"""What is remembered in a pair already, and what a new statement is to it: said before, changed, or new."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet
from pgvector import HalfVector
from pgvector.django import CosineDistance

from ledgers import clock
from ledgers.models import Claim, Fact
from ledgers.selectors.standing import in_force
from memoryhub.accounts import walls
from memoryhub.conversations.extracted import Remembered
from memoryhub.conversations.models import Conversation
from memoryhub.conversations.offline.contrasts import ONE_AT_A_TIME
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.likeness import Relation, relation
from memoryhub.conversations.offline.names import WORD, named, words
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Embedder, Kind, Unavailable, Vectors
from memoryhub.recall.models import FactVector
from memoryhub.recall.wording import NOTES

log = logging.getLogger(__name__)

UNSURE = "unsure"
# The nearest by their kept vectors, and the latest that have none yet: these are compared word for word.
NEAREST, LATEST = 30, 200
# Without an embedder: the share of words that two statements must have in common to be looked at closer.
WORDS_CUT = 0.5
# "Live in" and a name is a sentence.
SHORTEST_FRAME = 2


@dataclass(frozen=True, slots=True)
class Known:
    """A remembered note; `waits` says why it is not accepted yet."""

    claim: Claim
    waits: str = ""

    @property
    def text(self) -> str:
        return statement(str(self.claim.value), self.claim.condition)


@dataclass(frozen=True, slots=True)
class Meets:
    """What a new statement meets: the nearest note that it repeats, or else changes."""

    relation: Relation
    known: Known | None = None


@dataclass(slots=True)
class Meanings:
    """What texts mean, by the model that says so, and from where on two are near."""

    chosen: Embedder
    vectors: dict[str, Vectors] = field(default_factory=dict)

    def learn(self, texts: Collection[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self.vectors]
        self.vectors.update(zip(new, self.chosen.embed(new, Kind.DOCUMENT), strict=True))


def meanings(conversation: Conversation, said: Iterable[Remembered]) -> Meanings | None:
    """Of what a message says and of what is known near it; none where it is compared by words.

    An embedder takes its time, so it is asked while nothing is locked.
    """
    texts = {statement(value, one.condition) for one in said for value in (one.value, one.text)}
    chosen = embedder()
    if chosen is None or not texts:
        return None
    found = Meanings(chosen)
    try:
        found.learn(texts)
        with walls.inside(conversation.workspace_id):
            near = [_candidates(conversation, found, text) for text in texts]
        found.learn({known.text for notes in near for known in notes})
    except Unavailable as error:
        log.warning("what is remembered is compared by words: %s", error)
        return None
    return found


def statement(value: str, condition: str) -> str:
    return f"{value} {condition}".strip()


def meets(conversation: Conversation, text: str, told: Meanings | None) -> Meets:
    """Near in meaning, and the same in numbers, names and polarity, is said before; near and otherwise is a change."""
    near, cut = _near(conversation, text, told)
    found: dict[Relation, Known] = {}
    for cosine, known in sorted(near, key=lambda one: -one[0]):
        near_enough = cut if _other_name(known.text, text) else cosine
        found.setdefault(relation(known.text, text, near_enough, cut), known)
    for kind in (Relation.DUPLICATE, Relation.CHANGED):
        if kind in found:
            return Meets(kind, found[kind])
    return Meets(Relation.APART)


def _near(conversation: Conversation, text: str, told: Meanings | None) -> tuple[list[tuple[float, Known]], float]:
    """Notes with how near they are, and from where on that is near; by words where there are no vectors."""
    if told is None or text not in told.vectors:
        return _by_words(conversation, text), WORDS_CUT
    cut = told.chosen.duplicate_cut
    return [(_nearness(text, one.text, told), one) for one in _candidates(conversation, told, text)], cut


def _other_name(one: str, other: str) -> bool:
    """Whether it is the same sentence with another name, of what one has one at a time. Names move a vector far, so
    that the two may be less near than the cut."""
    if not all(ONE_AT_A_TIME.search(fold(text)) for text in (one, other)):
        return False
    mine, theirs = _frame(one), _frame(other)
    return len(mine) >= SHORTEST_FRAME and mine == theirs


def _frame(text: str) -> list[str]:
    names = named(text)
    return [word for word in WORD.findall(fold(text)) if word not in names]


def _nearness(text: str, other: str, told: Meanings) -> float:
    """What somebody said of this pair a moment ago is not among what was looked at: its words tell."""
    if other in told.vectors:
        return float(told.vectors[text] @ told.vectors[other])
    return told.chosen.duplicate_cut if _shared(text, other) >= WORDS_CUT else 0.0


def _by_words(conversation: Conversation, text: str) -> list[tuple[float, Known]]:
    return [(_shared(text, one.text), one) for one in _as_known(_notes(conversation).order_by("-claim_id")[:LATEST])]


def _shared(one: str, other: str) -> float:
    mine, theirs = words(fold(one)), words(fold(other))
    return len(mine & theirs) / max(1, len(mine | theirs))


def _candidates(conversation: Conversation, told: Meanings, text: str) -> list[Known]:
    notes = _notes(conversation)
    vectors = FactVector.objects.filter(claim__in=notes.values("carrier"), model=told.chosen.model)
    nearest = vectors.order_by(CosineDistance("vector", HalfVector(told.vectors[text])))[:NEAREST]
    found = Q(carrier__in=list(nearest.values_list("claim", flat=True)))
    later = notes.exclude(carrier__in=vectors.values("claim")).order_by("-claim_id")[:LATEST]
    return _as_known([*notes.filter(found), *later])


def _as_known(rows: Iterable[Fact]) -> list[Known]:
    """One for each note: it stands in one row, and its supports in others."""
    return list({row.carrier_id: Known(row.carrier, row.reason) for row in rows}.values())


def _notes(conversation: Conversation) -> QuerySet[Fact]:
    """In force now, ahead, or waiting."""
    now = clock.now()
    ahead = Q(standing=Fact.Standing.TIMELINE, recorded_during__upper_inf=True, valid_during__startswith__gt=now)
    waits = Q(standing=Fact.Standing.PENDING, recorded_during__upper_inf=True)
    stands = Q(pk__in=in_force(now).values("pk"))
    rows = Fact.objects.filter(stands | ahead | waits, value_key__isnull=False, slot__field__startswith=NOTES)
    own = rows.filter(workspace=conversation.workspace_id, slot__scope=fold_scope(conversation))
    return own.exclude(carrier__kind=Claim.Kind.RETRACT).select_related("carrier__slot")


def fold_scope(conversation: Conversation) -> str:
    """Scopes are kept as they compare."""
    return conversation.scope.casefold()


def same_conversation(conversation: Conversation, claim: Claim) -> bool:
    return str((claim.evidence or {}).get("ref", "")).startswith(f"chat:{conversation.pk}/")
