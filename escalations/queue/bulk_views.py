"""Several cases at once: a page that says what a press would do to each, and one that says what it did."""

from __future__ import annotations

import datetime as dt
from functools import partial
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from escalations.card.case_views import note
from escalations.deciding import dock
from escalations.queue import bulk
from escalations.queue.bulk_preview import ACTIONS, DECIDING, MOST, Asked, Preview, Seen, of_group, preview
from escalations.queue.filters import Filters, address, read_filters
from escalations.titles import CHOICES
from ledgers.formats.moments import typed_day
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import MAY_DECIDE, Member
from memoryhub.accounts.stepping_up import fresh


@require_POST
@never_cache
@member_required
def queue_bulk(request: HttpRequest) -> HttpResponse:
    """The preview: nothing is written."""
    member, filters, action = acting(request), _filters(request), _action(request.POST)
    asked = _asked(request.POST)
    for key in request.POST.getlist("group"):
        asked += of_group(member, filters, key[:250])
    if not action or not asked:
        return redirect(address(filters))
    return _answer(request, filters, preview(member, asked, action, fresh=fresh(request)))


@require_POST
@never_cache
@member_required
def queue_bulk_commit(request: HttpRequest) -> HttpResponse:
    """Do it, case by case. What is missing gives the preview back, with what was typed."""
    member, filters, post = acting(request), _filters(request), request.POST
    seen = [_seen(text) for text in post.getlist("seen")[:MOST]]
    action, reason = _action(post), post.get("reason", "").strip()[:2000]
    if not action or not seen:
        return redirect(address(filters))
    until = typed_day(post.get("until", ""), timezone.get_current_timezone())
    error = _missing(action, reason, post.get("to", ""), until)
    if error:
        again = preview(member, [Asked(one.id, one.version) for one in seen], action, fresh=fresh(request))
        return _answer(request, filters, again, error=error, reason=reason)
    pressed = bulk.Press(action, reason, post.get("to", ""), until, fresh=fresh(request))
    outcomes = bulk.press(member=member, seen=seen, press=pressed)
    for one in outcomes:
        _keep(request, one, action)
    done = [one for one in outcomes if one.problem is None]
    return render(request, "escalations/bulk_done.html", {"outcomes": outcomes, "done": done, "back": address(filters)})


def _keep(request: HttpRequest, one: bulk.Outcome, action: str) -> None:
    """What was decided goes to the dock, from which it can be taken back; what was refused is noted."""
    if isinstance(one.problem, NotAllowed):
        note(request, one.problem)
    if one.decided is not None:
        dock.remember(request, one.decided.case, partial(_recorded, action, one), waits=one.decided.waits)


def _recorded(action: str, one: bulk.Outcome) -> str:
    return _("Recorded: %(what)s.") % {"what": f"{CHOICES[action]}, {one.field} · {one.subject}"}


def _answer(
    request: HttpRequest, filters: Filters, found: Preview, *, error: str = "", reason: str = ""
) -> HttpResponse:
    context = {
        "preview": found,
        "deciding": found.action in DECIDING,
        "query": filters.query,
        "back": address(filters),
        "people": _people(acting(request)) if found.action == "delegate" else [],
        "error": error,
        "reason": reason,
        "today": timezone.localdate(),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, "escalations/bulk_preview.html", context, status=status)


def _missing(action: str, reason: str, to: str, until: dt.datetime | None) -> str:
    if action in DECIDING and not reason:
        return _("Give a reason: it goes to the ledger.")
    if action == "delegate" and not to:
        return _("Say who may decide them.")
    if action == "snooze" and until is None:
        return _("Choose a day.")
    return ""


def _people(member: Member) -> list[Member]:
    active = Member.objects.filter(MAY_DECIDE, workspace=member.workspace_id, user__isnull=False)
    return list(active.exclude(pk=member.pk).order_by("name"))


def _filters(request: HttpRequest) -> Filters:
    """The queue the cases were ticked in, to come back to."""
    return read_filters(QueryDict(request.POST.get("query", "")[:1000]))


def _action(post: QueryDict) -> str:
    """What was pressed, if anything was; NotOffered where the page has no such button."""
    return offered.one_of(post.get("action", ""), ["", *ACTIONS])


def _asked(post: QueryDict) -> list[Asked]:
    ticked = [text.partition(":") for text in post.getlist("case")]
    return [Asked(offered.key(key), _version(version)) for key, _colon, version in ticked]


def _seen(text: str) -> Seen:
    parts = text.split(":")
    if len(parts) != 5:
        raise offered.NotOffered
    case, version, digest, claim, key = parts
    return Seen(offered.key(case), _version(version), digest[:64], offered.key_or_none(claim), offered.key(key))


def _version(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise offered.NotOffered
    return int(text)
