"""The policy in force, in words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.models import Source
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
        return render(request, "ledgers/policy.html", {"workspace": workspace})
    _number, active = policies.active(workspace)
    names = dict(Source.objects.filter(workspace=workspace).values_list("key", "name"))
    context = {"version": version, "policy": active, "words": explain(active, names)}
    return render(request, "ledgers/policy.html", context)
