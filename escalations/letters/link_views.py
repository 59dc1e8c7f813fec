"""Where the link of a mail leads: looking at it does nothing, pressing its button opens the card."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from escalations.errors import LinkDead, NotYours
from escalations.letters import links
from escalations.models import Case, CaseLink
from escalations.titles import KINDS
from ledgers import clock
from ledgers.naming import name_of, subject_name
from ledgers.selectors.registries import registered_field
from memoryhub.accounts import events, walls
from memoryhub.accounts.access import acting, go, sign_in_url
from memoryhub.accounts.membership import enter, memberships
from memoryhub.accounts.models import User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def case_link(request: HttpRequest, text: str) -> HttpResponse:
    """Before sign-in one page for every link, good or not: scanners open them, and run the scripts they find."""
    user = request.user
    if not isinstance(user, User):
        return _stranger(request)
    try:
        link = links.find(text, memberships(user))
        if request.method == "POST":
            links.use(link, text)
            enter(request, link.workspace_id)
            return go(request, reverse("case", args=[link.case_id]))
    except NotYours as problem:
        member = acting(request)
        events.note(request, problem, workspace=member.workspace, author=f"member:{member.key}")
        return _said(request, "theirs", HTTPStatus.FORBIDDEN)
    except LinkDead:
        return _said(request, _why_dead(link, text), HTTPStatus.GONE, link)
    return _looked_at(request, link, text)


def _stranger(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return go(request, sign_in_url(request))
    return render(request, "escalations/link_sign_in.html", {"sign_in": sign_in_url(request)})


def _why_dead(link: CaseLink, text: str) -> str:
    if link.expires_at <= clock.now():
        return "late"
    return "used" if link.used_at is not None or links.is_current(link, text) else "changed"


def _looked_at(request: HttpRequest, link: CaseLink, text: str) -> HttpResponse:
    """For whom it was sent to: what is asked, or what came of it."""
    if link.case.state != Case.State.OPEN or link.used_at is not None:
        return _said(request, "used", HTTPStatus.OK, link)
    if link.expires_at <= clock.now():
        return _said(request, "late", HTTPStatus.GONE, link)
    if not links.is_current(link, text):
        return _said(request, "changed", HTTPStatus.OK, link)
    return _said(request, "good", HTTPStatus.OK, link)


def _said(request: HttpRequest, what: str, status: int, link: CaseLink | None = None) -> HttpResponse:
    context: dict[str, object] = {"what": what, "link": link, "case": link.case if link else None}
    if link is not None:
        context |= {"kind": KINDS[link.case.kind], **_named(link.case)}
    return render(request, "escalations/link.html", context, status=status)


def _named(case: Case) -> dict[str, str]:
    """Subject and field as the card calls them; the link may lead to another workspace than the one at work."""
    with walls.inside(case.workspace_id):
        field = registered_field(case.slot.workspace, case.slot.field)
    return {"subject": subject_name(case.slot.subject.shown), "field": name_of(field, case.slot.field)}
