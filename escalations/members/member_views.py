"""The people of a workspace: who is in, with which roles, and what happens when somebody comes or leaves."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from escalations.members import joining, other_sign_in, people
from escalations.members.member_forms import NewPerson, Person
from escalations.members.membership import Colleague, colleague, colleagues, leaving
from memoryhub.accounts import letters, role_words, stepping_up, ways_in
from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.errors import NotAllowed, Problem
from memoryhub.accounts.members import has_another_login
from memoryhub.accounts.models import Member, Role, User
from memoryhub.accounts.stepping_up import fresh_required

ADMINS = role_required(Role.ACCOUNT_ADMIN)


@require_safe
@never_cache
@ADMINS
def members(request: HttpRequest) -> HttpResponse:
    return render(request, "escalations/members.html", {"people": colleagues(acting(request).workspace)})


@never_cache
@require_http_methods(["GET", "POST"])
@ADMINS
def member_new(request: HttpRequest) -> HttpResponse:
    """Add a person and invite them; the link is in this answer, once, where nobody else's login hangs on it."""
    form = NewPerson(request.POST or None)
    if form.is_valid():
        workspace, data = acting(request).workspace, form.cleaned_data
        if Member.objects.filter(workspace=workspace, key=data["key"]).exists():
            form.add_error("key", _("Somebody has this key already. Choose another."))
        elif (member := _saved(request, form, **data)) is not None:
            return _invited(request, member)
    return render(request, "escalations/member_new.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@ADMINS
def member(request: HttpRequest, member_id: uuid.UUID) -> HttpResponse:
    by, found = acting(request), colleague(acting(request).workspace, member_id)
    form = Person.of(found.member, by, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _person(request, found, form)
    had_login, email = found.member.user is not None, form.cleaned_data.get("email", "")
    if had_login and has_another_login(found.member, email):
        if not stepping_up.fresh(request):
            messages.info(request, _("Confirm who you are, then change the e-mail: it is another sign-in."))
        return _changed_fresh(request, found, form)
    return _changed(request, found, form)


def _changed(request: HttpRequest, found: Colleague, form: Person, *, fresh: bool = False) -> HttpResponse:
    member, login = found.member, found.member.user_id
    said = {"key": member.key, "active": member.active, "fresh": fresh, **form.cleaned_data}
    changed = _saved(request, form, **said)
    if changed is None:
        return _person(request, found, form)
    if changed.active and (changed.user_id != login or changed.asked is not None):
        return _invited(request, changed)
    messages.success(request, _("Saved."))
    return go(request, reverse("member", args=[member.pk]))


@fresh_required
def _changed_fresh(request: HttpRequest, found: Colleague, form: Person) -> HttpResponse:
    """Another sign-in in place of one: whoever is at the screen shows that it is still them."""
    return _changed(request, found, form, fresh=True)


def _person(request: HttpRequest, found: Colleague, form: Person) -> HttpResponse:
    context = {"person": found, "form": form}
    return render(request, "escalations/member.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@ADMINS
def member_deactivate(request: HttpRequest, member_id: uuid.UUID) -> HttpResponse:
    """What would follow, counted by doing it and taking it back; a POST does it."""
    by = acting(request)
    found, form = get_object_or_404(Member, workspace=by.workspace, pk=member_id, active=True), Form(request.POST or {})
    if request.method == "POST" and _saved(request, form, key=found.key, name=found.name, active=False) is not None:
        messages.success(request, _("%(name)s is out, on every device.") % {"name": found.name})
        return go(request, reverse("members"))
    context = {"leaving": leaving(found, by), "form": form}
    return render(request, "escalations/member_deactivate.html", context, status=422 if form.errors else 200)


@require_POST
@ADMINS
def member_reactivate(request: HttpRequest, member_id: uuid.UUID) -> HttpResponse:
    by = acting(request)
    found = get_object_or_404(Member, workspace=by.workspace, pk=member_id)
    people.save_person(workspace=by.workspace, by=by, key=found.key, name=found.name, active=True)
    messages.success(request, _("%(name)s may sign in again. Tokens that ended stay ended.") % {"name": found.name})
    return go(request, reverse("member", args=[member_id]))


@never_cache
@require_POST
@ADMINS
def member_invite(request: HttpRequest, member_id: uuid.UUID) -> HttpResponse:
    """Another invitation for somebody who did not take the first."""
    by, rows = acting(request), Member.objects.select_related("user", "workspace")
    found = get_object_or_404(rows, workspace=by.workspace, pk=member_id, active=True)
    found.asked = User.objects.filter(email=joining.asked_of(found)).first()
    if found.asked is not None:
        joining.ask(found, found.asked, by)
    elif found.user is None:
        raise Http404
    return _invited(request, found)


@require_safe
def roles(request: HttpRequest) -> HttpResponse:
    context = {"everybody": role_words.EVERYBODY, "roles": role_words.ROLES, "agents": role_words.AGENTS}
    return render(request, "escalations/roles.html", context)


def _saved(request: HttpRequest, form: Form, **said: object) -> Member | None:
    """The member as saved, or nothing with the refusal on the form."""
    by = acting(request)
    try:
        return people.save_person(workspace=by.workspace, by=by, **said)[0]  # type: ignore[arg-type]  # checked members
    except NotAllowed:
        raise
    except Problem as problem:
        for error in problem.errors:
            name = error["pointer"].removeprefix("#/")
            form.add_error(name if name in form.fields else None, str(error["detail"]))
        return None


def _invited(request: HttpRequest, found: Member) -> HttpResponse:
    if found.asked is not None:
        context = {"person": found, "email": found.asked.email, "asked": True}
        return render(request, "escalations/member_invited.html", context, status=201)
    letters.ask_for("mail_invitation", found.pk)
    shown = ways_in.may_be_shown(found) and not other_sign_in.had_one(found)
    link = ways_in.link_for(found.user) if found.user is not None and shown else ""
    new = found.user is not None and not found.user.has_usable_password()
    context = {"person": found, "email": found.user.email if found.user else "", "link": link, "new": new}
    return render(request, "escalations/member_invited.html", context, status=201)
