"""Drafts and versions as files: a draft begun, a file taken into it, and both handed out again."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ledgers.draft_errors import DraftBlocked, DraftChanged
from ledgers.models import PolicyDraft
from ledgers.policies import toml
from ledgers.policy_pages import found
from ledgers.policy_pages.editor import Came, Stale, show
from ledgers.policy_pages.file_form import FileForm, StartForm
from ledgers.policy_pages.heading import draft_of
from ledgers.policy_pages.overview import overview
from ledgers.policy_pages.sent import note, number_of
from ledgers.policy_pages.sheet import names
from ledgers.policy_pages.trail import edits, since
from ledgers.selectors.policies import versions
from ledgers.selectors.policy_check import registered
from ledgers.services.drafts import editing, rights
from memoryhub.accounts.access import acting, go, member_required, role_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Role

# The largest number that a column of versions holds.
LARGEST = 2**31 - 1


@require_POST
@never_cache
@role_required(Role.POLICY_EDITOR)
def start(request: HttpRequest) -> HttpResponse:
    """A draft with what is in force, or with what a file says."""
    member, form = acting(request), StartForm(request.POST, request.FILES)
    if not form.is_valid():
        return overview(request, form)
    document = form.cleaned_data.get("document")
    kind = "start" if document is None else "import"
    try:
        draft = editing.start(member=member, title=form.cleaned_data["title"], document=document, kind=kind)
    except Problem as problem:
        note(request, problem)
        return overview(request, _typed(StartForm, request, form), problem, _found(request, problem, form))
    messages.success(request, _("The draft is begun. Nothing of it is in force until a second person approves it."))
    return go(request, reverse("policy-draft", args=[draft.pk]))


@require_POST
@never_cache
@member_required
def take_in(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    """Put what a file says in place of what the draft said."""
    row, form = draft_of(request, draft_id), FileForm(request.POST, request.FILES)
    try:
        rights.may_write_in(row, acting(request))
        if not form.is_valid():
            return show(request, row, came=Came(forms={"file": form}, status=422))
        editing.save(
            member=acting(request),
            draft_id=row.pk,
            version=number_of(request, "version"),
            document=form.cleaned_data["document"],
            kind="import",
        )
    except Problem as problem:
        note(request, problem)
        return _not_taken(request, draft_of(request, draft_id), form, problem)
    messages.success(request, _("The file is taken in. What the check says of it stands below."))
    return go(request, reverse("policy-draft", args=[row.pk]))


@require_safe
@member_required
def draft_toml(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    return _file(toml.write(draft_of(request, draft_id).document), "policy-draft.toml")


@require_safe
@member_required
def version_toml(request: HttpRequest, version: int) -> HttpResponse:
    row = get_object_or_404(versions(acting(request).workspace), version=min(version, LARGEST))
    return _file(toml.write(row.document), f"policy-v{row.version}.toml")


def _not_taken(request: HttpRequest, row: PolicyDraft, form: FileForm, problem: Problem) -> HttpResponse:
    """Why not, with what was sent kept: in the form, or ready to be sent again where somebody wrote meanwhile."""
    text = form.data.get("text", "") if not form.is_bound or not hasattr(form, "cleaned_data") else _text(form)
    typed = FileForm(initial={"text": text})
    stale = None
    if isinstance(problem, DraftChanged):
        called = names(row.document, registered(row.workspace))
        changed = since(edits(row), request.POST.get("hash", ""), called)
        action = reverse("policy-draft-import", args=[row.pk])
        stale = Stale(changed, (_("Take in a file"),), [("text", text)], action)
    came = Came(
        refused=problem,
        found=_found(request, problem, form),
        stale=stale,
        forms={"file": typed},
        status=problem.status,
    )
    return show(request, row, came=came)


def _text(form: FileForm) -> str:
    return str(form.cleaned_data.get("text") or "")


def _typed(made: type[StartForm], request: HttpRequest, form: StartForm) -> StartForm:
    """What was typed, the text of a file included: a file itself no page can offer again."""
    return made(initial={"title": request.POST.get("title", ""), "text": _text(form)})


def _found(request: HttpRequest, problem: Problem, form: FileForm) -> tuple[found.Told, ...]:
    """What lint blocks of a file, with its lines."""
    if not isinstance(problem, DraftBlocked):
        return ()
    called = names({}, registered(acting(request).workspace))
    return found.told(problem.findings, called, _text(form))


def _file(text: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/toml; charset=utf-8", headers=headers)
