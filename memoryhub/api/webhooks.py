"""Addresses that are told of events. The secret is in the answer to the POST that made it and nowhere else."""

from __future__ import annotations

import uuid
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.registry import webhooks
from escalations.telling import EVENTS
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Choice, Instant, Text
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import ManagesPeople, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.people import acting
from memoryhub.hooks import webhooks as addresses
from memoryhub.hooks.models import Delivery, Webhook

STATES = ["waiting", "retrying", "sent", "given_up", "taken_back", "stopped", "erased"]
REFUSED = {
    422: [
        example("url-not-allowed", 422, "This address may not be told"),
        example("name-taken", 422, "This name is taken"),
    ]
}
STOPPED = {409: [example("webhook-stopped", 409, "This address is not told of anything")]}


class Events(serializers.ListField):
    child = Choice(choices=list(EVENTS))


class WebhookIn(Input):
    """Where, and of what: of every event unless some are named. Without a name it gets that of its host.

    `format` is `standard`, or `slack` for an incoming webhook of Slack.
    """

    url = Text(max_length=500)
    name = Text(required=False, max_length=100)
    events = Events(required=False, min_length=1, max_length=len(EVENTS))
    format = Choice(required=False, choices=Webhook.Format.values)


class WebhookOut(serializers.Serializer[Webhook]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    url = serializers.CharField(source="shown_url", help_text="Of Slack's the host alone: its path is a secret.")
    events = serializers.ListField(child=serializers.ChoiceField(choices=list(EVENTS)))
    format = serializers.ChoiceField(choices=Webhook.Format.values)
    created_at = Instant()
    stopped_at = Instant(allow_null=True)
    stopped_because = serializers.CharField(help_text="by_hand, gone (410) or failing (five days); empty while told.")


class WebhookIssuedOut(WebhookOut):
    secret = serializers.CharField(help_text="`whsec_…`, shown this once: signatures are checked with it.")


class DeliveryOut(serializers.Serializer[Delivery]):
    id = serializers.UUIDField()
    event = serializers.CharField()
    message = serializers.CharField(help_text="The `webhook-id` that receivers tell repeats apart by.")
    state = serializers.ChoiceField(choices=STATES)
    attempts = serializers.IntegerField()
    status = serializers.IntegerField(allow_null=True, help_text="What the receiver answered last.")
    error = serializers.CharField(help_text="Why there was no answer, in one word; empty otherwise.")
    at = Instant()
    next_at = Instant(allow_null=True)
    sent_at = Instant(allow_null=True)
    body = serializers.CharField(help_text="The exact text that is signed; empty once whom it was about was erased.")


class Webhooks(Explicit):
    """Addresses of the workspace, newest first, and new ones."""

    permissions = {"GET": ManagesPeople, "POST": ManagesPeople}

    @extend_schema(
        operation_id="webhook_list",
        tags=["webhooks"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("webhook", WebhookOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "webhooks")
        rows = asked.cut(Webhook.objects.filter(workspace=caller_of(request).workspace))
        return Response(asked.answer(rows, lambda row: WebhookOut(row).data))

    @extend_schema(
        operation_id="webhook_add",
        tags=["webhooks"],
        request=WebhookIn,
        responses={201: WebhookIssuedOut, **problems_for(400, 401, 403, 422, extra=REFUSED)},
    )
    def post(self, request: Request) -> Response:
        data = checked(WebhookIn, request)
        by = acting(caller_of(request))
        issued = webhooks.add(
            by=by,
            name=data.get("name", ""),
            url=data["url"],
            events=data.get("events", list(EVENTS)),
            form=data.get("format", Webhook.Format.STANDARD),
        )
        return Response(_with_secret(issued), status=201)


class Test(Explicit):
    """A message of the event `test`, to see whether the receiver takes it."""

    permissions = {"POST": ManagesPeople}

    @extend_schema(
        operation_id="webhook_test",
        tags=["webhooks"],
        request=None,
        responses={202: DeliveryOut, **problems_for(401, 403, 404, 409, extra=STOPPED)},
    )
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        return Response(DeliveryOut(addresses.send_test(_find(request, webhook_id))).data, status=202)


class Rotate(Explicit):
    """Another secret; for 24 hours messages carry the signatures of both."""

    permissions = {"POST": ManagesPeople}

    @extend_schema(
        operation_id="webhook_rotate",
        tags=["webhooks"],
        request=None,
        responses={200: WebhookIssuedOut, **problems_for(401, 403, 404)},
    )
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        return Response(_with_secret(webhooks.rotate(_find(request, webhook_id), acting(caller_of(request)))))


class Stop(Explicit):
    """The address is told nothing more, what waits included. Repeating it changes nothing."""

    permissions = {"POST": ManagesPeople}

    @extend_schema(
        operation_id="webhook_stop",
        tags=["webhooks"],
        request=None,
        responses={200: WebhookOut, **problems_for(401, 403, 404)},
    )
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        webhook = _find(request, webhook_id)
        webhooks.stop(webhook, acting(caller_of(request)))
        webhook.refresh_from_db()
        return Response(WebhookOut(webhook).data)


class Deliveries(Explicit):
    """What was sent to one address or waits for it, newest first."""

    permissions = {"GET": ManagesPeople}

    @extend_schema(
        operation_id="webhook_deliveries",
        tags=["webhooks"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("delivery", DeliveryOut), **problems_for(400, 401, 403, 404)},
    )
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        asked = page(Query(request, PARAMETERS), "deliveries")
        rows = asked.cut(addresses.deliveries(_find(request, webhook_id)))
        return Response(asked.answer(rows, lambda row: DeliveryOut(row).data))


def _find(request: Request, webhook_id: uuid.UUID) -> Webhook:
    return get_object_or_404(Webhook.objects.filter(workspace=caller_of(request).workspace), pk=webhook_id)


def _with_secret(issued: addresses.Issued) -> dict[str, Any]:  # Any: JSON
    return {**WebhookOut(issued.webhook).data, "secret": issued.secret}
