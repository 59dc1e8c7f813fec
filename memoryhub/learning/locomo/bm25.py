"""Texts in the order in which their words meet a question's, rare words counting more.

Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, formula 3.15; the weight
of a word with 1 added in the logarithm, as Lucene does, so that a word which most texts have never counts against one.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

K1, B = 1.2, 0.75
WORD = re.compile(r"\w+")


class Bm25:
    """An index over some texts; they go by their place."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(_words(text)) for text in texts]
        lengths = [count.total() for count in counts]
        mean = sum(lengths) / max(1, len(lengths))
        having = Counter(word for count in counts for word in count)
        self._parts: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for word, times in count.items():
                rare = math.log(1 + (len(texts) - having[word] + 0.5) / (having[word] + 0.5))
                damped = times * (K1 + 1) / (times + K1 * (1 - B + B * length / mean))
                self._parts[word].append((place, rare * damped))

    def first(self, question: str, most: int) -> list[int]:
        """The places of the best texts; one that has no word of the question is not among them."""
        scores: dict[int, float] = defaultdict(float)
        for word in _words(question):
            for place, part in self._parts.get(word, []):
                scores[place] += part
        return sorted(scores, key=lambda place: (-scores[place], place))[:most]


def _words(text: str) -> list[str]:
    return WORD.findall(text.casefold())
