"""The editor of a draft, and the way to read somebody else's. Every press is kept at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from ledgers.draft_errors import DraftChanged, InvalidEdit
from ledgers.models import PolicyDraft
from ledgers.policies.editing import EditRefused
from ledgers.policies.toml import LONGEST
from ledgers.policy_pages import filled_in, found
from ledgers.policy_pages.field_form import FieldForm, NewFieldForm
from ledgers.policy_pages.file_form import FileForm
from ledgers.policy_pages.filled_in import Missing, NotFilledIn, Page, missing
from ledgers.policy_pages.found import Told
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.place_words import MEMBERS, said
from ledgers.policy_pages.presses import Asked
from ledgers.policy_pages.sent import note, number_of
from ledgers.policy_pages.sheet import general_order, rungs, sheet
from ledgers.policy_pages.trail import Edit, edits, since, trail
from ledgers.selectors.policy_check import registered
from ledgers.services.drafts import editing, rights
from memoryhub.accounts.access import acting, by_htmx, go, member_required, wants_part
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.offered import NotOffered

LEFT_OUT = ("csrfmiddlewaretoken", "version", "hash")


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else wrote meanwhile: what they changed, and what was sent, ready to be sent again; without an `action`
    what it was about is gone, and it is shown only."""

    edits: list[Edit]
    words: tuple[str, ...]
    sent: list[tuple[str, str]]
    action: str


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a press: `said` beside the part of the page it is about, or what kept it from being done. With
    `gone` reading goes on there, since what was pressed is not there any more."""

    part: str = ""
    said: str = ""
    gone: bool = False
    refused: Problem | None = None
    found: tuple[Told, ...] = ()
    stale: Stale | None = None
    forms: dict[str, Form] = field(default_factory=dict)
    status: int = HTTPStatus.OK

    @property
    def errors(self) -> list[Missing]:
        """What keeps a form from being taken; where something else does, that is said alone."""
        return [] if self.refused else [one for form in self.forms.values() for one in missing(form)]


@require_safe
@vary_on_headers("HX-Request")
@member_required
def draft(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    return show(request, draft_of(request, draft_id), request.GET.get("field", ""))


@require_POST
@never_cache
@member_required
def edit(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    row, key = draft_of(request, draft_id), request.POST.get("field_page", "")
    page, asked = Page(row, registered(row.workspace), key), None
    try:
        rights.may_write_in(row, acting(request))
        asked = filled_in.read(page, request.POST)
        done = _done(request, row, asked)
    except NotFilledIn as wrong:
        came = Came(forms={wrong.name: wrong.form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        return show(request, row, key, came)
    except NotOffered:
        # What the page offered then may be gone by now.
        if _version(request) in ("", str(row.version)):
            raise
        return _refused(request, row, page, asked, DraftChanged())
    except (EditRefused, Problem) as problem:
        return _refused(request, row, page, asked, problem)
    return _told(request, done, page, asked)


@require_POST
@never_cache
@member_required
def join(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    """Become an author of somebody's draft."""
    row = draft_of(request, draft_id)
    try:
        editing.join(member=acting(request), draft_id=row.pk)
    except Problem as problem:
        note(request, problem)
        return show(request, row, came=Came(refused=problem, status=problem.status))
    messages.success(request, _("You are an author of this draft now."))
    return go(request, reverse("policy-draft", args=[row.pk]))


