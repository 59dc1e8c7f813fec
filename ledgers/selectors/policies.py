"""Versions of the policy, as pages and the API list them."""

from __future__ import annotations

from django.db.models import QuerySet

from ledgers.models import PolicyVersion
from memoryhub.accounts.models import Workspace


def versions(workspace: Workspace) -> QuerySet[PolicyVersion]:
    """Newest first."""
    return PolicyVersion.objects.select_related("activated_by").filter(workspace=workspace).order_by("-version")


def active_version(workspace: Workspace) -> PolicyVersion | None:
    return versions(workspace).filter(active=True).first()
