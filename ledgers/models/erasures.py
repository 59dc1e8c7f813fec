"""What was erased: that it happened, who asked and how much it was; nothing of what it said."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledgers.models.facts import CurrentTransaction
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled


class Erasure(models.Model):
    """The certificate of one erasure. `mark` stands where the person's name stood; `digest` is over the claims' ids."""

    class Reason(models.TextChoices):
        REQUEST = "request", _("the person asked for it")
        LAW = "law", _("a law or a court demands it")
        RETENTION = "retention", _("it was kept long enough")
        MISTAKE = "mistake", _("it should never have been recorded")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=16, choices=Reason.choices)
    mark = models.CharField(max_length=64)
    claims = ArrayField(models.UUIDField())
    slots = ArrayField(models.UUIDField())
    subjects = ArrayField(models.UUIDField(), default=list)
    counts = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    last_seq = models.PositiveBigIntegerField(default=0)
    xid = models.BigIntegerField(db_default=CurrentTransaction())

    objects = Walled["Erasure"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "-id"], name="erasure_latest")]

    def __str__(self) -> str:
        return self.mark
