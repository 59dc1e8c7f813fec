"""What if: two claims that somebody makes up, judged by the version in force and, where one is chosen, by a draft.

The form is posted, since it may hold values; what it leads to is an address that holds none, so that a result can be
passed on. Nothing is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledgers.domain.policy import Policy
from ledgers.domain.supposed import judge
from ledgers.naming import name_of
from ledgers.policy_pages import what_if_examples
from ledgers.policy_pages.what_if_fields import VALUES
from ledgers.policy_pages.what_if_form import WhatIf
from ledgers.selectors.policies import active_version
from ledgers.selectors.rules import as_registered
from ledgers.selectors.supposing import Offered, offered, readable
from ledgers.what_if_words import Outcome, outcome, place_in_words, supposed_in_words
from memoryhub.accounts.access import acting, go, member_required
from memoryhub.accounts.models import Workspace

PAGE = "ledgers/policy/what_if.html"
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the policies side by side; `outcome` None: a check stops it, so that it judges nothing."""

    title: str
    outcome: Outcome | None


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def what_if(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    version = active_version(workspace)
    if version is None:
        return render(request, PAGE)
    known = offered(workspace, version)
    with timezone.override(workspace.zone):
        if request.method == "POST":
            return _asked(request, workspace, known)
        return _shown(request, workspace, known)


def _asked(request: HttpRequest, workspace: Workspace, known: Offered) -> HttpResponse:
    form = WhatIf(request.POST, workspace=workspace, offered=known)
    if form.is_valid():
        return go(request, f"{reverse('policy-what-if')}?{form.address()}#what-if-result")
    return render(request, PAGE, {"form": form, "version": known.version}, status=422)


def _shown(request: HttpRequest, workspace: Workspace, known: Offered) -> HttpResponse:
    if any(name in request.GET for name in VALUES):
        return _without_values(request)
    if not any(name in request.GET for name in (*WhatIf.base_fields, REFUSED)):
        examples = what_if_examples.examples(workspace, known)
        form = WhatIf(None, workspace=workspace, offered=known, initial=what_if_examples.start(workspace))
        return render(request, PAGE, {"form": form, "version": known.version, "examples": examples})
    form = WhatIf(request.GET, workspace=workspace, offered=known, refused=request.GET.getlist(REFUSED))
    context = {"form": form, "version": known.version}
    if not form.is_valid():
        return render(request, PAGE, context, status=422)
    return render(request, PAGE, {**context, **_result(form, known)})


def _without_values(request: HttpRequest) -> HttpResponse:
    """The address without the values that somebody put into it: they leave the browser's line as well."""
    kept = request.GET.copy()
    for name in VALUES:
        if kept.pop(name, None):
            kept.appendlist(REFUSED, name)
    return go(request, f"{reverse('policy-what-if')}?{kept.urlencode()}")


def _result(form: WhatIf, known: Offered) -> dict[str, object]:
    supposed, said = form.supposed(), form.cleaned_data
    field = known.fields[said["field"]]
    names = {source.key: source.name or source.key for source in known.sources.values()}
    sides = [_side(form, known.policy, _("Version %(n)d, in force") % {"n": known.version.version})]
    if said["draft"]:
        draft = known.drafts[said["draft"]]
        sides.append(_side(form, readable(draft), _("Draft “%(title)s”") % {"title": draft.title}))
    return {
        "place": place_in_words(name_of(field, field.key), said["scope"]),
        "supposed": supposed_in_words(supposed, names),
        "sides": sides,
        "differ": len({side.outcome for side in sides}) > 1,
        "link": f"{reverse('policy-what-if')}?{form.address()}",
    }


def _side(form: WhatIf, policy: Policy | None, title: str) -> Side:
    if policy is None:
        return Side(title, None)
    said = form.cleaned_data
    rule = policy.rule(as_registered(form.offered.fields[said["field"]], said["field"]), said["scope"])
    return Side(title, outcome(judge(form.supposed(), rule, form.workspace.zone), rule, policy))