@require_POST
@never_cache
@member_required
def withdraw(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    row = draft_of(request, draft_id)
    try:
        editing.withdraw(member=acting(request), draft_id=row.pk, version=number_of(request, "version"))
    except Problem as problem:
        note(request, problem)
        return show(request, draft_of(request, draft_id), came=Came(refused=problem, status=problem.status))
    messages.success(request, _("The draft is withdrawn. It stays to be read."))
    return go(request, reverse("policy"))


def show(request: HttpRequest, row: PolicyDraft, key: str = "", came: Came = Came()) -> HttpResponse:
    """The whole page; asked by htmx, the part of it that changes."""
    rows = edits(row)
    head = heading(request, row, edits=rows)
    if key and key not in row.document.get("fields", {}):
        raise Http404
    # What it says of each field stands in the list; a page of its own is for writing.
    key = key if head.steps.write else ""
    page = Page(row, head.known, key)
    fragment = wants_part(request)
    context: dict[str, Any] = {  # Any: what a template reads
        "draft": row,
        "head": head,
        "sheet": sheet(head, page.called),
        "came": came,
        "field": key,
        **(_field_page(page, came) if key else _forms(page, came, write=head.steps.write)),
    }
    if not key:
        context["trail"] = trail(rows, page.called)
    template = "ledgers/policy/_editor.html" if fragment else "ledgers/policy/draft.html"
    return render(request, template, context, status=came.status)


def _forms(page: Page, came: Came, *, write: bool) -> dict[str, Any]:
    """The forms of the parts, one of them as it was sent where it has to be mended."""
    answers = came.forms.get("answers") or page.answers_form()
    if not write:
        return {"answers": answers}
    return {
        "answers": answers,
        "scope": came.forms.get("scope") or page.scope_form(),
        "field_in": came.forms.get("field_in") or NewFieldForm(),
        "file": came.forms.get("file") or FileForm(),
        "keys": [key for key in page.keys if key not in page.document.get("fields", {})],
        "longest": LONGEST,
    }


def _field_page(page: Page, came: Came) -> dict[str, Any]:
    own = page.held.get("order")
    order = own or general_order(page.document, page.held.get("authoritative"))
    return {
        "form": came.forms.get("field") or page.field_form(),
        "source": came.forms.get("source") or page.source_form(),
        "own": bool(own),
        "order": rungs(order, page.called),
        "rest": [(capfirst(str(MEMBERS[name])), said(name, held, page.called)) for name, held in _rest(page)],
        "called": page.called.fields.get(page.field) or page.field,
    }


def _rest(page: Page) -> list[tuple[str, Any]]:
    """What the draft says of the field and no form changes."""
    shown = {*FieldForm.base_fields, "order"}
    return [(name, page.held[name]) for name in MEMBERS if name in page.held and name not in shown]


def _done(request: HttpRequest, row: PolicyDraft, asked: Asked) -> PolicyDraft:
    seen = number_of(request, "version")
    if seen != row.version and not row.over:
        raise DraftChanged
    return editing.edit_all(member=acting(request), draft_id=row.pk, version=seen, kind=asked.kind, edits=asked.edits)


def _told(request: HttpRequest, row: PolicyDraft, page: Page, asked: Asked) -> HttpResponse:
    """What was done, beside it; without scripts and where it leads to another page, at the head of that."""
    words = asked.told(row.document) if asked.edits else _("Nothing was changed.")
    here = reverse("policy-draft", args=[row.pk])
    if asked.kind == "add_field":
        key = asked.edits[0][1]["field"]
        messages.success(request, words)
        return go(request, f"{here}?{urlencode({'field': key})}")
    if asked.kind == "remove_field":
        messages.success(request, words)
        return go(request, f"{here}#fields")
    if by_htmx(request):
        return show(request, row, page.field, Came(part=asked.part, said=words, gone=asked.gone))
    messages.success(request, words)
    query = f"?{urlencode({'field': page.field})}" if page.field else ""
    return go(request, f"{here}{query}#{asked.part}")


def _refused(
    request: HttpRequest, row: PolicyDraft, page: Page, asked: Asked | None, problem: EditRefused | Problem
) -> HttpResponse:
    """What kept it from being done, in words; what was pressed or typed is not lost by it."""
    fresh = draft_of(request, row.pk)
    changed = isinstance(problem, DraftChanged) or _version(request) not in ("", str(fresh.version))
    if isinstance(problem, EditRefused):
        problem = DraftChanged() if changed else InvalidEdit(problem)
    note(request, problem)
    if isinstance(problem, DraftChanged):
        came = Came(refused=problem, stale=_stale(request, fresh, page, asked), status=problem.status)
    else:
        blocked = found.told(getattr(problem, "findings", ()), page.called)
        came = Came(refused=problem, found=blocked, forms=_as_sent(request, page), status=problem.status)
    key = page.field if page.field in fresh.document.get("fields", {}) else ""
    return show(request, fresh, key, came)


def _stale(request: HttpRequest, fresh: PolicyDraft, page: Page, asked: Asked | None) -> Stale:
    sent = [(name, str(text)) for name, texts in request.POST.lists() for text in texts if name not in LEFT_OUT]
    typed = [text for name, text in sent if text and not name.startswith(("initial-", "press", "field_page"))]
    action = reverse("policy-draft-edit", args=[fresh.pk]) if asked else ""
    words = asked.words if asked else tuple(typed)
    return Stale(since(edits(fresh), request.POST.get("hash", ""), page.called), words, sent, action)


def _as_sent(request: HttpRequest, page: Page) -> dict[str, Form]:
    """The form that was sent, with what was typed in it."""
    match request.POST.get("press"):
        case "answers":
            return {"answers": page.answers_form(request.POST)}
        case "field" if page.field:
            return {"field": page.field_form(request.POST)}
        case "scope-in":
            return {"scope": page.scope_form(request.POST)}
        case "field-in":
            return {"field_in": NewFieldForm(request.POST)}
    return {}


def _version(request: HttpRequest) -> str:
    return request.POST.get("version", "")
