"""The certificates of what was erased."""

from __future__ import annotations

from django.db.models import QuerySet

from ledgers.models import Erasure
from memoryhub.accounts.models import Workspace


def certificates(workspace: Workspace) -> QuerySet[Erasure]:
    """Each with the person who erased."""
    return Erasure.objects.filter(workspace=workspace).select_related("by")
