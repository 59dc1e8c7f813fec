"""The policy in force, in words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.domain.policy import Declared
from ledgers.domain.tiers import Tier
from ledgers.models import Field, Source
from ledgers.policy_words import explain
from ledgers.selectors.policies import active_version
from ledgers.services import policies
from memoryhub.accounts.access import acting, member_required


@require_safe
@member_required
def policy(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    version = active_version(workspace)
    if version is None:
        return render(request, "ledgers/policy/overview.html", {"workspace": workspace})
    _number, active = policies.active(workspace)
    names = dict(Source.objects.filter(workspace=workspace).values_list("key", "name"))
    fields = Field.objects.filter(workspace=workspace).select_related("authoritative")
    words = explain(active, names, [_as_declared(field) for field in fields])
    return render(request, "ledgers/policy/overview.html", {"version": version, "policy": active, "words": words})


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
