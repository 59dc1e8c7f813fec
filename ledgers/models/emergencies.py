"""The previous version put back in force by one person, at once; and the second person who lets that stand, or not."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.db import models
from django.db.models import F, Q

from ledgers.models.drafts import PolicyDraft
from ledgers.models.policies import PolicyVersion
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled


class EmergencyRollback(models.Model):
    """`version` says what was in force before `left`. Until a second person ratified it, it stands for a day."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField()
    due_at = models.DateTimeField()
    # What was in force before, and what came into force instead.
    left = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="+")
    ratified_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ratified_because = models.TextField(blank=True)
    # When it stopped waiting: ratified, or not in time, or another version came into force meanwhile.
    ended_at = models.DateTimeField(null=True, blank=True)
    # What became of registered fields with it, by their keys: {member: [before, after]}, sources by their keys.
    registry = models.JSONField(default=dict, blank=True)
    # Since when what was left cannot be given back, and why not; nobody is told twice.
    failed_at = models.DateTimeField(null=True, blank=True)
    failed_because = models.TextField(blank=True)
    # The version that says again what was left.
    given_back = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # What nobody ratified is a draft like every other from then on.
    draft = models.ForeignKey(PolicyDraft, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = Walled["EmergencyRollback"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="emergency_has_a_reason"),
            models.CheckConstraint(
                condition=Q(ratified_by__isnull=True) | ~Q(ratified_by=F("member")),
                name="emergency_ratified_by_a_second_person",
            ),
            models.CheckConstraint(
                condition=Q(ratified_by__isnull=True, ratified_because="")
                | (Q(ratified_by__isnull=False, ended_at__isnull=False, draft__isnull=True) & ~Q(ratified_because="")),
                name="emergency_ratified_with_a_reason",
            ),
            models.UniqueConstraint(
                fields=["workspace"], condition=Q(ended_at__isnull=True), name="emergency_one_waiting_per_workspace"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.left} → {self.version}"

    @property
    def waits(self) -> bool:
        return self.ended_at is None
