"""Pages of facts: the list, and the one that says why the hub believes what it believes."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledgers import telling
from ledgers.facts_list import rows
from ledgers.leaves import Reader
from ledgers.naming import name_of, subject_name
from ledgers.selectors import history as histories
from ledgers.selectors.facts import FactView
from ledgers.selectors.finding import Search, search
from ledgers.selectors.history import History
from ledgers.standing import Standing, standing
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.asked import asked

AXES = ("effective", "recorded")


@dataclass(frozen=True, slots=True)
class AsOf:
    """The instant a reader looks from, and along which of the two times."""

    text: str
    axis: str
    instant: dt.datetime | None


@require_safe
@member_required
def facts(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    if "mine" in request.GET:
        return redirect("my-facts")
    wanted = Search(text=asked(request.GET, "q", 200), after=_key(request.GET.get("after", "")))
    views, onward = search(member, wanted)
    kept = {"q": wanted.text} if wanted.text else {}
    context = {
        "asked": wanted,
        "rows": rows(member, views),
        "first": reverse("facts") if wanted.after else "",
        "onward": f"{reverse('facts')}?{urlencode({**kept, 'after': onward})}" if onward else "",
    }
    return render(request, "ledgers/facts.html", context)


@require_safe
@member_required
def fact(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    member = acting(request)
    show = request.GET.get("show", "")
    history = histories.read(member, fact_id, older=_key(request.GET.get("older", "")), show=show)
    reader = Reader(history.registered.type, history.rule.order, history.around.sources, hide=history.hidden)
    moment = _as_of(request, member.workspace.zone)
    kept = {"show": show} if show in histories.SHOWN else {}
    context = {
        "history": history,
        "subject": subject_name(history.slot.subject.shown),
        "field_name": name_of(history.registered, history.slot.field),
        "now": standing(history.standing, reader) if history.standing else None,
        "owner": histories.owner_name(history),
        "asked": standing(history.asked, reader),
        "others": [standing(view, reader) for view in history.others],
        "answer": telling.answer(history, reader),
        "entries": telling.entries(history, reader),
        "as_of": moment,
        "then": _then(history, reader, moment),
        "write_backs": history.around.write_backs,
        "case": history.around.case,
        "shown": show if show in histories.SHOWN else "",
        "older": f"?{urlencode({**kept, 'older': history.older})}#timeline" if history.older else "",
        "may_ask": history.standing is not None and histories.may_ask(member, history.standing, history.around),
        "may_correct": histories.may_correct(member, history.asked, history.slot),
        "may_end": history.standing is not None and history.standing.owner == member.key,
    }
    return render(request, "ledgers/fact.html", context)


def _then(history: History, reader: Reader, moment: AsOf) -> list[Standing]:
    if moment.instant is None:
        return []
    by_axis = {"as_of": moment.instant, "known_at": None}
    if moment.axis == "recorded":
        by_axis = {"as_of": None, "known_at": moment.instant}
    found: list[FactView] = histories.at(history, **by_axis)
    return [standing(view, reader) for view in found]


def _as_of(request: HttpRequest, zone: ZoneInfo) -> AsOf:
    text, axis = request.GET.get("as_of", ""), request.GET.get("axis", AXES[0])
    try:
        instant = dt.datetime.fromisoformat(text).replace(tzinfo=zone)
    except ValueError:
        instant = None
    # As the field of the form reads it, also where the address gave a day alone.
    shown = f"{instant:%Y-%m-%dT%H:%M}" if instant else text
    return AsOf(shown, axis if axis in AXES else AXES[0], instant)


def _key(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
