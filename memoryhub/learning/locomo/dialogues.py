"""Dialogues and questions as a file of LoCoMo holds them. The data is not part of the project.

Source: Maharana and others, "Evaluating Very Long-Term Conversational Memory of LLM Agents", ACL 2024.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

SESSION = re.compile(r"session_\d+")
# Some entries name several turns, and some write a number with a zero before it.
TURN = re.compile(r"D(\d+):(\d+)")
DATE = "%I:%M %p on %d %B, %Y"
GROUPS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


class Unreadable(Exception):
    """The file is not what is expected; says what, where, and what to do."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}. Name a file of LoCoMo's form by --file, as docs/evaluation.md says it.")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a dialogue: who said what, when."""

    id: str
    speaker: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Query:
    """A question, its group, and the turns that its answer lies in; those that do not exist are left out."""

    text: str
    group: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """`number` is its place in the file, from 1."""

    number: int
    name: str
    turns: Sequence[Turn]
    queries: Sequence[Query]


def read(path: Path) -> list[Dialogue]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(path, f"cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise Unreadable(path, f"is not JSON ({error})") from error
    if not isinstance(rows, list) or not rows:
        raise Unreadable(path, "is not a list of dialogues")
    found = [_dialogue(path, place, row) for place, row in enumerate(rows, 1)]
    if twice := _twice(one.name for one in found):
        raise Unreadable(path, f"two dialogues are called {twice}")
    return found


def _dialogue(path: Path, place: int, row: Mapping[str, Any]) -> Dialogue:  # Any: JSON
    try:
        turns = list(_turns(row["conversation"]))
        known = {turn.id for turn in turns}
        queries = [_query(one, known) for one in row["qa"]]
        name = str(row["sample_id"])
    except KeyError as error:
        raise Unreadable(path, f"dialogue {place} has no {error} where one is due") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise Unreadable(path, f"dialogue {place} is of another form ({error})") from error
    if not turns:
        raise Unreadable(path, f"dialogue {place} has no turns")
    if twice := _twice(turn.id for turn in turns):
        raise Unreadable(path, f"dialogue {place} has turn {twice} twice")
    return Dialogue(place, name, turns, queries)


def _turns(conversation: Mapping[str, Any]) -> Iterator[Turn]:  # Any: JSON
    for session in filter(SESSION.fullmatch, conversation):
        at = datetime.strptime(conversation[f"{session}_date_time"], DATE).replace(tzinfo=UTC)
        for turn in conversation[session]:
            named = _ids(turn["dia_id"])
            if len(named) != 1:
                raise ValueError(f"turn {turn['dia_id']!r} has another name than D1:1")
            if not turn["speaker"].strip():
                raise ValueError(f"nobody says turn {named[0]}")
            yield Turn(named[0], turn["speaker"], _said(turn), at)


def _said(turn: Mapping[str, str]) -> str:
    """A line of a transcript: without its speaker it would say of nobody what it says. A picture is told in words."""
    picture = turn.get("blip_caption")
    said = f"{turn['speaker']}: {turn['text']}" + (f" (photo: {picture})" if picture else "")
    # As a value is kept, so that what is served can be told by its text.
    return " ".join(unicodedata.normalize("NFC", said).split())


def _query(row: Mapping[str, Any], known: set[str]) -> Query:  # Any: JSON
    named = {turn for entry in row.get("evidence", []) for turn in _ids(entry)}
    if row["category"] not in GROUPS:
        raise ValueError(f"category {row['category']} is none of {', '.join(map(str, GROUPS))}")
    return Query(str(row["question"]), GROUPS[row["category"]], frozenset(named & known))


def _ids(entry: str) -> list[str]:
    return [f"D{int(session)}:{int(turn)}" for session, turn in TURN.findall(entry)]


def _twice(names: Iterable[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)
