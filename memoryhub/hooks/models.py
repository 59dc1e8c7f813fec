"""Who is told over HTTP, and each message on its way to them."""

from __future__ import annotations

from typing import ClassVar
from urllib.parse import urlsplit

import uuid_utils.compat
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled


class Webhook(models.Model):
    """An address that is told of some kinds of event. `secret` is encrypted with a key derived from SECRET_KEY."""

    class Format(models.TextChoices):
        # Names of their own, in every language.
        STANDARD = "standard", "Standard Webhooks"
        SLACK = "slack", "Slack"

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    name = models.CharField(max_length=100)
    url = models.URLField(max_length=500)
    secret = models.BinaryField(max_length=512)
    events = ArrayField(models.CharField(max_length=64), default=list)
    format = models.CharField(
        max_length=16, choices=Format.choices, default=Format.STANDARD, db_default=Format.STANDARD
    )
    created_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_because = models.CharField(max_length=100, blank=True)

    objects = Walled["Webhook"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "name"], name="webhook_name_unique"),
            models.CheckConstraint(condition=Q(format__in=["standard", "slack"]), name="webhook_format_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_url(self) -> str:
        """The address as it may be shown: whoever knows the path of one of Slack's may write to the channel."""
        if self.format != self.Format.SLACK:
            return self.url
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}/…"


class Delivery(models.Model):
    """One message to one address: kept from the commit it tells of, sent from `next_at` on, tried again if refused.

    `message` is the id receivers know it by; `body` the exact bytes that are signed, empty once
    whom it was about was erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="deliveries")
    event = models.CharField(max_length=64)
    message = models.CharField(max_length=64)
    # What the event is about, so that an undo can take back what was not sent yet.
    about = models.UUIDField(null=True, blank=True)
    body = models.TextField()
    at = models.DateTimeField()
    next_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["Delivery"]()

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "webhook", "message"], name="delivery_once_per_address")
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "next_at"], condition=Q(next_at__isnull=False), name="delivery_waiting"),
            models.Index(fields=["workspace", "webhook", "-id"], name="delivery_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"

    @property
    def state(self) -> str:
        if self.sent_at is not None:
            return "sent"
        if self.next_at is not None:
            return "waiting" if self.attempts == 0 else "retrying"
        return self.error if self.error in {"taken_back", "stopped", "erased"} else "given_up"
