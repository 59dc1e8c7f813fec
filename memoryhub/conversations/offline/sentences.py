"""A message taken apart: scenery, sentences, and the clauses that could stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryhub.conversations.offline.folding import fold, tidy
from memoryhub.conversations.offline.tongue import Tongue

# *smiles*, _smiles_, [the door opens], and lines quoted from someone else.
SCENERY = re.compile(
    r"(?<![\w*])\*(?!\*)[^*\n]{1,600}\*(?![\w*])|(?<![\w_])_[^_\n]{1,600}_(?![\w_])|\[[^\]\n]{0,600}\]|(?m:^\s*>.*$)"
)
# A mark that ends a sentence, but not the one of "Dr." or "3.5".
ENDS = re.compile(
    r"(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)(?<!\bsr)(?<!\bsra)(?<!\bst)(?<!\bdra)(?<!\bprof)(?<!\bav)(?<!\b[a-z])[.!?]+(?=[\s)\"”*]|$)"
    r"|(?<=\b[a-z])[.!?]+(?=\s+[^\sa-z]|\s*$)|[!?]+|\n+|;(?=\s)|\.{2,}"
    # A smile ends a sentence too.
    r"|(?<=\s)[:;]-?[)(dp]+(?=\s|$)|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int
    # How it ended: ".", "!", "?" or nothing.
    mark: str = ""

    def of(self, text: str) -> str:
        return text[self.start : self.end]


def scenes(message: str) -> tuple[list[Span], list[Span]]:
    """What is played and what is said."""
    played = [Span(match.start(), match.end()) for match in SCENERY.finditer(message)]
    said, start = [], 0
    for span in played:
        said.append(Span(start, span.start))
        start = span.end
    return played, [*said, Span(start, len(message))]


def sentences(message: str, within: Span) -> Iterator[Span]:
    folded, start = fold(within.of(message)), 0
    for match in ENDS.finditer(folded):
        yield Span(within.start + start, within.start + match.start(), match.group())
        start = match.end()
    yield Span(within.start + start, within.end)


def clauses(message: str, sentence: Span, tongue: Tongue) -> list[Span]:
    """Where "and", "but" or a comma begins another statement; a condition holds for all that stands with it."""
    text = sentence.of(message)
    folded = fold(text)
    bound = tongue.condition.search(folded) or tongue.ending.match(folded)
    cuts, ends = [0], [len(text)]
    for joint in tongue.joint.finditer(text.lower() if len(text.lower()) == len(text) else text):
        before, after = folded[cuts[-1] : joint.start()], folded[joint.end() :]
        apart = tongue.clause.match(after) and tongue.verb.search(before) and tongue.verb.search(after)
        if apart and not (bound and not _opposed(joint.group())):
            cuts.append(joint.end())
            ends.insert(-1, joint.start())
    return [
        Span(sentence.start + start, sentence.start + end, sentence.mark if end == len(text) else "")
        for start, end in zip(cuts, ends, strict=True)
    ]


def _opposed(joint: str) -> bool:
    return tidy(joint).split()[-1:] in (["but"], ["mas"])
