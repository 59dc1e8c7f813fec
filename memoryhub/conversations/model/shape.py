"""Reading a model's JSON member by member: what is not of the agreed shape makes the whole answer no use."""

from __future__ import annotations

from datetime import date
from typing import Any

from memoryhub.conversations.model.endpoint import NoUse
from memoryhub.conversations.offline.folding import fold

# A day outside of these is nobody's plan, and the day after the last one there is may not exist.
YEARS = range(1900, 2200)
Told = dict[str, Any]  # JSON


def rows(told: Told, name: str, most: int) -> list[Told]:
    found = told.get(name)
    if set(told) != {name} or not isinstance(found, list) or len(found) > most:
        raise NoUse(f"no list of {name}")
    if not all(isinstance(row, dict) for row in found):
        raise NoUse(f"{name} holds something else than objects")
    return found


def text(row: Told, name: str, most: int) -> str:
    found = row.get(name, "")
    if not isinstance(found, str) or len(found) > most or not _kept(found):
        raise NoUse(f"{name} is no text")
    return found.strip()


def truth(row: Told, name: str) -> bool:
    found = row.get(name)
    if not isinstance(found, bool):
        raise NoUse(f"{name} is neither true nor false")
    return found


def day(row: Told, name: str) -> date | None:
    found = row.get(name)
    try:
        on = date.fromisoformat(found) if found else None
    except (ValueError, TypeError) as error:
        raise NoUse(f"{name} is no date") from error
    if on is not None and on.year not in YEARS:
        raise NoUse(f"{name} is beyond any calendar")
    return on


def _kept(text: str) -> bool:
    """Whether a database takes it: no NUL, and no half of a sign."""
    return "\x00" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def within(part: str, whole: str) -> bool:
    """Whether the words stand in the text as they are, accents, case and blanks apart."""
    return " ".join(fold(part).split()) in " ".join(fold(whole).split())
