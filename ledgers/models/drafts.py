"""Drafts of the policy: what was written by whom, how it was tried, and who let it pass."""

from __future__ import annotations

from typing import Any, ClassVar

import uuid_utils.compat
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledgers.models.policies import PolicyVersion
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled

HASH = "^[0-9a-f]{64}$"


class PolicyDraft(models.Model):
    """A document on its way to being the next version. `version` rises with every change: whoever acts names the one
    they saw."""

    class State(models.TextChoices):
        EDITING = "editing", _("being edited")
        SUBMITTED = "submitted", _("waiting for approval")
        APPROVED = "approved", _("approved")
        SCHEDULED = "scheduled", _("scheduled")
        CONFLICT = "conflict", _("in conflict with the version in force")
        ACTIVE = "active", _("activated")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OVER = (State.ACTIVE, State.WITHDRAWN)
    # Whoever let it pass has been asked, and waits, or answered.
    JUDGED = (State.SUBMITTED, State.APPROVED, State.SCHEDULED)

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    title = models.CharField(max_length=120)
    base = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="drafts")
    document = models.JSONField()
    hash = models.CharField(max_length=64)
    state = models.CharField(max_length=9, choices=State.choices, default=State.EDITING)
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    submitted_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField(null=True, blank=True)
    activate_at = models.DateTimeField(null=True, blank=True)
    activated = models.ForeignKey(
        PolicyVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="written_as"
    )

    objects = Walled["PolicyDraft"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    state__in=["editing", "submitted", "approved", "scheduled", "conflict", "active", "withdrawn"]
                ),
                name="draft_known_state",
            ),
            models.CheckConstraint(condition=Q(hash__regex=HASH), name="draft_has_its_hash"),
            models.CheckConstraint(
                condition=Q(state="active", activated__isnull=False) | (~Q(state="active") & Q(activated__isnull=True)),
                name="draft_active_names_its_version",
            ),
            models.UniqueConstraint(fields=["workspace", "activated"], name="draft_one_per_version"),
            models.CheckConstraint(
                condition=~Q(state="scheduled") | Q(activate_at__isnull=False), name="draft_scheduled_has_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["submitted", "approved", "scheduled"])
                | Q(submitted_by__isnull=False, submitted_at__isnull=False),
                name="draft_judged_was_submitted",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "-id"], name="draft_latest"),
            models.Index(fields=["workspace", "activate_at"], condition=Q(state="scheduled"), name="draft_due"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def over(self) -> bool:
        return self.state in self.OVER


class DraftEdit(models.Model):
    """One edit: who, what, and from what to what. Whoever stands in one is an author. Never changed."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    draft = models.ForeignKey(PolicyDraft, on_delete=models.PROTECT, related_name="edits")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    before = models.CharField(max_length=64, blank=True)
    after = models.CharField(max_length=64)
    # A list of {"path", "old", "new"}; `old` or `new` is left out where there was or is nothing.
    changes = models.JSONField(default=list)

    objects = Walled["DraftEdit"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(after__regex=HASH), name="draft_edit_has_its_hash"),
        ]

    def __str__(self) -> str:
        return self.kind


class DraftVerdict(models.Model):
    """What a second person said of one state of a draft, with the comparison as they saw it. Never changed."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    draft = models.ForeignKey(PolicyDraft, on_delete=models.PROTECT, related_name="verdicts")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    approved = models.BooleanField()
    reason = models.TextField()
    hash = models.CharField(max_length=64)
    base = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="+")
    # The version of the draft that was judged: one verdict each.
    seen = models.PositiveIntegerField()
    comparison = models.JSONField()

    objects = Walled["DraftVerdict"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(hash__regex=HASH), name="verdict_has_its_hash"),
            models.CheckConstraint(condition=~Q(reason=""), name="verdict_has_a_reason"),
            models.UniqueConstraint(fields=["workspace", "draft", "seen"], name="verdict_once_per_state"),
        ]

    def __str__(self) -> str:
        return "approved" if self.approved else "sent back"


class Backtest(models.Model):
    """A draft tried on recorded history. It counts for the hash and the base it ran with, and for no other."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    GOING = (State.QUEUED, State.RUNNING)
    # All decisions in all accounts: what else looks at a part proves nothing of the rest.
    WHOLE: ClassVar[dict[str, Any]] = {"window_days": None, "scope": ""}

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    draft = models.ForeignKey(PolicyDraft, on_delete=models.PROTECT, related_name="backtests")
    hash = models.CharField(max_length=64)
    base = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="+")
    # Null: all there is.
    window_days = models.PositiveIntegerField(null=True, blank=True)
    scope = models.CharField(max_length=200, default="", blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict, blank=True)
    snapshot = models.CharField(max_length=64, blank=True)
    engine = models.CharField(max_length=64, blank=True)
    asked_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    # What a person said of each decision of a person that the draft contradicts: by the id of its transaction.
    acknowledged = models.JSONField(default=dict, blank=True)

    objects = Walled["Backtest"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "cancelled", "failed"]), name="backtest_known_state"
            ),
            models.CheckConstraint(condition=Q(hash__regex=HASH), name="backtest_has_its_hash"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running"], ended_at__isnull=True)
                | (~Q(state__in=["queued", "running"]) & Q(ended_at__isnull=False)),
                name="backtest_ends_when_it_is_over",
            ),
            models.UniqueConstraint(
                fields=["workspace", "draft"],
                condition=Q(state__in=["queued", "running"]),
                name="backtest_one_running_per_draft",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.id}"

    @property
    def whole(self) -> bool:
        return all(getattr(self, name) == said for name, said in self.WHOLE.items())
