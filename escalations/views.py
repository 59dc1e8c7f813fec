"""The pages of the queue."""

from __future__ import annotations

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe
from django.views.decorators.vary import vary_on_headers

from escalations.context import counts_of
from escalations.models import Case
from escalations.queue import shown
from escalations.queue.arrivals import arrived
from escalations.queue.filters import Filters, address, read_filters
from escalations.queue.origins import groups
from escalations.selectors import next_due, queue_page
from ledgers import clock
from ledgers.models.registries import SENSITIVITIES, TIERS
from memoryhub.accounts.access import acting, member_required, wants_part
from memoryhub.accounts.models import Member
from memoryhub.accounts.sessions import asked_by_itself


@require_safe
@member_required
@vary_on_headers("HX-Request")
def queue(request: HttpRequest) -> HttpResponse:
    member, filters = acting(request), read_filters(request.GET)
    alone = wants_part(request)
    # Read before the list: what comes in between is told of twice rather than never.
    seen = timezone.now()
    counted = counts_of(request, filters, choices=not alone)
    context = {
        "filters": filters,
        "counts": counted,
        "tabs": [
            (view, name, address(filters, view=view, state=Case.State.OPEN), counted.views[view])
            for view, name in shown.TABS.items()
        ],
        "sorts": [(sort, name, address(filters, sort=sort)) for sort, name in shown.SORTS.items()],
        "why": shown.WHY[filters.sort if filters.open else "closed"],
        "most": shown.MOST,
        "first": address(filters) if filters.after else "",
        "news": _news(filters, seen, 0),
        "picked": "picked" in request.GET,
        **_links(filters, picked="picked" in request.GET),
        **_offers(),
        **(_folded(member, filters) if filters.group and filters.open else _listed(member, filters)),
    }
    return render(request, "escalations/_queue_list.html" if alone else "escalations/queue.html", context)


@asked_by_itself
@require_GET
@member_required
def queue_count(request: HttpRequest) -> HttpResponse:
    """The badge; nothing when the number on the page is still right."""
    if request.GET.get("seen") == str(counts_of(request).mine):
        return HttpResponse(status=204)
    return render(request, "escalations/_count.html")


@asked_by_itself
@require_GET
@member_required
def queue_news(request: HttpRequest) -> HttpResponse:
    """How many cases came into a list since it was read; nothing while the page says so already."""
    filters, seen = read_filters(request.GET), _instant(request.GET.get("seen", ""))
    number = arrived(acting(request), filters, seen) if seen is not None and filters.open else 0
    if request.GET.get("known", "0") == str(number):
        return HttpResponse(status=204)
    return render(request, "escalations/_queue_news.html", {"news": _news(filters, seen, number)})


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "escalations/help.html")


def _listed(member: Member, filters: Filters) -> dict[str, object]:
    page = queue_page(member, filters)
    return {
        "rows": shown.rows(page),
        "onward": address(filters, after=page.onward) if page.onward else "",
        **({} if page.cases else _next(member)),
    }


def _folded(member: Member, filters: Filters) -> dict[str, object]:
    found, onward = groups(member, filters)
    return {
        "groups": found,
        "onward": address(filters, after=onward) if onward else "",
        **({} if found else _next(member)),
    }


def _next(member: Member) -> dict[str, object]:
    """What an empty queue tells of the cases of others."""
    case = next_due(member)
    return {"next_due": case, "next_late": case is not None and case.due_at <= clock.now()}


def _links(filters: Filters, *, picked: bool) -> dict[str, str]:
    """Where the controls around the list lead."""
    here = address(filters, after=filters.after)
    return {
        "cleared": address(Filters(view=filters.view, sort=filters.sort)),
        "grouping": address(filters, group="" if filters.group else "origin"),
        # Selecting a page works without scripts: it comes again with every row ticked.
        "pick": here if picked else f"{here}{'&' if '?' in here else '?'}picked=1",
        "team": address(filters, view="all"),
    }


def _offers() -> dict[str, object]:
    """What the filters offer whatever there is in the queue."""
    return {"sensitivities": SENSITIVITIES[1:], "tiers": TIERS, "dues": shown.DUES, "ages": shown.AGES}


def _news(filters: Filters, seen: dt.datetime | None, number: int) -> dict[str, object]:
    stamp = seen.isoformat() if seen else ""
    return {"number": number, "seen": stamp, "query": filters.query, "show": address(filters)}


def _instant(text: str) -> dt.datetime | None:
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
