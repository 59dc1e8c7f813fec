"""What a page of recall waits for, before its transaction begins."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memoryhub.recall.pages.asking import LONGEST
from memoryhub.recall.question import Question
from memoryhub.recall.recalling import meaning_of


class Embedded:
    """Gives the question page's request the `meaning` of what is asked: no transaction of it is open by then, as it
    stands outside `CurrentMember`. Strangers are sent away by the page and have nothing embedded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == reverse("ask") and request.user.is_authenticated:
            said = request.GET.get("q", "").strip()
            moved = request.GET.get("as_of") or request.GET.get("known_at")
            if said and len(said) <= LONGEST and not moved:
                request.meaning = meaning_of(Question(said, ()))  # type: ignore[attr-defined]  # requests take attributes
        return self.get_response(request)
