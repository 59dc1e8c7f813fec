"""Versions of the written policy; exactly one is active in a workspace."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.db import models

from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled


class PolicyVersion(models.Model):
    """The policy as data, with the hash of its content. Never edited: a change is a new version."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    version = models.PositiveIntegerField()
    document = models.JSONField()
    hash = models.CharField(max_length=64)
    active = models.BooleanField(default=False)
    activated_at = models.DateTimeField(null=True, blank=True)
    activated_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True)

    objects = Walled["PolicyVersion"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "version"], name="policy_version_unique"),
            models.UniqueConstraint(
                fields=["workspace"], condition=models.Q(active=True), name="policy_one_active_per_workspace"
            ),
        ]

    def __str__(self) -> str:
        return f"v{self.version}"
