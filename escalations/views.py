"""The pages of the queue."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe
from django.views.decorators.vary import vary_on_headers

from escalations.context import counts_of
from escalations.queue import address, read_filters, rows
from escalations.selectors import next_due, queue_page
from ledgers.models.registries import SENSITIVITIES
from memoryhub.accounts.access import acting, member_required


@require_safe
@member_required
@vary_on_headers("HX-Request")
def queue(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    filters = read_filters(request.GET)
    page = queue_page(member, filters)
    context = {
        "filters": filters,
        "rows": rows(page),
        "counts": counts_of(request, choices=True),
        "sensitivities": SENSITIVITIES[1:],
        "tabs": {view: address(filters, view=view, owner="", state="") for view in ("late", "all")}
        | {"mine": address(filters, view="", owner="", state="")},
        "cleared": address(filters, field="", sensitivity="", owner="", q="", state=""),
        "first": address(filters) if filters.after else "",
        "onward": address(filters, after=page.onward) if page.onward else "",
        "next_due": None if page.cases else next_due(member),
    }
    if getattr(request, "htmx", False) and not request.htmx.history_restore_request:  # type: ignore[attr-defined]  # set by django-htmx
        return render(request, "escalations/_queue_list.html", context)
    return render(request, "escalations/queue.html", context)


@require_GET
@member_required
def queue_count(request: HttpRequest) -> HttpResponse:
    """The badge; nothing when the number on the page is still right."""
    if request.GET.get("seen") == str(counts_of(request).mine):
        return HttpResponse(status=204)
    return render(request, "escalations/_count.html")


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "escalations/help.html")
