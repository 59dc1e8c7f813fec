"""The page of what is remembered about whoever is signed in; each press is a claim of their own."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledgers.errors import InvalidClaim, KeyReused, RequestInProgress
from ledgers.formats.refusal import InvalidValue
from ledgers.models import Claim
from ledgers.selectors.facts import FactView
from ledgers.selectors.outcomes import outcome
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.offered import key, key_or_none, one_of
from memoryhub.conversations.pages import changing
from memoryhub.conversations.pages.remembered import characters, forgotten, once, one, passed_over, waits_already
from memoryhub.conversations.pages.talks import latest
from memoryhub.conversations.wording import KINDS, WHY_NOT_KEPT

ACTS = ("forget", "correct", "add", "back", "keep")
# What a person may write down about themselves; an order to an agent is never remembered.
OFFERED = tuple(kind for kind in KINDS if kind != "instruction")
HOLDS: dict[str, Words] = {
    "assert": gettext_lazy("It is remembered."),
    "retract": gettext_lazy("It is forgotten: nobody is told it any more."),
}
# Of the conversations, on this page.
SHOWN = 5
WAITS = gettext_lazy("It waits for a decision: see your review queue.")
STALE = gettext_lazy("That is not so any more. Here is what is remembered now.")


class Unchanged(Exception):
    """A press that says nothing new; the words tell why."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member_required
def memory(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    if request.method == "POST":
        return _press(request, member)
    if kept := key_or_none(request.GET.get("kept", "")):
        messages.info(request, _became(get_object_or_404(Claim, workspace=member.workspace, member=member, pk=kept)))
        return go(request, request.path)
    found = characters(member)
    admins = Member.objects.filter(workspace=member.workspace, active=True, roles__contains=[Role.ACCOUNT_ADMIN])
    context = {
        "characters": found,
        "pairs": [one for one in found if one.scope.startswith("pair:")],
        "kinds": [(kind, KINDS[kind]) for kind in OFFERED],
        "forgotten": [(claim, uuid.uuid4()) for claim in forgotten(member)],
        "talks": latest(member)[:SHOWN],
        "passed_over": passed_over(member),
        "reasons": WHY_NOT_KEPT.values(),
        "admins": ", ".join(admins.order_by("name").values_list("name", flat=True)[:3]),
        "key": uuid.uuid4(),
    }
    return render(request, "conversations/memory.html", context)


def _press(request: HttpRequest, member: Member) -> HttpResponse:
    """One of the acts; what the ledgers refuse is said, and nothing is written."""
    try:
        claim = _done(request, member)
    except (InvalidClaim, InvalidValue) as problem:
        messages.error(request, _said(problem))
        return go(request, request.path)
    except (KeyReused, RequestInProgress) as problem:
        messages.error(request, str(problem.detail))
        return go(request, request.path)
    except Unchanged as told:
        messages.info(request, str(told))
        return go(request, request.path)
    # By the next request the claim is settled, which happens once this one is stored for good.
    return go(request, f"{request.path}?{urlencode({'kept': claim.pk})}")


def _done(request: HttpRequest, member: Member) -> Claim:
    sent = request.POST
    act, press = one_of(sent.get("act", ""), ACTS), key(sent.get("key", ""))
    if act == "add":
        scope = one_of(sent.get("scope", ""), [one.scope for one in characters(member)])
        kind = one_of(sent.get("kind", ""), OFFERED)
        return changing.add(member=member, scope=scope, kind=kind, text=sent.get("text", ""), key=press)
    fact, text = key(sent.get("fact", "")), sent.get("text", "")
    before = changing.pressed(member, press)
    if before is not None and (act != "correct" or before.value == text.strip()):
        return before
    if act == "back":
        claim = next((claim for claim in forgotten(member) if claim.pk == fact), None)
        if claim is None:
            raise _gone(member, fact)
        return changing.say_again(member=member, claim=claim, key=press)
    view = _mine(member, fact, act)
    if act == "keep":
        return changing.say_again(member=member, claim=view.claim, key=press)
    if act == "correct":
        return changing.correct(member=member, view=view, text=text, key=press)
    return changing.forget(member=member, view=view, key=press)


def _mine(member: Member, fact: uuid.UUID, act: str) -> FactView:
    """What the press is about. Of what waits, one may say that it is right, once; the rest is decided in the queue."""
    view = one(member, fact)
    if view is None:
        raise _gone(member, fact)
    if view.status == "pending" and (act != "keep" or waits_already(member, view)):
        raise Unchanged(WAITS)
    return view


def _gone(member: Member, fact: uuid.UUID) -> Exception:
    """A page that was open for long, or came back: its person is told, and nobody else learns that it was there."""
    return Unchanged(STALE) if once(member, fact) else Http404()


def _became(claim: Claim) -> str:
    found = outcome(claim)
    if found.action in ("", "defer_verify"):
        return str(WAITS)
    return str(HOLDS.get(claim.kind, HOLDS["assert"]))


def _said(problem: InvalidClaim | InvalidValue) -> str:
    errors = getattr(problem, "errors", None)
    return str(errors[0]["detail"]) if errors else _("This could not be kept as it was written.")
