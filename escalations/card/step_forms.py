"""The small forms of a card: asking for evidence, handing it on, putting it off. What was typed is kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.http import QueryDict

from escalations.card.decision_form import FormError
from escalations.card.reading import Card
from escalations.evidence_requests import LONGEST_WAIT
from memoryhub.accounts.errors import Problem

# Where a refusal's pointer is on the page, step by step.
TARGETS = {
    "missing": "missing-document",
    "due_at": "evidence-due",
    "to": "delegate-to",
    "until": "snooze-until",
}


@dataclass(frozen=True, slots=True)
class StepForm:
    """Which step was sent, as typed; an empty one opens none."""

    card: Card
    name: str = ""
    missing: Sequence[str] = ()
    note: str = ""
    to: str = ""
    day: str = ""
    reason: str = ""
    errors: list[FormError] = field(default_factory=list)

    @property
    def due_day(self) -> str:
        """Until when evidence is awaited unless said otherwise: two days, or what is left of the case's own time."""
        soon = self.card.seen_at + dt.timedelta(days=2)
        last = self.card.case.due_at if self.card.case.due_at > self.card.seen_at + dt.timedelta(days=1) else soon
        return self._date(min(soon, last))

    @property
    def tomorrow(self) -> str:
        return self._date(self.card.seen_at + dt.timedelta(days=1))

    @property
    def last_day(self) -> str:
        return self._date(self.card.case.due_at)

    @property
    def longest(self) -> str:
        return self._date(self.card.seen_at + LONGEST_WAIT - dt.timedelta(days=1))

    def _date(self, instant: dt.datetime) -> str:
        return instant.astimezone(self.card.case.slot.workspace.zone).date().isoformat()


def read_step(name: str, post: QueryDict, card: Card, errors: list[FormError] | None = None) -> StepForm:
    return StepForm(
        card,
        name,
        missing=post.getlist("missing"),
        note=post.get("note", "").strip()[:500],
        to=post.get("to", "")[:64],
        day=post.get("day", ""),
        reason=post.get("reason", "").strip()[:500],
        errors=errors or [],
    )


def refused(problem: Problem) -> list[FormError]:
    """A refusal on the fields it points to."""
    return [
        FormError(TARGETS.get(error["pointer"].removeprefix("#/"), "card-title"), error["detail"])
        for error in problem.errors
    ]


def end_of(day: str, zone: ZoneInfo, latest: dt.datetime | None = None) -> dt.datetime | None:
    """The end of a day in the workspace's zone, and no later than `latest` on that day itself."""
    try:
        # Its last second, not the first moment of the next: pages tell the day.
        end = dt.datetime.combine(dt.date.fromisoformat(day), dt.time(23, 59, 59), zone)
    except (ValueError, OverflowError):
        return None
    same_day = latest is not None and latest.astimezone(zone).date().isoformat() == day
    return min(end, latest) if latest is not None and same_day else end
