"""From nothing to the first claim: each step is an address of its own, and can be left and come back to."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from escalations.members.people import save_program
from escalations.registry.giving_tokens import give
from escalations.start import setting_up
from escalations.start.forms import FactRow, FirstAgent, NewWorkspace, Template, check_across, named
from escalations.start.samples import command, disagreeing, sample
from ledgers.models import Source
from memoryhub.accounts.access import acting, by_htmx, go, role_required, signed_in_user
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.membership import enter
from memoryhub.accounts.models import Agent, Member, Role, Setup
from memoryhub.accounts.sessions import asked_by_itself

ADMINS = role_required(Role.ACCOUNT_ADMIN)
Step = Callable[[HttpRequest, Setup], HttpResponse]
View = Callable[[HttpRequest], HttpResponse]
STEPS = {"policy": "start-policy", "facts": "start-facts", "agent": "start-agent", "claim": "start-claim"}


def _at(*steps: str) -> Callable[[Step], View]:
    """Of a page of these steps: who is at another one, by a reload or the way back, goes on where the set-up stands."""

    def wrap(view: Step) -> View:
        @wraps(view)
        def shown(request: HttpRequest) -> HttpResponse:
            found = Setup.objects.select_related("workspace").filter(workspace=acting(request).workspace).first()
            if found is None:
                raise Http404
            return view(request, found) if found.step in steps else go(request, reverse(STEPS[found.step]))

        return shown

    return wrap


@never_cache
@ADMINS
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Name the workspace. Who stands in one that is not finished goes on where they were."""
    here = Setup.objects.filter(done_at__isnull=True).first()
    if here is not None and request.method == "GET":
        return go(request, reverse(STEPS[here.step]))
    workspace = acting(request).workspace
    initial = {"language": workspace.language, "time_zone": workspace.time_zone}
    form = NewWorkspace(request.POST or None, initial=initial)
    if form.is_valid():
        made = setting_up.found(by=acting(request), user=signed_in_user(request), **form.cleaned_data)
        enter(request, made.pk)
        return go(request, reverse("start-policy"))
    return _shown(request, "begin", form)


@never_cache
@ADMINS
@require_http_methods(["GET", "POST"])
@_at("policy", "facts")
def policy(request: HttpRequest, setup: Setup) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = Template(posted, initial={"template": "shipped"})
    if form.is_valid():
        setting_up.begin_with(setup, form.cleaned_data["template"], acting(request))
        return go(request, reverse("start-facts"))
    return _shown(request, "policy", form)


@never_cache
@ADMINS
@require_http_methods(["GET", "POST"])
@_at("facts")
def facts(request: HttpRequest, setup: Setup) -> HttpResponse:
    """The table. Every button keeps what was typed; the last one makes it count."""
    if request.method == "GET":
        return _table(request, [FactRow(number, typed=row) for number, row in enumerate(setup.rows)])
    rows = _typed(request)
    changed = _changed(request, rows)
    Setup.objects.filter(pk=setup.pk).update(rows=rows if changed is None else changed)
    if changed is not None:
        return go(request, f"{reverse('start-facts')}#row-{max(len(changed) - 1, 0)}")
    if "later" in request.POST:
        messages.success(request, _("Kept. Come back to it from the menu at the top right."))
        return go(request, reverse("queue"))
    forms = [FactRow(number, data=_as_posted(number, row)) for number, row in enumerate(setting_up.carried(rows))]
    check_across(forms)
    if not all(form.is_valid() for form in forms) or not _furnished(request, setup, forms):
        return _table(request, forms, status=422)
    return go(request, reverse("start-agent"))


@never_cache
@ADMINS
@require_http_methods(["GET", "POST"])
@_at("agent")
def agent(request: HttpRequest, setup: Setup) -> HttpResponse:
    """The first agent. Its token is in the answer to the form, with a line that posts a claim, and nowhere else."""
    by = acting(request)
    sources = [(row.key, str(row)) for row in Source.objects.filter(workspace=by.workspace).order_by("key")]
    form = FirstAgent(request.POST or None, sources=sources)
    if form.is_valid():
        data = form.cleaned_data
        if Agent.objects.filter(workspace=by.workspace, key=data["key"]).exists():
            form.add_error("key", _("Somebody has this key already. Choose another."))
        else:
            return _first_token(request, setup, data)
    return _shown(request, "agent", form, named=named(setup.rows))


