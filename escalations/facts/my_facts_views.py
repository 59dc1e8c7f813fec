"""The page of what somebody owns."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from escalations.deciding import dock
from escalations.facts.my_facts import PAGE, Said, listed, still_true
from escalations.models import Case
from escalations.titles import CHOICES, subject_name
from ledgers.naming import name_of
from ledgers.selectors.registries import registered_field
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.asked import asked


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def my_facts(request: HttpRequest) -> HttpResponse:
    """The list, overdue first; a POST says "still true" of one fact or of those that are ticked."""
    member = acting(request)
    text, after = asked(request.GET, "q", 200), request.GET.get("after", "")[:120]
    if request.method == "POST":
        wanted = request.POST.getlist("one") or request.POST.getlist("fact")
        pressed = [_pressed(text) for text in wanted[:PAGE]]
        _tell(request, still_true(member=member, asked=pressed))
        return redirect(_address(text, after))
    found = listed(member, text, after)
    context = {
        "found": found,
        "text": text,
        "here": _address(text, after),
        "first": _address(text) if after else "",
        "onward": _address(text, found.onward) if found.onward else "",
    }
    return render(request, "escalations/my_facts.html", context)


def _tell(request: HttpRequest, said: Sequence[Said]) -> None:
    for decided in (one.decided for one in said if one.decided is not None):
        dock.remember(request, decided.case, partial(_recorded, decided.case), waits=decided.waits)
    done = sum(one.done for one in said)
    if done:
        words = ngettext("%(n)d fact is still true: recorded.", "%(n)d facts are still true: recorded.", done)
        messages.success(request, words % {"n": done})
    for words in dict.fromkeys(one.words for one in said if not one.done):
        messages.warning(request, words)
    if not said:
        messages.warning(request, _("Tick the facts that are still true first."))


def _recorded(case: Case) -> str:
    """What the dock says, never a value."""
    slot = case.slot
    field = name_of(registered_field(slot.workspace, slot.field), slot.field)
    what = f"{CHOICES['still_true']}, {field} · {subject_name(slot.subject.shown)}"
    return _("Recorded: %(what)s.") % {"what": what}


def _address(text: str, after: str = "") -> str:
    kept = {name: value for name, value in (("q", text), ("after", after)) if value}
    return reverse("my-facts") + (f"?{urlencode(kept)}" if kept else "")


def _pressed(text: str) -> tuple[uuid.UUID, uuid.UUID]:
    fact, _colon, key = text.partition(":")
    return offered.key(fact), offered.key(key)
