"""The buttons of a fact's page that put it to its owner."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from escalations.card.case_views import note
from escalations.deciding.choice import CHOICES
from escalations.errors import InvalidStep, NotYours
from escalations.facts.asking import ask_for_review
from escalations.models import Case
from memoryhub.accounts.access import acting, go, member_required

ENDED = CHOICES[Case.Kind.REVIEW_DUE].index("ended") + 1


@require_POST
@never_cache
@member_required
def fact_review(request: HttpRequest, fact_id: uuid.UUID) -> HttpResponse:
    """Ask its owner whether a fact is still true; an owner who presses "mark expired" arrives at that choice."""
    try:
        case, opened = ask_for_review(member=acting(request), fact=fact_id)
    except InvalidStep as problem:
        messages.warning(request, str(problem.errors[0]["detail"]))
        return go(request, reverse("fact", args=[fact_id]))
    except NotYours as problem:
        note(request, problem)
        raise PermissionDenied(str(problem.detail)) from problem
    if not opened:
        messages.info(request, _("It is asked already: this is the open case."))
    elif case.owner != acting(request):
        messages.success(request, _("Its owner is asked whether it is still true."))
    ends = "ended" in request.POST and case.kind == Case.Kind.REVIEW_DUE
    return go(request, reverse("case", args=[case.pk]) + (f"#outcome-{ENDED}" if ends else ""))