@asked_by_itself
@require_safe
@never_cache
@ADMINS
@vary_on_headers("HX-Request")
@_at("claim")
def claim(request: HttpRequest, setup: Setup) -> HttpResponse:
    """Whether the first claim came. Looking again is a link; with scripts the page looks by itself.

    One about a field nobody registered is told as that, and the page goes on waiting.
    """
    came = setting_up.first_claim(setup.workspace)
    if came is not None and came.slot_id is not None and setup.done_at is None:
        setting_up.finish(setup)
    htmx = by_htmx(request)
    return render(request, f"escalations/start/{'_waiting' if htmx else 'claim'}.html", {"claim": came})


def _typed(request: HttpRequest) -> list[setting_up.Row]:
    count = request.POST.get("count", "")
    numbers = range(min(int(count), 200)) if count.isdecimal() and len(count) < 5 else range(0)
    return [
        {name: request.POST.get(f"row{number}-{name}", "")[:300] for name in setting_up.COLUMNS} for number in numbers
    ]


def _as_posted(number: int, row: setting_up.Row) -> dict[str, str]:
    return {f"row{number}-{name}": value for name, value in row.items()}


def _changed(request: HttpRequest, rows: list[setting_up.Row]) -> list[setting_up.Row] | None:
    """The rows after a button that only changes the table; None for the others."""
    if "keep" in request.POST:
        return rows
    if "add" in request.POST:
        return [*rows, setting_up.blank(rows, acting(request))]
    out = request.POST.get("remove", "")
    return [row for number, row in enumerate(rows) if str(number) != out] if out else None


def _furnished(request: HttpRequest, setup: Setup, forms: list[FactRow]) -> bool:
    """Whether the table now counts; what was refused stands at its cell."""
    by, rows = acting(request), [form.cleaned_data for form in forms]
    if not rows:
        messages.error(request, _("Add a row: without one nothing can be claimed."))
        return False
    try:
        setting_up.furnish(workspace=by.workspace, admin=by, template=setup.template, rows=rows)
    except setting_up.Refused as refused:
        forms[refused.row].add_error(refused.column, refused.detail)
    except Problem as problem:
        forms[0].add_error(None, "; ".join(str(error["detail"]) for error in problem.errors) or str(problem.detail))
    else:
        return True
    return False


@transaction.atomic
def _first_token(request: HttpRequest, setup: Setup, data: dict[str, Any]) -> HttpResponse:  # Any: checked members
    by = acting(request)
    made, _new = save_program(workspace=by.workspace, by=by, key=data["key"], purpose=data["purpose"])
    issued = give(by=by, name=data["key"], agent=made, sources=data["sources"], scopes=["*"], may_write=True)
    Setup.objects.filter(pk=setup.pk).update(step="claim")
    address = request.build_absolute_uri("/api/v1/claims")
    line = command(address, sample(by.workspace, data["sources"]))
    pair = zip(disagreeing(by.workspace, data["sources"]), ("one-value", "another-value"), strict=False)
    asked = "\n\n".join(command(address, body, key) for body, key in pair)
    context = {"secret": issued.secret, "line": line, "asked": asked, "step": "claim"}
    return render(request, "escalations/start/token.html", context, status=201)


def _table(request: HttpRequest, forms: list[FactRow], status: int = 200) -> HttpResponse:
    wrong = [cell for number, form in enumerate(forms) for cell in form.wrong(number)] if status != 200 else []
    alone = Member.objects.filter(workspace=acting(request).workspace, active=True).count() == 1
    context = {"forms": forms, "count": len(forms), "wrong": wrong, "step": "facts", "alone": alone}
    return render(request, "escalations/start/facts.html", context, status=status)


def _shown(request: HttpRequest, step: str, form: Form, **more: object) -> HttpResponse:
    context = {"form": form, "step": step, **more}
    return render(request, f"escalations/start/{step}.html", context, status=422 if form.errors else 200)
