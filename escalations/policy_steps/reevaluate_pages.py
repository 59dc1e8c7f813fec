"""Open questions looked at again under the version in force: first what would close, then, confirmed, that it does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from escalations import reevaluating
from escalations.models import Case
from escalations.reevaluating import MOST, ROLES, Preview
from escalations.titles import question
from ledgers import wording
from ledgers.models import Field
from ledgers.naming import field_name, subject_name
from ledgers.policy_pages.sent import note, number_of
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, role_required
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Row:
    """A question, and the rule that would close it; once it was looked at, whether it did."""

    id: UUID
    subject: str
    question: str
    rule: str = ""
    closed: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(*ROLES)
def reevaluate(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _preview(request)
    wanted = [offered.key(text) for text in request.POST.getlist("case")]
    if len(wanted) > MOST:
        raise offered.NotOffered
    version = number_of(request, "version")
    try:
        closed = reevaluating.carry_out(member=acting(request), version=version, wanted=wanted)
    except Problem as problem:
        note(request, problem)
        return _preview(request, problem)
    context = {"rows": _looked(acting(request).workspace, wanted), "closed": closed, "version": version}
    return render(request, "escalations/policy/reevaluated.html", context)


def _preview(request: HttpRequest, refused: Problem | None = None) -> HttpResponse:
    after = offered.key_or_none(request.GET.get("after", ""))
    found = reevaluating.preview(member=acting(request), after=after)
    context = {"found": found, "rows": _closing(acting(request).workspace, found), "refused": refused, "after": after}
    return render(request, "escalations/policy/reevaluate.html", context, status=refused.status if refused else 200)


def _closing(workspace: Workspace, found: Preview) -> Sequence[Row]:
    names = _names(workspace)
    return [_row(one.case, names, rule=wording.rule(one.rule)) for one in found.closes]


def _looked(workspace: Workspace, wanted: Collection[UUID]) -> Sequence[Row]:
    """What became of the questions that were ticked; what somebody is deciding, or is over, was left alone."""
    names = _names(workspace)
    rows = Case.objects.filter(workspace=workspace, pk__in=wanted).select_related("slot__subject").order_by("pk")
    return [_row(case, names, closed=case.state != Case.State.OPEN) for case in rows]


def _row(case: Case, names: dict[str, str], *, rule: str = "", closed: bool = False) -> Row:
    field = case.slot.field
    asked = question(case, names.get(field, field))
    return Row(case.pk, subject_name(case.slot.subject.shown), asked, rule, closed)


def _names(workspace: Workspace) -> dict[str, str]:
    rows = Field.objects.filter(workspace=workspace).values_list("key", "name", "name_pt")
    return {key: field_name(key, name, name_pt) for key, name, name_pt in rows}
