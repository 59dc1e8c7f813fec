"""Which of the two languages a sentence is in."""

from __future__ import annotations

from memoryhub.conversations.offline.english import ENGLISH
from memoryhub.conversations.offline.portuguese import PORTUGUESE
from memoryhub.conversations.offline.tongue import Tongue

BOTH = (ENGLISH, PORTUGUESE)


def spoken(sentence: str, message: str, language: str | None) -> Tongue:
    """By its small words; level, by those of the whole message, then by the language that is asked for."""
    asked = ENGLISH if (language or "").lower().startswith("en") else PORTUGUESE
    return max(BOTH, key=lambda tongue: (_marks(sentence, tongue), _marks(message, tongue), tongue is asked))


def _marks(text: str, tongue: Tongue) -> int:
    return sum(1 for _match in tongue.marks.finditer(text))
