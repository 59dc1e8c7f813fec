"""What a page asks before it does anything: a member, and where needed a role."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from memoryhub.accounts.models import Member, Role, User

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def acting(request: HttpRequest) -> Member:
    """The member behind this request, of whom `member_required` has made sure."""
    member = getattr(request, "member", None)
    if not isinstance(member, Member):
        raise PermissionDenied(_("You belong to no workspace yet. Ask an account admin to add you."))
    return member


def signed_in_user(request: HttpRequest) -> User:
    """The login behind this request, of which `member_required` has made sure."""
    if not isinstance(request.user, User):
        raise PermissionDenied(_("You belong to no workspace yet. Ask an account admin to add you."))
    return request.user


def zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo:
    """Where the dates of a member's page are told: the zone they chose, else that of their workspace."""
    chosen = signed_in_user(request).time_zone
    return zoneinfo.ZoneInfo(chosen) if chosen else acting(request).workspace.zone


def by_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks, and not the browser by itself."""
    return bool(getattr(request, "htmx", False))


def wants_part(request: HttpRequest) -> bool:
    """Whether the part that changes is enough: htmx asks, and not for a whole page that its history has lost."""
    asked: Any = getattr(request, "htmx", None)  # Any: django-htmx sets it, which Django's types do not know
    return bool(asked) and not asked.history_restore_request


def go(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser to another page; htmx by a header, since a redirect would land inside its target."""
    if by_htmx(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def sign_in_url(request: HttpRequest) -> str:
    """The sign-in page, with the way back to the page somebody was on."""
    way_back = _page_of(request)
    return reverse("sign-in") + (f"?{urlencode({'next': way_back})}" if way_back else "")


def _page_of(request: HttpRequest) -> str:
    """The page that was asked for, or the one a form was sent from; forms themselves cannot be asked for again."""
    fragment = by_htmx(request)
    if request.method == "GET" and not fragment:
        return request.get_full_path()
    came_from = request.headers.get("HX-Current-URL" if fragment else "Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure()):
        return ""
    return urlsplit(came_from)._replace(scheme="", netloc="").geturl()


def member_required(page: Page[P]) -> Page[P]:
    @wraps(page)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return go(request, sign_in_url(request))
        acting(request)
        with timezone.override(zone_of(request)):
            return page(request, *args, **kwargs)

    return checked


def _way_in(member: Member) -> str:
    """Who may give a role, by name: whoever is refused should not have to guess."""
    admins = Member.objects.filter(workspace=member.workspace_id, active=True, roles__contains=[Role.ACCOUNT_ADMIN])
    names = ", ".join(admins.order_by("name").values_list("name", flat=True)[:3])
    if not names:
        return _("An account admin can give it to you.")
    return _("An account admin can give it to you: %(names)s.") % {"names": names}


def role_required(*roles: Role) -> Callable[[Page[P]], Page[P]]:
    """Members without one of the roles get a 403 that names what is missing."""

    def decorate(page: Page[P]) -> Page[P]:
        @wraps(page)
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not acting(request).has_role(*roles):
                names = ", ".join(str(role.label) for role in roles)
                needed = _("This page needs the role: %(roles)s.") % {"roles": names}
                raise PermissionDenied(f"{needed} {_way_in(acting(request))}")
            return page(request, *args, **kwargs)

        return member_required(checked)

    return decorate
