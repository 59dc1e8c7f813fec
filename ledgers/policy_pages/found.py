"""What lint found, each beside the place it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledgers.domain.findings import Finding, Level
from ledgers.policies.files import line_of, steps
from ledgers.policy_pages.place_words import Names, place, said
from ledgers.wording_policy import say
from memoryhub.accounts.errors import Words

# The number of an entry in a list: the place is told without it, since people count them by looking.
NUMBER = re.compile(r"\[\d+\]")
# The parameter of a finding that holds codes, and the member whose words they have.
IN_WORDS: Final = {
    "tiers_tied": ("entries", "authoritative"),
    "authority_not_first": ("entry", "authoritative"),
    "less_sensitive_than_pattern": ("sensitivity", "sensitivity"),
    "private_type_not_sensitive": ("type", "type"),
    "sensitive_to_rule": ("sensitivity", "sensitivity"),
    "no_longer_sensitive": ("sensitivity", "sensitivity"),
    "one_person_for_two": ("sensitivity", "sensitivity"),
}
# Members that stand in one part of the page under one heading.
ANSWERS = ("four_eyes", "detectors", "write_back_days", "newer_weaker", "name", "sla_hours", "admission")


@dataclass(frozen=True, slots=True)
class Told:
    """`at`: the id of the part of the page; `line`: where in the file that was sent in; both may be missing."""

    at: str
    place: str
    words: Words
    blocks: bool
    line: int | None = None


def told(found: Iterable[Finding], names: Names, text: str = "") -> tuple[Told, ...]:
    """What blocks first."""
    rows = [
        Told(
            at(one.where),
            place(NUMBER.sub("", one.where), names) if one.where else "",
            say(in_words(one, names)),
            one.level is Level.BLOCKING,
            line_of(text, one.where) if text else None,
        )
        for one in found
    ]
    return tuple(sorted(rows, key=lambda row: not row.blocks))


def in_words(one: Finding, names: Names) -> Finding:
    """Tiers, sources and classes by their names, where the sentence does not say what to write in a file."""
    says = IN_WORDS.get(one.code)
    if says is None:
        return one
    param, path = says
    parts = [said(path, part, names) for part in one.params[param].split(", ")]
    return replace(one, params={**one.params, param: ", ".join(parts)})


def at(where: str) -> str:
    """The part of the editor that a finding belongs to."""
    first, *rest = steps(where) or [""]
    if first == "fields" and rest:
        return f"field-{rest[0]}"
    if first == "automatic" and rest:
        return f"automatic-{rest[0]}"
    return "answers" if first in ANSWERS else first


def of(part: str, found: Sequence[Told]) -> tuple[Told, ...]:
    return tuple(one for one in found if one.at == part)
