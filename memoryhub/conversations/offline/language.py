"""Which of the two languages a text is in."""

from __future__ import annotations

from memoryhub.conversations.offline.english import ENGLISH
from memoryhub.conversations.offline.portuguese import PORTUGUESE
from memoryhub.conversations.offline.tongue import Tongue


def asked(language: str | None) -> Tongue:
    return ENGLISH if (language or "").lower().startswith("en") else PORTUGUESE


def spoken(folded: str, otherwise: Tongue) -> Tongue:
    """By its small words; level, what is said otherwise."""
    english, portuguese = _marks(folded, ENGLISH), _marks(folded, PORTUGUESE)
    if english == portuguese:
        return otherwise
    return ENGLISH if english > portuguese else PORTUGUESE


def _marks(text: str, tongue: Tongue) -> int:
    return sum(1 for _match in tongue.marks.finditer(text))
