"""Two ways to say who you are: a bearer token, or the session of a signed-in member."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from memoryhub.accounts import tokens, walls
from memoryhub.accounts.errors import NotAllowed, Unauthenticated
from memoryhub.accounts.membership import current_member
from memoryhub.accounts.models import Token
from memoryhub.api.callers import Caller
from memoryhub.api.problems import CHALLENGE, CsrfFailed
from memoryhub.logs.peer import peer


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer mh_pat_…`. A header that is there must be right; a token elsewhere is never looked for."""

    def authenticate(self, request: Request) -> tuple[Caller, Token] | None:
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _blank, secret = header.partition(" ")
        if scheme.lower() != "bearer":
            raise Unauthenticated(_("Send the token as: Authorization: Bearer mh_pat_…"))
        token = tokens.live(secret.strip(), peer(request._request))  # noqa: SLF001 - as below
        walls.enter(token.workspace)
        tokens.check_holder(token)
        tokens.touch(token)
        return _known(request, Caller(token.workspace, agent=token.agent, member=token.member, token=token)), token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class MemberAuthentication(BaseAuthentication):
    """The session cookie of the pages. Every unsafe method needs the CSRF token and, where sent, our own Origin."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        django_request = request._request  # noqa: SLF001 - the framework keeps Django's request there
        if not django_request.user.is_authenticated:
            return None
        check_csrf(django_request)
        member = current_member(django_request)
        if member is None:
            raise NotAllowed(_("You belong to no workspace yet. Ask an account admin to add you."))
        walls.enter(member.workspace)
        return _known(request, Caller(member.workspace, member=member)), None


def _known(request: Request, caller: Caller) -> Caller:
    """Tell the access line who it was."""
    django_request = request._request  # noqa: SLF001 - as above
    django_request.actor, django_request.workspace = caller.key, caller.workspace  # type: ignore[attr-defined]  # requests take attributes
    return caller


def check_csrf(request: HttpRequest) -> None:
    check = CSRFCheck(_no_response)
    check.process_request(request)
    if check.process_view(request, _no_response, (), {}):
        raise CsrfFailed(_("Load the page again and repeat what you did. Nothing was changed."))


def _no_response(request: HttpRequest) -> HttpResponse:
    return HttpResponse()
