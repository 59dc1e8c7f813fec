"""What the dial reads of a workspace: its law as it stands, and what people decided under it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from ledgers import clock
from ledgers.dial.counting import Row, rows
from ledgers.dial.law import Law
from ledgers.dial.reading import Part, Read, read
from ledgers.dial.suggestions import DAYS, Suggestion, suggest
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import recorded
from ledgers.models import Field, PolicyVersion
from ledgers.selectors.policies import active_version
from ledgers.selectors.rules import as_registered
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Today:
    """The version in force and the fields, as the dial reads them."""

    version: PolicyVersion
    law: Law
    fields: Mapping[str, Field]

    @property
    def document(self) -> Mapping[str, Any]:  # JSON
        document: Mapping[str, Any] = self.version.document
        return document


@dataclass(frozen=True, slots=True)
class Counted:
    """One reading of the dial. Suggestions come with the whole workspace and the period they rest on, and no other:
    nobody looks for a period that says what they like."""

    read: Read
    rows: list[Row]
    suggestions: list[Suggestion]


def today(workspace: Workspace) -> Today | None:
    """None where no policy is in force."""
    version = active_version(workspace)
    if version is None:
        return None
    fields = {row.key: row for row in Field.objects.filter(workspace=workspace).select_related("authoritative")}
    registered = {key: as_registered(row, key) for key, row in fields.items()}
    return Today(version, Law(recorded(version.document), registered), fields)


def count(workspace: Workspace, standing: Today, days: int | None = DAYS, scope: str = ANY) -> Counted:
    since = clock.now() - timedelta(days=days) if days is not None else None
    found = read(workspace, Part(since, scope))
    counted = rows(found.questions, standing.law)
    whole = days == DAYS and scope == ANY
    return Counted(found, counted, suggest(counted, standing.law, standing.document) if whole else [])
