"""What a new version means for the drafts that were written on the one before."""

from __future__ import annotations

from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.services.drafts import news
from ledgers.services.drafts.taking import State, change
from ledgers.services.registry_changes import By


def base_moved(version: PolicyVersion, by: By, apart: PolicyDraft | None = None) -> None:
    """Every other open draft is in conflict with it, its approval with it, and everybody is told. In the transaction of
    the activation, which holds the workspace: no draft is approved on a base that is going."""
    rows = PolicyDraft.objects.select_for_update(of=("self",)).select_related("workspace", "base", "created_by")
    waiting = rows.filter(workspace=version.workspace).exclude(state__in=(*PolicyDraft.OVER, State.CONFLICT))
    others = waiting.exclude(pk=apart.pk) if apart else waiting
    for draft in others.order_by("id"):
        change(draft, by, state=State.CONFLICT, activate_at=None)
        news.tell(draft, "conflict")
