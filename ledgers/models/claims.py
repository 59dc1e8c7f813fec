"""Claims, the slots they compete in, and the outbox that says which still wait to be settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import uuid_utils.compat
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledgers.models.registries import TIERS
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.accounts.walled import Walled

if TYPE_CHECKING:
    from ledgers.selectors.taken_up import TakenUp


class Subject(models.Model):
    """What facts are about: compared by `key` (NFC, case-folded), shown as first posted.

    `skeleton` and `drawn` are the outlines of the key and of the name as shown: names that look alike share one. A
    subject that looked like another when it was first named waits with all its claims until `told_apart_at`.
    """

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    key = models.CharField(max_length=400)
    shown = models.CharField(max_length=200)
    skeleton = models.CharField(max_length=200, default="", blank=True)
    drawn = models.CharField(max_length=200, default="", blank=True)
    looks_like = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    told_apart_at = models.DateTimeField(null=True, blank=True)
    told_apart_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = Walled["Subject"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "key"], name="subject_key_unique")]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "skeleton"], name="subject_skeleton"),
            models.Index(fields=["workspace", "drawn"], name="subject_drawn"),
        ]

    def __str__(self) -> str:
        return self.shown

    @property
    def waits(self) -> bool:
        """Whether nobody has said yet if it is the subject it looks like."""
        return self.looks_like_id is not None and self.told_apart_at is None


class Slot(models.Model):
    """Where facts compete: subject, field, scope and, in a many-valued field, the canonical value.

    The row is what a settling transaction locks; `clock` is the last instant recorded in it and only goes forward.
    `taken_up` is no column: what the holder of the lock has read of the slot (see `selectors.taken_up`).
    """

    taken_up: TakenUp | None = None

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT)
    field = models.CharField(max_length=64)
    scope = models.CharField(max_length=200)
    value_key = models.CharField(max_length=64, default="", blank=True)
    clock = models.DateTimeField(null=True, blank=True)

    objects = Walled["Slot"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "subject", "field", "scope", "value_key"], name="slot_place_unique"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["workspace", "scope", "field"], name="slot_scope_field")]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.field} in {self.scope}"


class Claim(models.Model):
    """What someone said, as they said it. Never updated or deleted (trigger); only erasure empties its values.

    `content` names the classes of sensitive content found in the value and the condition when it came in.
    `value_key` is the canonical value and condition that decisions compare (empty for a retract without value, null
    while the field is unknown). `effective_at` and `expires_at` bound when it holds; `date_assumed` marks a moment of
    recording standing in for a date nobody gave.
    """

    class Kind(models.TextChoices):
        ASSERT = "assert", _("Assert")
        RETRACT = "retract", _("Retract")
        CORRECT = "correct", _("Correct")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ASSERT)
    subject = models.CharField(max_length=200)
    field = models.CharField(max_length=64)
    scope = models.CharField(max_length=200)
    value = models.JSONField(null=True)
    value_key = models.TextField(null=True, blank=True)
    condition = models.TextField(blank=True)
    content = ArrayField(models.CharField(max_length=16), default=list, blank=True)
    source = models.CharField(max_length=64)
    tier = models.CharField(max_length=32, choices=TIERS)
    tier_reason = models.CharField(max_length=64, blank=True)
    external = models.BooleanField(default=False)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="claims")
    speaker = models.CharField(max_length=200, blank=True)
    said_by = models.JSONField(default=dict, blank=True)
    effective_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    date_assumed = models.BooleanField(default=False)
    corrects = models.UUIDField(null=True, blank=True)
    evidence = models.JSONField(default=dict, blank=True)
    derived_from = ArrayField(models.UUIDField(), default=list, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    salt = models.BinaryField(max_length=16)
    received_at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=255)
    author = models.CharField(max_length=80)
    request_digest = models.BinaryField(max_length=32)
    answer = models.JSONField(default=dict)
    erased_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["Claim"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "author", "idempotency_key"], name="claim_idempotency_unique"),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=models.F("effective_at")),
                name="claim_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(external=False) | models.Q(tier="unattributed"),
                name="claim_external_is_unattributed",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "slot", "source", "-id"], name="claim_slot_source"),
            models.Index(
                fields=["workspace", "field"], condition=models.Q(slot__isnull=True), name="claim_unknown_field"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.field} of {self.subject}"

    @property
    def kept_field(self) -> str:
        """The field it is kept under: its slot's, which may be another than was said; as said while it has none."""
        return self.slot.field if self.slot else self.field


class Outbox(models.Model):
    """A claim that waits to be settled. Written with the claim, gone once it is settled; holds no value."""

    claim = models.OneToOneField(Claim, on_delete=models.PROTECT, primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, null=True, blank=True)
    queued_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["queued_at"], name="outbox_queued")]

    def __str__(self) -> str:
        return str(self.claim_id)
