"""The registries on one page, and the registry admin's list of unknown fields."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from escalations.registry.forms import UnknownAnswer
from escalations.registry.overview import alerts, answering
from escalations.registry.registering import map_unknown, register_unknown
from escalations.registry.responsibility_pages import EDITORS
from ledgers.models import Field, UnknownField
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.selectors import registry as registries
from ledgers.selectors.near import nearest, sensitive_keys
from ledgers.services.registries import refuse_unknown
from ledgers.showing import masked, shown
from memoryhub.accounts.access import acting, member_required, role_required
from memoryhub.accounts.models import Member, Role


@require_safe
@member_required
def registry(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    rows = answering(member.workspace)
    context = {
        "registry": registries.overview(member.workspace),
        "rows": rows,
        "alerts": alerts(member.workspace, rows),
        "admin": f"/{settings.ADMIN_PATH}" if member.user and member.user.is_staff else "",
        "may_answer": member.has_role(Role.REGISTRY_ADMIN),
        "may_answer_for": member.has_role(*EDITORS),
        "may_set": member.has_role(Role.ACCOUNT_ADMIN),
    }
    return render(request, "escalations/registry.html", context)


@require_safe
@role_required(Role.REGISTRY_ADMIN)
def unknown_fields(request: HttpRequest) -> HttpResponse:
    workspace = acting(request).workspace
    sensitive = sensitive_keys(workspace)
    rows = [(row, nearest(row.key, sensitive)) for row in registries.unknown_fields(workspace)[: registries.MOST]]
    return render(request, "escalations/unknown_fields.html", {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.REGISTRY_ADMIN)
def unknown_field(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """One unknown field with what waits for it, and its three answers."""
    member = acting(request)
    unknown = registries.unknown_field(member.workspace, key)
    if unknown is None:
        raise Http404
    form = UnknownAnswer(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _answered(form, unknown, member):
        messages.success(
            request, _("Recorded: “%(key)s” is answered; what waited for it is settled.") % {"key": unknown.key}
        )
        return redirect("unknown-fields")
    context = {
        "unknown": unknown,
        "form": form,
        "near": nearest(unknown.key, sensitive_keys(member.workspace)),
        "fields": registries.field_keys(member.workspace),
        "claims": [
            (claim, masked(shown(claim.value)) if claim.content else shown(claim.value))
            for claim in registries.examples(unknown)
        ],
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/unknown_field.html", context, status=status)


def _answered(form: UnknownAnswer, unknown: UnknownField, by: Member) -> bool:
    """Give the answer; a refusal of the registry becomes the form's own errors."""
    said = form.cleaned_data
    try:
        match said["choice"]:
            case "register":
                members = ("name", "name_pt", "type", "values", "sensitivity", "review_days")
                data = {name: said[name] for name in members if said[name] not in ("", None)}
                register_unknown(unknown=unknown, by=by, options=form.options_given(), **data)
            case "map":
                map_unknown(unknown=unknown, by=by, field=_named(unknown, said["field"]))
            case _:
                refuse_unknown(unknown=unknown, by=by)
    except RegistryRefused as problem:
        for error in problem.errors:
            name = error["pointer"].removeprefix("#/")
            form.add_error(name if name in form.fields else None, str(error["detail"]))
        return False
    return True


def _named(unknown: UnknownField, key: str) -> Field:
    found = Field.objects.filter(workspace=unknown.workspace_id, key=key).first()
    if found is None:
        raise RegistryRefused([wrong("field", "no-such-field", _("Choose a registered field of this workspace."))])
    return found
