"""The three ledgers: a claim's place in them, and the append-only record of every change.

Rows carry when the fact holds (`valid_during`) and when the hub knew so (`recorded_during`). A row is only ever closed
and replaced. The constraints that hold this (exclusion, triggers) are in the migrations.
"""

from __future__ import annotations

import json
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

import uuid_utils.compat
from django.contrib.postgres.fields import DateTimeRangeField
from django.contrib.postgres.indexes import GistIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledgers.models.claims import Claim, Slot
from ledgers.models.registries import TIERS
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.accounts.walled import Walled


class CurrentTransaction(models.Func):
    """The number of the running database transaction."""

    template = "(pg_current_xact_id()::text)::bigint"
    output_field = models.BigIntegerField()


class Transaction(models.Model):
    """The record of one change.

    `details` is canonical JSON (RFC 8785) of four members: `said`, the salted digest of the claim, once; `read`, what
    the decision read; `trace`, its lines; `wrote`, the rows of facts it closed and opened. No values stand in it.
    """

    class Kind(models.TextChoices):
        CLAIM = "claim", _("Claim")
        DECISION = "decision", _("Decision")
        SETTLED = "settled", _("Settled")
        REVIEW = "review", _("Review")
        REGISTRY = "registry", _("Registry")
        ERASURE = "erasure", _("Erasure")
        UNDO = "undo", _("Undo")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, null=True, blank=True)
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    action = models.CharField(max_length=16)
    status = models.CharField(max_length=16)
    rule = models.CharField(max_length=64)
    reason = models.CharField(max_length=32, blank=True)
    target = models.UUIDField(null=True, blank=True)
    fact = models.UUIDField(null=True, blank=True)
    policy_version = models.PositiveIntegerField()
    actor_member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    actor_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    case = models.UUIDField(null=True, blank=True)
    evidence_digest = models.CharField(max_length=64, blank=True)
    note = models.TextField(blank=True)
    note_digest = models.CharField(max_length=64, blank=True)
    recorded_at = models.DateTimeField()
    details = models.TextField()
    # The database's own number of the commit, which the guard of fact rows compares.
    xid = models.BigIntegerField(db_default=CurrentTransaction())
    hash = models.BinaryField(max_length=32)

    objects = Walled["Transaction"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["claim", "number"], name="transaction_claim_number_unique"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "slot", "recorded_at"], name="transaction_slot_time"),
            # The order of the log.
            models.Index(fields=["workspace", "xid", "id"], name="transaction_log"),
            # What people decided and took back, which is little beside what rules settled.
            models.Index(
                fields=["workspace", "-recorded_at", "-id"],
                condition=models.Q(kind__in=["decision", "review", "undo"]),
                name="transaction_of_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.rule}"

    @cached_property
    def _details(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.details)
        return said

    @property
    def read(self) -> dict[str, Any]:
        """What the decision read."""
        read: dict[str, Any] = self._details["read"]
        return read

    @property
    def trace(self) -> list[dict[str, Any]]:
        """The lines of the decision: step, code and parameters."""
        trace: list[dict[str, Any]] = self._details["trace"]
        return trace

    @property
    def wrote(self) -> dict[str, list[Any]]:
        """The rows it closed and opened, and what it barred."""
        wrote: dict[str, list[Any]] = self._details["wrote"]
        return wrote


class Fact(models.Model):
    """One claim's place in a ledger for one window.

    - `carrier` is the claim whose id is the public fact id: a support that outranks the fact it supports holds the
      window's rank, under the carrier's name.
    - An empty `valid_during` is a claim that is in the book and nowhere in force.
    - `tier`, `source`, `dated` and `owner_word` are what it competes with: a claim an owner chose competes with the
      strongest tier and the latest date weighed. `edge` marks one that won a level tie against a fact past review.
    - `weighs` is false for a support that lends no rank, `renews` for one whose author may not propose here and so
      does not push the review date.
    - `recorded_at` is when the claim was settled first; rows that replace each other keep it.
    - `ended_by` and `ended_how` say what closes the window.
    """

    class Standing(models.TextChoices):
        TIMELINE = "timeline", _("Timeline")
        PENDING = "pending", _("Pending")
        REJECTED = "rejected", _("Rejected")
        CORRECTED = "corrected", _("Corrected")
        ERASED = "erased", _("Erased")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="facts")
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="facts")
    carrier = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="carried")
    standing = models.CharField(max_length=10, choices=Standing.choices)
    valid_during = DateTimeRangeField()
    recorded_during = DateTimeRangeField()
    value_key = models.TextField(null=True, blank=True)
    effective_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    tier = models.CharField(max_length=32, choices=TIERS)
    source = models.CharField(max_length=64)
    dated = models.DateTimeField()
    owner_word = models.BooleanField(default=False)
    edge = models.BooleanField(default=False)
    weighs = models.BooleanField(default=True)
    returned = models.BooleanField(default=False)
    newer_weaker = models.BooleanField(default=False)
    reason = models.CharField(max_length=32, blank=True)
    ended_by = models.UUIDField(null=True, blank=True)
    ended_how = models.CharField(
        max_length=8, blank=True, choices=[("own", _("own end")), ("retract", _("retracted")), ("other", _("replaced"))]
    )
    recorded_at = models.DateTimeField()
    renews = models.BooleanField(default=True)
    opened_by = models.ForeignKey(Transaction, on_delete=models.PROTECT, related_name="opened")
    closed_by = models.ForeignKey(Transaction, on_delete=models.PROTECT, null=True, blank=True, related_name="closed")

    objects = Walled["Fact"]()

    class Meta:
        indexes: ClassVar = [
            GistIndex(fields=["workspace", "slot", "recorded_during"], name="fact_slot_recorded"),
            models.Index(
                fields=["workspace", "slot", "standing"],
                condition=models.Q(recorded_during__upper_inf=True),
                name="fact_open",
            ),
            models.Index(fields=["workspace", "carrier"], name="fact_carrier"),
            models.Index(fields=["workspace", "claim"], name="fact_claim"),
            # What the clock looks through every minute: values that nobody has said for long.
            models.Index(
                fields=["workspace", "renews", "recorded_at"],
                condition=models.Q(standing="timeline", recorded_during__upper_inf=True, value_key__isnull=False),
                name="fact_said",
            ),
            models.Index(
                fields=["workspace"],
                condition=models.Q(recorded_during__upper_inf=True, returned=True),
                name="fact_returned",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.standing} {self.claim_id}"

    @property
    def begins(self) -> datetime:
        """When the window opens; only of a row whose window is not empty."""
        lower: datetime | None = self.valid_during.lower
        if lower is None:
            raise ValueError("This row holds no window.")
        return lower

    @property
    def ends(self) -> datetime | None:
        upper: datetime | None = self.valid_during.upper
        return upper


class Barred(models.Model):
    """A value and date that lost before an owner or was corrected: refused again from a source no stronger."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT)
    value_key = models.TextField(null=True, blank=True)
    effective_at = models.DateTimeField()
    tier = models.CharField(max_length=32, choices=TIERS)
    source = models.CharField(max_length=64)
    cause = models.CharField(max_length=10, choices=[("owner", "owner"), ("corrected", "corrected")])
    transaction = models.ForeignKey(Transaction, on_delete=models.PROTECT)
    # The undo of that transaction, which takes the bar away.
    lifted_by = models.ForeignKey(Transaction, on_delete=models.PROTECT, null=True, blank=True, related_name="lifted")

    objects = Walled["Barred"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "slot"], name="barred_slot")]

    def __str__(self) -> str:
        return f"{self.cause} {self.effective_at}"
