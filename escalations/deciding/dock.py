"""What a person decided last, kept with their session: a place on every page from which it can be taken back.

No values are kept, only what the page said: the field and whom it is about.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from escalations.models import Case
from ledgers import clock
from memoryhub.accounts.models import Workspace

Kept = dict[str, Any]  # JSON

KEY = "recorded"
MOST = 3
# After the time to undo the same place offers to revert, for a while.
STAYS = dt.timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Item:
    """One recent decision. `undo_url` is empty once its time is over, `revert_url` where nothing can be reverted."""

    number: str
    text: str
    url: str
    until: dt.datetime | None
    undo_url: str
    revert_url: str


def remember(request: HttpRequest, case: Case, say: Callable[[], str], *, waits: bool = False) -> None:
    """Keep a decision just recorded, or a first approval that waits for a second person.

    It is said in every language: its reader may change theirs while it stands there.
    """
    now = case.closed_at or clock.now()
    until = now + STAYS if waits else case.undo_until
    said = {
        "case": str(case.pk),
        "workspace": str(case.workspace_id),
        "text": {code: _said(say, code) for code, _name in settings.LANGUAGES},
        "at": now.isoformat(),
        "until": until.isoformat() if until else "",
        "waits": waits,
    }
    others = [kept for kept in request.session.get(KEY, []) if kept["case"] != said["case"]]
    request.session[KEY] = [said, *others][:MOST]


def forget(request: HttpRequest, case: Case) -> None:
    """Take a decision off the dock: it was taken back or reverted."""
    request.session[KEY] = [kept for kept in request.session.get(KEY, []) if kept["case"] != str(case.pk)]


def items(request: HttpRequest, workspace: Workspace) -> list[Item]:
    """What is on the dock of the workspace now, the newest first: a session may go on in another one."""
    kept = request.session.get(KEY, []) if hasattr(request, "session") else []
    known = [one for one in kept if one.get("workspace") == str(workspace.pk)]
    if not known:
        return []
    now = clock.now()
    return [_item(kept, now) for kept in known if _moment(kept["at"]) + STAYS > now]


def _said(say: Callable[[], str], language: str) -> str:
    with translation.override(language):
        return say()


def _item(kept: Kept, now: dt.datetime) -> Item:
    until = _moment(kept["until"]) if kept["until"] else None
    may = until is not None and now < until
    return Item(
        number=kept["case"],
        text=kept["text"][translation.get_language() or settings.LANGUAGE_CODE],
        url=reverse("case", args=[kept["case"]]),
        until=until if may and not kept["waits"] else None,
        undo_url=reverse("case-undo", args=[kept["case"]]) if may else "",
        revert_url="" if may or kept["waits"] else reverse("case-revert", args=[kept["case"]]),
    )


def _moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)
