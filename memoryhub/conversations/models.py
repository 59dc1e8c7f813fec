"""Conversations: what was said in them, what waits to be read, and the summary of what lies far back."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.db import models
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.accounts.walled import Walled


class Conversation(models.Model):
    """One conversation of a user with a character. Its row is what is locked to add a message; `last` is the number of
    the latest one. An erasure of the user empties the messages and ends it."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    user = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    character = models.CharField(max_length=64)
    language = models.CharField(max_length=10, blank=True)
    started_at = models.DateTimeField()
    last = models.PositiveIntegerField(default=0)
    author = models.CharField(max_length=80)
    idempotency_key = models.CharField(max_length=255)
    request_digest = models.BinaryField(max_length=32)
    erased_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["Conversation"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "author", "idempotency_key"], name="conversation_idempotency_unique"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["workspace", "user", "character"], name="conversation_pair")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def scope(self) -> str:
        """Where everything that is remembered of it holds."""
        return f"pair:{self.user.key}/{self.character}"


class Message(models.Model):
    """One message, as it was said. `number` counts from 1 in its conversation. The first message of a request carries
    its idempotency key. `offline` says that no language model read it, or that its answer was no use."""

    class Role(models.TextChoices):
        USER = "user", _("user")
        CHARACTER = "character", _("character")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.PROTECT, related_name="messages", db_index=False)
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=9, choices=Role.choices)
    text = models.TextField()
    said_at = models.DateTimeField()
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    author = models.CharField(max_length=80)
    idempotency_key = models.CharField(max_length=255, blank=True)
    request_digest = models.BinaryField(max_length=32, default=bytes)
    read_at = models.DateTimeField(null=True, blank=True)
    offline = models.BooleanField(null=True, blank=True)

    objects = Walled["Message"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "conversation", "number"], name="message_number_unique"),
            models.UniqueConstraint(
                fields=["workspace", "conversation", "author", "idempotency_key"],
                condition=~models.Q(idempotency_key=""),
                name="message_idempotency_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(agent__isnull=False, member__isnull=True)
                | models.Q(agent__isnull=True, member__isnull=False),
                name="message_one_author",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.number}"


class Unread(models.Model):
    """A message of a user that nobody has read for what to remember yet; holds no word of it."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, primary_key=True, related_name="unread")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    queued_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tries", "queued_at"], name="unread_queued")]

    def __str__(self) -> str:
        return str(self.message_id)


class Summary(models.Model):
    """What a conversation said up to a message, in short. `lines` are texts with their domain, so that what does not
    belong into a task can be left out of it."""

    conversation = models.OneToOneField(Conversation, on_delete=models.PROTECT, primary_key=True, related_name="+")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    until = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    offline = models.BooleanField(default=True)
    written_at = models.DateTimeField()

    objects = Walled["Summary"]()

    def __str__(self) -> str:
        return f"{self.conversation_id} up to {self.until}"
