"""Bringing a draft up to the version in force: what moved there, and a choice where both changed one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledgers.draft_errors import DraftChanged
from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.policies.changes import Clash, changes
from ledgers.policy_pages import reading
from ledgers.policy_pages.differences import Change
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.place_words import Names, place, said
from ledgers.policy_pages.sent import note, number_of
from ledgers.selectors.policies import versions
from ledgers.services.drafts import rebasing, rights
from ledgers.services.drafts.editing import active_version
from ledgers.services.drafts.rebasing import Side
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.offered import NotOffered


@dataclass(frozen=True, slots=True)
class Choice:
    """A place that both changed, what each side says of it, and the side that was chosen."""

    name: str
    place: str
    was: str
    mine: str
    theirs: str
    chosen: str


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def rebase(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    draft = draft_of(request, draft_id)
    if request.method != "POST":
        return _page(request, draft)
    try:
        rights.may_write_in(draft, acting(request))
        version, sides = number_of(request, "version"), _sides(request, draft)
        _check_seen(request, draft)
        rebasing.rebase(member=acting(request), draft_id=draft.pk, version=version, choices=sides)
    except Problem as problem:
        note(request, problem)
        return _page(request, draft_of(request, draft_id), problem)
    messages.success(request, _("The draft is up to the version in force. Try it on history again."))
    return go(request, f"{reverse('policy-draft', args=[draft.pk])}backtest")


def _check_seen(request: HttpRequest, draft: PolicyDraft) -> None:
    """The choices are between the draft and one version: another one may have come into force since."""
    if number_of(request, "active") != active_version(draft.workspace).version:
        raise DraftChanged


def _sides(request: HttpRequest, draft: PolicyDraft) -> dict[str, Side]:
    """The side chosen for each place, by its path; a place nobody chose for is left out."""
    found: dict[str, Side] = {}
    for at, clash in enumerate(rebasing.planned(draft).clashes):
        match request.POST.get(f"side-{at}", ""):
            case "ours":
                found[clash.path] = "ours"
            case "theirs":
                found[clash.path] = "theirs"
            case "":
                pass
            case _other:
                raise NotOffered
    return found


def _page(request: HttpRequest, draft: PolicyDraft, refused: Problem | None = None) -> HttpResponse:
    active = get_object_or_404(versions(acting(request).workspace), active=True)
    head = heading(request, draft)
    names = reading.names(head.known, active.document, draft.base.document)
    clashes = rebasing.onto(draft, active).clashes if draft.base_id != active.pk else ()
    context = {
        "draft": draft,
        "head": head,
        "active": active,
        "moved": _moved(draft.base, active, names),
        "choices": [_choice(request, at, clash, names) for at, clash in enumerate(clashes)],
        "refused": refused,
    }
    return render(request, "ledgers/policy/rebase.html", context, status=refused.status if refused else 200)


def _moved(base: PolicyVersion, active: PolicyVersion, names: Names) -> Sequence[Change]:
    """What the version in force says otherwise than the one the draft was begun on."""
    found = changes(base.document, active.document)
    told = ((one["path"], one.get("old"), one.get("new")) for one in found)
    return [Change(place(path, names), said(path, old, names), said(path, new, names)) for path, old, new in told]


def _choice(request: HttpRequest, at: int, clash: Clash, names: Names) -> Choice:
    name = f"side-{at}"
    was, mine, theirs = (said(clash.path, held, names) for held in (clash.base, clash.ours, clash.theirs))
    return Choice(name, place(clash.path, names), was, mine, theirs, request.POST.get(name, ""))
