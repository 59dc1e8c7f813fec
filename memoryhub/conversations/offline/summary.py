"""A summary without a language model: it chooses sentences and writes none.

1. what the user states of themselves, then plans, then what holds a name, a number or a day
2. a later sentence takes the place of an earlier one that it repeats or changes
3. over the limit, the least and then the oldest are left out; what stays stands in the order in which it was said
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memoryhub.conversations.extracted import Why
from memoryhub.conversations.offline.figures import figures
from memoryhub.conversations.offline.folding import fold, tidy
from memoryhub.conversations.offline.likeness import SWAPPED, Relation, relation
from memoryhub.conversations.offline.names import named
from memoryhub.conversations.offline.reading import read
from memoryhub.conversations.offline.sentences import scenes, sentences
from memoryhub.conversations.offline.stems import residue
from memoryhub.conversations.offline.tongue import any_of

LIMIT = 1200
LONGEST = 240
USER, CHARACTER = "user", "character"
STATED, UNSURE, PLANNED, NAMED = 4, 3, 2, 1
PLANS = any_of(
    r"let'?s|we (?:agreed|decided|will)|i'?ll|i will|i'?m going to|decided|agreed|promise|deal|"
    r"vamos|combinamos|combinado|decidimos|decidi|prometo|fica (?:marcado|combinado)|vou|marcamos|fechado"
)
# Nothing of these outlives its moment, whatever it names.
EMPTY = frozenset(
    {Why.SCENERY, Why.GREETING, Why.EXCLAMATION, Why.QUESTION, Why.HYPOTHETICAL, Why.INSTRUCTION, Why.PASSING}
)


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a conversation."""

    speaker: str
    text: str
    said_on: date


@dataclass(frozen=True, slots=True)
class Chosen:
    speaker: str
    text: str
    weight: int

    def __str__(self) -> str:
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


def summarise(previous: str, messages: Sequence[Line], *, limit: int = LIMIT) -> str:
    """The last summary and what was said since, one sentence a line."""
    newest: list[Chosen] = []
    for each in (*_before(previous), *(chosen for line in messages for chosen in _chosen(line))):
        newest = [kept for kept in newest if not _replaced(kept, each)]
        newest.append(each)
    return "\n".join(map(str, _fitting(newest, limit)))


def _before(previous: str) -> Iterator[Chosen]:
    for row in previous.splitlines():
        speaker, colon, text = row.partition(": ")
        if colon and speaker in {USER, CHARACTER}:
            yield Chosen(speaker, text, STATED if speaker == USER else NAMED)
        elif row.strip():
            # Prose, as a language model writes it.
            yield from (Chosen("", text, UNSURE) for text in _sentences(row))


def _chosen(line: Line) -> Iterator[Chosen]:
    if line.speaker != USER:
        said = (Chosen(CHARACTER, text, NAMED) for text in _sentences(line.text, asks=False))
        yield from (each for each in said if _names(each.text) or PLANS.search(fold(each.text)))
        return
    reading = read(line.text, said_on=line.said_on)
    for kept in reading.remembered:
        day = f" ({kept.on.isoformat()})" if kept.on else ""
        yield Chosen(USER, _one_line(kept.text) + day, STATED if kept.sure else UNSURE)
    for left in reading.not_kept:
        if left.why not in EMPTY and (PLANS.search(fold(left.text)) or _names(left.text)):
            yield Chosen(USER, _one_line(left.text), PLANNED)


def _sentences(text: str, *, asks: bool = True) -> Iterator[str]:
    for passage in scenes(text)[1]:
        for sentence in sentences(text, passage):
            said = tidy(sentence.of(text))
            if said and (asks or "?" not in sentence.mark):
                yield _one_line(said)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _names(text: str) -> bool:
    return bool(named(text) or figures(text))


def _replaced(kept: Chosen, new: Chosen) -> bool:
    """Whether the new sentence says the same again, or something else of the same."""
    if kept.speaker and kept.speaker != new.speaker:
        return False
    shared, mine, theirs = residue(fold(kept.text), fold(new.text))
    if max(mine, theirs, 1) > min(shared, SWAPPED):
        return False
    found = relation(kept.text, new.text, 1.0, 1.0)
    # A character tells of many people in the same words.
    return found is Relation.DUPLICATE or (found is Relation.CHANGED and new.speaker == USER)


def _fitting(lines: Sequence[Chosen], limit: int) -> list[Chosen]:
    room, taken = limit, set()
    ranked = sorted(enumerate(lines), key=lambda each: (-each[1].weight, -each[0]))
    for number, line in ranked:
        size = len(str(line)) + 1
        if size <= min(room + 1, LONGEST):
            taken.add(number)
            room -= size
    return [line for number, line in enumerate(lines) if number in taken]
