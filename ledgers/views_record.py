"""Whether what is recorded about a fact is still what was recorded: the button on its page, and the page behind it."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledgers import wording_log
from ledgers.naming import name_of, subject_name
from ledgers.selectors.history import place
from ledgers.selectors.rules import ruled
from ledgers.verify.one_slot import check_slot
from memoryhub.accounts.access import acting, by_htmx, member_required


@never_cache
@require_safe
@member_required
def record(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    """Check now, for anyone who may read the fact; what is found names rows and never a value."""
    slot, _beside = place(acting(request), fact_id)
    governing = ruled(slot)
    if governing is None:
        raise Http404
    checked = check_slot(slot)
    context = {
        "fact_id": fact_id,
        "slot": slot,
        "subject": subject_name(slot.subject.shown),
        "field_name": name_of(governing.field, slot.field),
        "checked": checked,
        "wrong": [(wording_log.say(finding), finding) for finding in checked.findings],
    }
    page = "ledgers/_record.html" if by_htmx(request) else "ledgers/record.html"
    return render(request, page, context)
