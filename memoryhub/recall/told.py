"""Who was told a fact, and who of them was told nothing else since: read where a fact turns out to be wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from memoryhub.accounts.models import Workspace
from memoryhub.recall.models import ServedFact

# Of a fact that is asked for all day, the newest receipts tell who uses it.
LOOKED_AT = 1000
_ROW = (
    "receipt__agent__key",
    "receipt__agent__name",
    "receipt__member__key",
    "receipt__member__name",
    "receipt__at",
    "receipt__task_domain",
    "receipt__task_type",
)


@dataclass(frozen=True, slots=True)
class Reader:
    """An agent or a person who was told, when last and for which task, and how often. `behind`: told this last of all
    that was ever said in its place."""

    key: str
    name: str
    is_agent: bool
    last: datetime
    times: int
    task_domain: str
    task_type: str
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The readers of a fact, the latest first; `cut` where older receipts were not looked at."""

    readers: list[Reader]
    since: datetime | None
    cut: bool

    @property
    def agents(self) -> int:
        return sum(reader.is_agent for reader in self.readers)

    @property
    def people(self) -> int:
        return len(self.readers) - self.agents

    @property
    def behind(self) -> list[Reader]:
        return [reader for reader in self.readers if reader.behind]


def told(workspace: Workspace, fact: UUID, slot: UUID | None) -> Told:
    """Who was told the fact, and who of them nothing newer of the same slot."""
    here = ServedFact.objects.filter(workspace=workspace, left_out="")
    rows = list(_newest(here.filter(fact=fact)))
    later = _last(_newest(here.filter(fact__slot=slot).exclude(fact=fact))) if rows and slot else {}
    return Told(_readers(rows[:LOOKED_AT], later), rows[-1][4] if rows else None, cut=len(rows) > LOOKED_AT)


def astray(workspace: Workspace, fact: UUID, slot: UUID | None) -> list[Reader]:
    """Who was told another value of this fact's slot last, and has not asked since."""
    here = ServedFact.objects.filter(workspace=workspace, left_out="", fact__slot=slot)
    others = list(_newest(here.exclude(fact=fact))) if slot else []
    later = _last(_newest(here.filter(fact=fact))) if others else {}
    return [reader for reader in _readers(others, later) if reader.behind]


def count(workspace_id: UUID, fact: UUID) -> int:
    """How many agents and people were told the fact, as far as is looked."""
    rows = ServedFact.objects.filter(workspace=workspace_id, left_out="", fact=fact).order_by("-receipt")
    return len(set(rows.values_list("receipt__agent", "receipt__member")[:LOOKED_AT]))


Row = tuple[str | None, str | None, str | None, str | None, datetime, str, str]


def _newest(rows: QuerySet[ServedFact]) -> QuerySet[ServedFact, Row]:
    # The ids of receipts follow time.
    return rows.order_by("-receipt").values_list(*_ROW)[: LOOKED_AT + 1]


def _key(row: Row) -> str:
    return f"agent:{row[0]}" if row[0] else f"member:{row[2]}"


def _last(rows: Iterable[Row]) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for row in rows:
        found.setdefault(_key(row), row[4])
    return found


def _readers(rows: Iterable[Row], later: dict[str, datetime]) -> list[Reader]:
    """One for each reader, by their last time."""
    grouped: dict[str, list[Row]] = {}
    for row in rows:
        grouped.setdefault(_key(row), []).append(row)
    return [_reader(key, said, later.get(key)) for key, said in grouped.items()]


def _reader(key: str, said: list[Row], later: datetime | None) -> Reader:
    agent, agent_name, _member, member_name, last, domain, task = said[0]
    name = (agent_name or agent) if agent else member_name
    return Reader(key, name or key, bool(agent), last, len(said), domain, task, behind=later is None or later < last)
