"""The policy in force, in words; the drafts that are open; and where a draft begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.domain.policy import Declared, Policy
from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyDraft, Source
from ledgers.policy_pages.autonomy import READERS
from ledgers.policy_pages.file_form import StartForm
from ledgers.policy_pages.filled_in import missing
from ledgers.policy_pages.found import Told
from ledgers.policy_pages.heading import TONES, Mark, State
from ledgers.policy_words import PolicyWords, explain
from ledgers.selectors import emergencies
from ledgers.selectors.drafts import open_drafts
from ledgers.selectors.policies import active_version, confirmed_by
from ledgers.services import policies
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Role, Workspace


@dataclass(frozen=True, slots=True)
class Row:
    """A draft, and how its state looks."""

    draft: PolicyDraft
    state: Mark


@require_safe
@member_required
def policy(request: HttpRequest) -> HttpResponse:
    return overview(request)


def overview(
    request: HttpRequest,
    form: StartForm | None = None,
    refused: Problem | None = None,
    found: tuple[Told, ...] = (),
) -> HttpResponse:
    """The page; where a draft could not be begun, with what was typed and why not."""
    workspace, member = acting(request).workspace, acting(request)
    version = active_version(workspace)
    context: dict[str, Any] = {  # Any: what a template reads
        "workspace": workspace,
        "version": version,
        "drafts": [row_of(draft) for draft in open_drafts(workspace).defer("document", "base__document")],
        "form": form or StartForm(),
        "open": form is not None,
        "errors": missing(form) if form is not None and not refused else [],
        "refused": refused,
        "found": found,
        "waits": emergencies.waiting(workspace),
        "approver": member.has_role(Role.POLICY_APPROVER),
        "may_start": member.has_role(Role.POLICY_EDITOR),
    }
    if version is not None:
        _number, active = policies.active(workspace)
        context |= {
            "policy": active,
            "words": _words(workspace, active),
            "confirmed_by": confirmed_by(version),
            "may_count": member.has_role(*READERS),
        }
    status = refused.status if refused else 422 if form is not None and form.errors else 200
    return render(request, "ledgers/policy/overview.html", context, status=status)


def row_of(draft: PolicyDraft) -> Row:
    state = State(draft.state)
    return Row(draft, Mark(state.label, *TONES[state]))


def _words(workspace: Workspace, active: Policy) -> PolicyWords:
    names = dict(Source.objects.filter(workspace=workspace).values_list("key", "name"))
    fields = Field.objects.filter(workspace=workspace).select_related("authoritative")
    return explain(active, names, [_as_declared(field) for field in fields])


def _as_declared(field: Field) -> Declared:
    source = field.authoritative
    return Declared(
        field.key,
        name=field.name,
        name_pt=field.name_pt,
        values=field.values,
        sensitivity=field.sensitivity or None,
        review_days=field.review_days,
        authoritative=(Tier(source.tier), source.key) if source else None,
    )
