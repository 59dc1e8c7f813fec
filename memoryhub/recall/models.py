"""What recall keeps: vectors made of the ledgers, which can be made anew at any time, and who was told what."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import uuid_utils.compat
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from ledgers.models import Claim
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.accounts.walled import Walled


class FactVector(models.Model):
    """The vector of what a claim says, of length one, by the model that made it.

    One row for each claim that carries a fact. An erasure takes it away with the claim's words.
    """

    claim = models.OneToOneField(Claim, on_delete=models.PROTECT, primary_key=True, related_name="+")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    scope = models.CharField(max_length=200)
    model = models.CharField(max_length=200)
    vector = HalfVectorField()

    objects = Walled["FactVector"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "scope", "model"], name="vector_scope")]

    def __str__(self) -> str:
        return str(self.claim_id)


class SetAside(models.Model):
    """A fact whose words a model refused: found by its words, and tried again when every vector is made anew."""

    claim = models.OneToOneField(Claim, on_delete=models.PROTECT, primary_key=True, related_name="+")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    model = models.CharField(max_length=200)

    objects = Walled["SetAside"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "model"], name="set_aside")]

    def __str__(self) -> str:
        return str(self.claim_id)


class Followed(models.Model):
    """Up to which sealed position of a workspace's log the facts have their vectors, by which model; and the row that
    stands there."""

    workspace = models.OneToOneField(Workspace, on_delete=models.PROTECT, primary_key=True, related_name="+")
    model = models.CharField(max_length=200)
    seq = models.PositiveBigIntegerField(default=0)
    xid = models.BigIntegerField(default=0)
    row = models.UUIDField(default=UUID(int=0))

    def __str__(self) -> str:
        return f"up to {self.seq}"


class IndexedScope(models.Model):
    """A scope with so many vectors that a graph finds the nearest of them; the others are looked through one by one."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    scope = models.CharField(max_length=200)
    model = models.CharField(max_length=200)
    index = models.CharField(max_length=63)

    objects = Walled["IndexedScope"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "scope", "model"], name="indexed_scope_unique")
        ]

    def __str__(self) -> str:
        return self.scope


class Receipt(models.Model):
    """One recall: who asked, for what kind of work, and seen from when. What was asked is not kept."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    task_domain = models.CharField(max_length=64, blank=True)
    task_type = models.CharField(max_length=32, blank=True)
    audience = models.CharField(max_length=16, blank=True)
    as_of = models.DateTimeField(null=True, blank=True)
    known_at = models.DateTimeField(null=True, blank=True)
    policy_version = models.PositiveIntegerField()

    objects = Walled["Receipt"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(agent__isnull=False, member__isnull=True) | Q(agent__isnull=True, member__isnull=False),
                name="receipt_one_reader",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["workspace", "at"], name="receipt_at")]

    def __str__(self) -> str:
        return str(self.id)


class ServedFact(models.Model):
    """A fact that a recall served, at which place; or left out, and why."""

    receipt = models.ForeignKey(Receipt, on_delete=models.CASCADE, related_name="facts")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+", db_index=False)
    fact = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="+", db_index=False)
    place = models.PositiveSmallIntegerField()
    score = models.FloatField()
    left_out = models.CharField(max_length=32, blank=True)

    objects = Walled["ServedFact"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "receipt", "fact"], name="served_fact_once")
        ]
        indexes: ClassVar = [models.Index(fields=["workspace", "fact", "receipt"], name="served_fact")]

    def __str__(self) -> str:
        return f"{self.place} {self.fact_id}"
