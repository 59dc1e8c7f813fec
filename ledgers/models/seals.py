"""The seals over the log, and the bookkeeping of what is sealed. None of these tables holds a value."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.db import models

from memoryhub.accounts.models import Workspace


class Unsealed(models.Model):
    """A transaction that no seal covers yet: left by trigger with every row of the log, gone once it is sealed."""

    transaction_id = models.UUIDField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    xid = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)
    left_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "xid", "transaction_id"], name="unsealed_order")]

    def __str__(self) -> str:
        return str(self.transaction_id)


class Seal(models.Model):
    """A batch of the log of one workspace, in the order (xid, id), chained to the seal before it. Never changed.

    - `first_seq` is the sealed position of its first row, counted from 1.
    - `marks` holds eight bytes for every row, of its number and hash: by them a check names the row that differs.
    - `rows` is the hash over the rows' numbers and hashes, `root` the hash over all of this and the root before.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveBigIntegerField()
    first_seq = models.PositiveBigIntegerField()
    count = models.PositiveIntegerField()
    first_xid = models.BigIntegerField()
    first_id = models.UUIDField()
    last_xid = models.BigIntegerField()
    last_id = models.UUIDField()
    marks = models.BinaryField()
    rows = models.BinaryField(max_length=32)
    previous = models.BinaryField(max_length=32)
    root = models.BinaryField(max_length=32)
    sealed_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "number"], name="seal_number_unique")]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "first_seq"], name="seal_seq"),
            models.Index(fields=["workspace", "first_xid", "first_id"], name="seal_place"),
        ]

    def __str__(self) -> str:
        return f"seal {self.number}"

    @property
    def last_seq(self) -> int:
        return self.first_seq + self.count - 1


class Chain(models.Model):
    """Where the chain of a workspace ends, and up to which seal it was written down outside the database.

    `written_number` counts for the file, `stored_number` for the object store, where one is set.
    """

    workspace = models.OneToOneField(Workspace, on_delete=models.PROTECT, primary_key=True, related_name="+")
    number = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    root = models.BinaryField(max_length=32)
    sealed_at = models.DateTimeField()
    written_number = models.PositiveBigIntegerField(default=0)
    written_seq = models.PositiveBigIntegerField(default=0)
    written_at = models.DateTimeField(null=True, blank=True)
    stored_number = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["sealed_at"], condition=models.Q(number__gt=models.F("written_number")), name="chain_unwritten"
            )
        ]

    def __str__(self) -> str:
        return f"up to seal {self.number}"


class Checkpoint(models.Model):
    """A copy, for showing, of a checkpoint written outside the database; only the one outside proves a thing."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveBigIntegerField()
    last_seq = models.PositiveBigIntegerField()
    root = models.BinaryField(max_length=32)
    written_at = models.DateTimeField()
    key = models.CharField(max_length=64)
    signature = models.BinaryField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "number"], name="checkpoint_number_unique")
        ]

    def __str__(self) -> str:
        return f"checkpoint at seal {self.number}"
