"""What was made of a claim, to be found from the claim it was made of."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ledgers.models.claims import Claim
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.walled import Walled


class Derivation(models.Model):
    """One of the claims that a claim names in `derived_from`. Written with it; erased with either.

    Behind the walls no index of the list itself can be used: looking through every claim took most of a card's time.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="derivations")
    parent = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="made", db_index=False)

    objects = Walled["Derivation"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "parent", "claim"], name="derivation_once")
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} from {self.parent_id}"
