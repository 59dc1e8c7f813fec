"""What a fact says, as one text: what is embedded, and what words are looked for in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ledgers.models import Claim, Field

NOTES = "note."
# Longer texts mean nothing more to a model of sentences.
LONGEST = 1000


def says(claim: Claim, names: Sequence[str]) -> str:
    """A note is its own text; anything else is named: what it is about, which field, which value, on what condition."""
    place = claim.kept_field
    value = shown(claim.value)
    quote = str((claim.evidence or {}).get("text", ""))
    if place.startswith(NOTES):
        parts = [value]
    else:
        parts = [claim.subject.partition(":")[2] or claim.subject, *names, value, quote]
    return ". ".join(part for part in [*parts, claim.condition or ""] if part)[:LONGEST]


def shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def names_of(fields: Sequence[Field], key: str) -> list[str]:
    """What people call a field, in both languages; the words of its key where nobody named it."""
    named = [name for field in fields if field.key == key for name in (field.name, field.name_pt) if name]
    return named or [re.sub(r"[._]", " ", key)]
