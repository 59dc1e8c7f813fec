"""What was answered to requests for evidence, as a card quotes it: plain, shortened, never a link."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime

from escalations.card.beside import Beside
from ledgers.leaves import QUOTED, Quote


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer; whatever it says is outside text."""

    whom: str
    at: dt.datetime | None
    quote: Quote
    since: dt.datetime | None
    said_by: str
    note: str


def answered(around: Beside) -> list[Answered]:
    return [_answered(one.whom, one.answer) for one in around.answers]


def _answered(whom: str, said: dict[str, Any]) -> Answered:  # JSON
    evidence, speaker = said.get("evidence", {}), said.get("said_by", {})
    text = str(evidence.get("text", ""))
    return Answered(
        whom=whom,
        at=_moment(said.get("at")),
        quote=Quote(
            text=text[:QUOTED],
            cut=len(text) > QUOTED,
            outside=True,
            ref=str(evidence.get("ref", ""))[:200],
            url=str(evidence.get("url", ""))[:300],
        ),
        since=_moment(said.get("effective_at")),
        said_by=str(speaker.get("name") or speaker.get("person") or "")[:200],
        note=str(said.get("note", ""))[:QUOTED],
    )


def _moment(text: object) -> dt.datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None
