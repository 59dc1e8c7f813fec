"""How many questions each owner would have had, day by day: under the policy in force, and under the draft.

A question is a slot with something that began to wait on that day (UTC): what waits in one slot together is one case.
Who owns it, today's responsibilities say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from itertools import islice
from uuid import UUID

from ledgers.backtest.people import Judged
from ledgers.domain.responsibility import find, owner_of
from ledgers.models import Slot
from ledgers.selectors import registries
from memoryhub.accounts.models import Member, Workspace

MOST_A_DAY = 20
CHUNK = 1_000
Asked = tuple[str, date]


@dataclass(slots=True)
class Load:
    """The questions of one owner by day; `owner` is a member's key, empty where nobody of that name is there."""

    owner: str
    active: Counter[date] = field(default_factory=Counter)
    draft: Counter[date] = field(default_factory=Counter)

    @property
    def busiest(self) -> tuple[date, int] | None:
        """The day with the most questions under the draft, the first of equals."""
        return max(sorted(self.draft.items()), key=lambda day: day[1], default=None)

    def warns(self, most: int = MOST_A_DAY) -> bool:
        """Whether the draft asks too much on some day, and more than the policy in force does."""
        return any(count > max(most, self.active[day]) for day, count in self.draft.items())


@dataclass(slots=True)
class Forecast:
    """Which slots asked their owner on which day."""

    active: set[Asked] = field(default_factory=set)
    draft: set[Asked] = field(default_factory=set)

    def add(self, slot: str, at: datetime, judged: Judged) -> None:
        asked = (slot, at.date())
        for outcome, days in ((judged.active, self.active), (judged.draft, self.draft)):
            # A repeat of what waits already asks nothing more.
            if outcome.waits and outcome.decision.repeats is None:
                days.add(asked)

    def loads(self, workspace: Workspace) -> list[Load]:
        """By owner, in the order of their keys."""
        owners = _owners(workspace, {slot for slot, _day in self.active | self.draft})
        found: dict[str, Load] = {}
        for name in ("active", "draft"):
            for slot, day in getattr(self, name):
                owner = owners[slot]
                getattr(found.setdefault(owner, Load(owner)), name)[day] += 1
        return [found[owner] for owner in sorted(found)]


def _owners(workspace: Workspace, slots: Collection[str]) -> dict[str, str]:
    """The owner of each slot as the registry stands; of an own scope of nobody who is a member: no name."""
    rows = registries.owning(workspace)
    members = {key.casefold(): key for key in Member.objects.filter(workspace=workspace).values_list("key", flat=True)}

    @cache
    def owner(scope: str, key: str, subject: str) -> str:
        row = find(rows, scope, key, subject)
        return members.get((owner_of(row, scope, subject) or "").casefold(), "") if row else ""

    found: dict[str, str] = defaultdict(str)
    for chunk in _chunks(sorted(slots)):
        places = Slot.objects.filter(workspace=workspace, id__in=map(UUID, chunk))
        for number, scope, key, subject in places.values_list("id", "scope", "field", "subject__key"):
            found[str(number)] = owner(scope, key, subject)
    return found


def _chunks(slots: Collection[str]) -> Iterator[list[str]]:
    left = iter(slots)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
