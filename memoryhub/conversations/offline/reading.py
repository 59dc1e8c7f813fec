"""Reading a message without a language model: declarative statements of the user, in English and in Portuguese.

1. scenery is set aside, the rest taken apart into sentences
2. greetings, fillers and "remember that" are peeled off
3. sentences are taken apart into clauses that could stand alone
4. each clause is a statement of the user, or is not kept for a reason with a name
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from memoryhub.conversations.extracted import NotKept, Reading, Remembered, Why
from memoryhub.conversations.offline.folding import fold, seen
from memoryhub.conversations.offline.judging import Judged, judge
from memoryhub.conversations.offline.language import asked, spoken
from memoryhub.conversations.offline.openings import cut_at, peeled, trimmed
from memoryhub.conversations.offline.sentences import SCENERY, Span, clauses, scenes, sentences
from memoryhub.conversations.offline.statements import stated
from memoryhub.conversations.offline.tongue import Tongue

# Longer than anybody's sentence in a chat; what is pasted has no end, and the patterns would look through all of it.
LONGEST = 600
OPENINGS = {"greeting": Why.GREETING, "filler": Why.EXCLAMATION}


def read(message: str, *, said_on: date, language: str | None = None, character: str = "") -> Reading:
    """What to remember of a user's message, and what not and why; in the order in which it was said."""
    message = seen(message)
    played, said = scenes(message)
    mostly = spoken(fold(message), asked(language))
    kept: list[tuple[Span, Remembered]] = []
    left: list[tuple[Span, Why]] = []
    for passage in said:
        for sentence in sentences(message, passage):
            tongue = spoken(fold(sentence.of(message)), mostly)
            for span, judged in _judged(message, sentence, tongue, character):
                _file(message, span, judged, kept, left, said_on=said_on, tongue=tongue)
    return Reading(
        remembered=tuple(remembered for _span, remembered in kept),
        not_kept=tuple(
            NotKept(text, why)
            for span, why in sorted((*left, *((span, Why.SCENERY) for span in played)), key=lambda each: each[0].start)
            if (text := span.of(message).strip())
        ),
        offline=True,
    )


def _judged(message: str, sentence: Span, tongue: Tongue, character: str) -> Iterator[tuple[Span, Judged]]:
    whole = trimmed(message, sentence)
    if whole.end - whole.start > LONGEST:
        yield whole, Judged(Why.NO_STATEMENT)
        return
    if framed := tongue.frames.of(fold(whole.of(message))):
        yield whole, Judged(Why(framed))
        return
    span, opening = peeled(message, sentence, tongue)
    if not span.of(message):
        if whole.of(message) or sentence.of(message).strip():
            yield (whole if whole.of(message) else sentence), Judged(OPENINGS.get(opening, Why.EXCLAMATION))
        return
    asked: Span | None = None
    if "?" in span.mark:
        told, asked = cut_at(message, span, tongue.tail)
        if asked and tongue.refused.of(fold(told.of(message))) == Why.QUESTION:
            asked = None
        span = told if asked else span
    tagged, tag = cut_at(message, span, tongue.tag)
    span = replace(tagged, mark="" if tag else span.mark)
    for clause in clauses(message, span, tongue):
        part, _opening = peeled(message, clause, tongue)
        if part.of(message):
            yield part, judge(part.of(message), mark=part.mark, tongue=tongue, character=character)
    if asked:
        yield asked, Judged(Why.QUESTION)


def _file(
    message: str,
    span: Span,
    judged: Judged,
    kept: list[tuple[Span, Remembered]],
    left: list[tuple[Span, Why]],
    *,
    said_on: date,
    tongue: Tongue,
) -> None:
    if judged.again and (both := _together(message, span, kept, left)):
        kept.pop()
        span, judged = both, Judged(None)
    if judged.why is not None:
        left.append((span, judged.why))
        return
    kept.append((span, stated(span.of(message), judged, said_on=said_on, tongue=tongue)))


def _together(
    message: str, span: Span, kept: list[tuple[Span, Remembered]], left: list[tuple[Span, Why]]
) -> Span | None:
    """ "I have a cat. He is called Tom": only both together say of whom, and only with nothing in between."""
    if not kept or (left and left[-1][0].start > kept[-1][0].start):
        return None
    both = Span(kept[-1][0].start, span.end)
    return None if both.end - both.start > LONGEST or SCENERY.search(both.of(message)) else both
