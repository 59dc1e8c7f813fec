"""Versions of the policy, as pages and the API list them."""

from __future__ import annotations

from django.db.models import QuerySet

from ledgers.models import DraftVerdict, EmergencyRollback, PolicyVersion
from memoryhub.accounts.models import Workspace


def versions(workspace: Workspace) -> QuerySet[PolicyVersion]:
    """Newest first."""
    return PolicyVersion.objects.select_related("activated_by").filter(workspace=workspace).order_by("-version")


def active_version(workspace: Workspace) -> PolicyVersion | None:
    return versions(workspace).filter(active=True).first()


def confirmed_by(version: PolicyVersion) -> str:
    """The name of whoever approved what it says, or let it stand after an emergency; empty where nobody did."""
    passed = DraftVerdict.objects.filter(workspace=version.workspace_id, approved=True, draft__activated=version)
    approved = passed.filter(hash=version.hash).order_by("-id").values_list("member__name", flat=True).first()
    return approved or _ratified_by(version)


def _ratified_by(version: PolicyVersion) -> str:
    stands = EmergencyRollback.objects.filter(workspace=version.workspace_id, version=version)
    return stands.values_list("ratified_by__name", flat=True).first() or ""
