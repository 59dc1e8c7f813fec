"""Who changed what in a draft, in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from ledgers.models import DraftEdit, PolicyDraft
from ledgers.policy_pages.place_words import Names, place, said
from memoryhub.accounts.errors import Words

# Of more than these an import or a rebase is told by its number; the differences of the draft are a page of their own.
PLACES, EDITS = 8, 50

KINDS: Final[Mapping[str, Words]] = {
    "start": _("started the draft"),
    "import": _("took a file in"),
    "save": _("put a whole document in its place"),
    "join": _("joined as an author"),
    "rebase": _("brought it up to the version in force"),
    "roll_back": _("started the draft with an earlier version"),
}


@dataclass(frozen=True, slots=True)
class Became:
    """One place, and from what to what; nothing in `old` where nothing stood there."""

    place: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit; `left` places more were changed than are told."""

    who: str
    at: dt.datetime
    what: Words
    became: tuple[Became, ...]
    left: int


def edits(draft: PolicyDraft) -> list[DraftEdit]:
    """All there are, oldest first."""
    return list(DraftEdit.objects.filter(draft=draft).select_related("member").order_by("id"))


def trail(rows: Sequence[DraftEdit], called: Names) -> list[Edit]:
    """The last of them, newest first."""
    return [_edit(row, called) for row in reversed(rows[-EDITS:])]


def since(rows: Sequence[DraftEdit], seen: str, called: Names) -> list[Edit]:
    """What was changed since the draft said what somebody saw; all there is where that is not known."""
    last = max((place for place, row in enumerate(rows, start=1) if row.after == seen), default=0)
    return trail(rows[last:], called)


def _edit(row: DraftEdit, called: Names) -> Edit:
    # The document of a start is compared with its base; what was not changed there was no edit.
    changes: list[dict[str, Any]] = row.changes
    return Edit(
        row.member.name,
        row.at,
        KINDS.get(row.kind, _("changed it")),
        tuple(_became(changes[:PLACES], called)),
        max(len(changes) - PLACES, 0),
    )


def _became(changes: Iterable[Mapping[str, Any]], called: Names) -> Iterable[Became]:
    for one in changes:
        path = one["path"]
        old = said(path, one["old"], called) if "old" in one else ""
        yield Became(place(path, called), old, said(path, one.get("new"), called))
