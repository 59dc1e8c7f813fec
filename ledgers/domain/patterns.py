"""Keys and the patterns that cover them: an exact key, a prefix that ends in `*`, or `*` alone."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

ANY = "*"
FIELD_KEY = re.compile(r"[a-z][a-z0-9]*([_.][a-z0-9]+)*")
FIELD_KEY_LENGTH = 64

Specificity = tuple[int, int]


def is_pattern(pattern: str) -> bool:
    return pattern.endswith(ANY)


def covers(pattern: str, key: str) -> bool:
    """Whether the pattern covers the key. A pattern covers itself, so that a registered pattern can be looked up."""
    return key.startswith(pattern[:-1]) if is_pattern(pattern) else key == pattern


def specificity(pattern: str) -> Specificity:
    """An exact key beats any prefix, a longer prefix a shorter one, and `*` comes last."""
    return (1, len(pattern) - 1) if is_pattern(pattern) else (2, 0)


def overlap(one: str, other: str) -> bool:
    """Whether some key is covered by both patterns."""
    if is_pattern(one) and is_pattern(other):
        return one[:-1].startswith(other[:-1]) or other[:-1].startswith(one[:-1])
    return covers(one, other) or covers(other, one)


def is_field_key(key: str) -> bool:
    """The grammar of field keys: lower-case ASCII words joined by dots and underscores, 64 characters at most."""
    return len(key) <= FIELD_KEY_LENGTH and FIELD_KEY.fullmatch(key) is not None


def is_field_pattern(pattern: str) -> bool:
    """A field key, or one followed by `.*`."""
    return is_field_key(pattern.removesuffix(".*"))


@lru_cache(maxsize=4096)
def fold(subject: str) -> str:
    """The form in which subjects compare: NFC, case-folded, blanks collapsed and trimmed around the first colon."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", subject).casefold())
    kind, colon, name = folded.partition(":")
    return " ".join(kind.split()) + colon + " ".join(name.split())
