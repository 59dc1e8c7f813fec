"""What would an agent be told? A person asks as an agent does, and sees why."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.registry_errors import NoActivePolicy
from ledgers.services import policies
from memoryhub.accounts.access import acting, member_required, wants_part
from memoryhub.accounts.models import Member
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.near import Meaning
from memoryhub.recall.pages.answer import answer
from memoryhub.recall.pages.asking import AskForm
from memoryhub.recall.pages.scopes import offered, patterns
from memoryhub.recall.recalling import recall


@require_safe
@member_required
def ask(request: HttpRequest) -> HttpResponse:
    """The form, and the answer to what its address asks.

    It leaves no receipt: a receipt says that somebody was told a fact and may act on it, and whoever looks here looks
    after what agents are told. So nobody is listed as told because a colleague tried a question.
    """
    member = acting(request)
    form = AskForm(request.GET if "q" in request.GET else None, member=member, offered=offered(member))
    found, ruled = None, True
    try:
        domains = _domains(member)
        if form.is_valid():
            meaning: Meaning | None = getattr(request, "meaning", None)
            found = answer(member, form.question, *recall(member.workspace, form.question, meaning))
    except NoActivePolicy:
        domains, ruled = [], False
    context = {
        "form": form,
        "found": found,
        "ruled": ruled,
        "domains": domains,
        "patterns": patterns(member),
        "scopes": form.question.scopes if found else (),
        "by_words": found is not None and (form.question.of_another_moment or embedder() is None),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    page = "recall/_ask.html" if wants_part(request) else "recall/ask.html"
    return render(request, page, context, status=status)


def _domains(member: Member) -> list[str]:
    """The areas that the policy speaks of, to choose from."""
    _version, policy = policies.active(member.workspace)
    return sorted({name for rule in policy.admission for name in (*rule.task_domains, *rule.domains)})
