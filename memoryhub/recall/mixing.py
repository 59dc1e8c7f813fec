"""Meaning and words together: a small model of sentences is weak on names, numbers and rare words."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

from ledgers.models import Claim
from memoryhub.accounts.models import Workspace
from memoryhub.recall.near import WORD
from memoryhub.recall.question import Found
from memoryhub.recall.wording import names_of, says

# So many of the nearest by meaning are looked at for the words of the question too.
LOOKED = 200
# What the words weigh beside the meaning: docs/evaluation.md has what came of it.
SHARE = 1 / 3


def with_words(workspace: Workspace, question: str, found: Sequence[Found]) -> list[Found]:
    """The same facts, each scored by its meaning and by the words of the question that it has; the nearest first."""
    asked = _words(question)
    claims = Claim.objects.filter(workspace=workspace, pk__in=[one.fact for one in found]).select_related("slot")
    met = {claim.pk: asked & _words(says(claim, names_of((), claim.kept_field))) for claim in claims}
    weights = _rarity(asked, met)
    most = sum(weights.values()) or 1.0

    def mixed(one: Found) -> Found:
        words = sum(weights[word] for word in met[one.fact]) / most
        return Found(one.fact, (1 - SHARE) * one.score + SHARE * words)

    return sorted(map(mixed, found), key=lambda one: (-one.score, one.fact))


def _rarity(asked: set[str], met: Mapping[UUID, set[str]]) -> dict[str, float]:
    """What each word of the question weighs: the fewer texts have it, the more. One that none has weighs the most, so
    that a text with nothing but the small words of a question gains little by them.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with 1 added in the
    logarithm, so that no word weighs less than nothing.
    """
    having = Counter(word for words in met.values() for word in words)
    return {word: math.log(1 + (len(met) - having[word] + 0.5) / (having[word] + 0.5)) for word in asked}


def _words(text: str) -> set[str]:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return set(WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign))))
