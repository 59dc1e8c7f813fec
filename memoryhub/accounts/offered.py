"""What a form of a page may send: text that can be kept, and of its choices only those that the page offered.

Whatever else comes was put together by hand: it is refused as a whole, in one place for all pages, and nothing is
written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

# No text in the database can hold a NUL, and half of a surrogate pair is no character.
UNKEPT = re.compile("[\0\ud800-\udfff]")


class NotOffered(Exception):
    """A choice or an id that is none of those the page offered."""


def one_of(text: str, known: Collection[str]) -> str:
    if text not in known:
        raise NotOffered
    return text


def key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise NotOffered from error


def key_or_none(text: str) -> UUID | None:
    """The same where a form may leave it out."""
    return key(text) if text else None


class Offered:
    """Around every page; the API has readers of its own, whose refusals point to the member."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        if request.method != "POST" or request.path_info.startswith("/api/"):
            return None
        return _refused(request) if unkept(request.POST) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _refused(request) if isinstance(exception, NotOffered) else None


def unkept(sent: QueryDict) -> bool:
    return any(UNKEPT.search(text) for name, texts in sent.lists() for text in (name, *map(str, texts)))


def _refused(request: HttpRequest) -> HttpResponse:
    # In a page that replaces parts of itself, this takes the place of all it shows.
    whole = {"HX-Retarget": "#main", "HX-Reselect": "#main", "HX-Reswap": "outerHTML"}
    answer = render(request, "422.html", status=HTTPStatus.UNPROCESSABLE_ENTITY)
    for name, value in whole.items():
        answer.headers[name] = value
    return answer
