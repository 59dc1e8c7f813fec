"""The previous version put back at once: what waits for a second person, and what would come back."""

from __future__ import annotations

from django.db.models import QuerySet

from ledgers.models import EmergencyRollback, PolicyVersion
from memoryhub.accounts.models import Workspace


def emergencies(workspace: Workspace) -> QuerySet[EmergencyRollback]:
    """Newest first."""
    rows = EmergencyRollback.objects.filter(workspace=workspace)
    return rows.select_related("member", "left", "version", "ratified_by", "workspace").order_by("-id")


def waiting(workspace: Workspace) -> EmergencyRollback | None:
    return emergencies(workspace).filter(ended_at=None).first()


def before(version: PolicyVersion) -> PolicyVersion | None:
    rows = PolicyVersion.objects.filter(workspace=version.workspace_id, version__lt=version.version)
    return rows.order_by("-version").first()
