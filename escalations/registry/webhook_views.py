"""The pages of addresses that are told of events, and of what was sent to each."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from escalations.registry import webhooks
from escalations.registry.webhook_forms import NewWebhook
from escalations.registry.webhook_words import STOPPED, error, state
from escalations.telling import EVENTS
from ledgers import clock
from memoryhub.accounts import offered
from memoryhub.accounts.access import acting, go, role_required
from memoryhub.accounts.errors import Problem
from memoryhub.hooks import webhooks as addresses
from memoryhub.hooks.models import Webhook
from memoryhub.hooks.webhooks import Issued

PAGE = 50


@never_cache
@role_required(*webhooks.MANAGERS)
@require_http_methods(["GET", "HEAD", "POST"])
def webhook_list(request: HttpRequest) -> HttpResponse:
    member = acting(request)
    form = NewWebhook(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            return _issued(request, webhooks.add(by=member, **said))
        except Problem as problem:
            form.add_error("name", str(problem.detail))
    context = {"form": form, "events": EVENTS, "webhooks": addresses.in_workspace(member.workspace)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "escalations/webhooks.html", context, status=status)


@require_safe
@never_cache
@role_required(*webhooks.MANAGERS)
def webhook_page(request: HttpRequest, webhook_id: uuid.UUID) -> HttpResponse:
    """What was sent to one address, newest first."""
    webhook, after = _find(request, webhook_id), request.GET.get("after", "")
    rows = addresses.deliveries(webhook)
    place = _place(after)
    found = list((rows.filter(id__lt=place) if place else rows)[: PAGE + 1])
    here = reverse("webhook", args=[webhook.pk])
    context = {
        "webhook": webhook,
        "stopped": STOPPED.get(webhook.stopped_because, ""),
        "rows": [(row, state(row), error(row)) for row in found[:PAGE]],
        "first": here if place else "",
        "onward": f"{here}?after={found[PAGE - 1].pk}" if len(found) > PAGE else "",
    }
    return render(request, "escalations/webhook.html", context)


@require_POST
@never_cache
@role_required(*webhooks.MANAGERS)
def webhook_do(request: HttpRequest, webhook_id: uuid.UUID) -> HttpResponse:
    """Test, rotate, stop or start."""
    webhook, member = _find(request, webhook_id), acting(request)
    match request.POST.get("what"):
        case "rotate":
            return _issued(request, webhooks.rotate(webhook, member))
        case "stop":
            webhooks.stop(webhook, member)
            messages.success(request, _("%(name)s is told nothing from now on.") % {"name": webhook.name})
        case "start":
            webhooks.start(webhook, member)
            messages.success(
                request, _("%(name)s is told again, of what happens from now on.") % {"name": webhook.name}
            )
        case "test":
            _try(request, webhook)
        case _other:
            raise offered.NotOffered
    return go(request, reverse("webhook", args=[webhook.pk]))


@require_POST
@role_required(*webhooks.MANAGERS)
def webhook_again(request: HttpRequest, webhook_id: uuid.UUID) -> HttpResponse:
    """Send one message again."""
    webhook = _find(request, webhook_id)
    delivery = get_object_or_404(addresses.deliveries(webhook), pk=_place(request.POST.get("delivery", "")))
    try:
        addresses.send_again(delivery, clock.now())
        messages.success(request, _("It is sent again, with the same id."))
    except Problem as problem:
        messages.error(request, str(problem.detail))
    return go(request, reverse("webhook", args=[webhook.pk]))


def _try(request: HttpRequest, webhook: Webhook) -> None:
    try:
        addresses.send_test(webhook)
        messages.success(request, _("A test is on its way. Load the page again to see what came of it."))
    except Problem as problem:
        messages.error(request, str(problem.detail))


def _issued(request: HttpRequest, issued: Issued) -> HttpResponse:
    """Show the secret, in this answer only: no redirect, since nothing keeps the secret for the next page."""
    context = {"webhook": issued.webhook, "secret": issued.secret}
    return render(request, "escalations/webhook_issued.html", context, status=HTTPStatus.CREATED)


def _find(request: HttpRequest, webhook_id: uuid.UUID) -> Webhook:
    return get_object_or_404(addresses.in_workspace(acting(request).workspace), pk=webhook_id)


def _place(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
