"""Taking up a draft: its row is locked, and whoever acts names the version they saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from ledgers.draft_errors import BaseMoved, DraftChanged, DraftOver, WrongState
from ledgers.models import PolicyDraft
from ledgers.services.registry_changes import By, record
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member

State = PolicyDraft.State


def take(
    member: Member, draft_id: UUID, version: int | None = None, *, may: Callable[[PolicyDraft, Member], None]
) -> PolicyDraft:
    """The draft, held to the end of the transaction. Of two who act on one version the second is told of it.

    Raises DoesNotExist for what is not of the member's workspace, then what `may` refuses, DraftOver and DraftChanged.
    """
    rows = PolicyDraft.objects.select_for_update(of=("self",)).select_related("workspace", "base", "created_by")
    draft = rows.get(pk=draft_id, workspace=member.workspace_id)
    may(draft, member)
    if draft.over:
        raise DraftOver
    if version is not None and version != draft.version:
        raise DraftChanged
    return draft


def wants(draft: PolicyDraft, *states: str, otherwise: Words) -> None:
    """Refuse a step that does not follow from the state: in conflict with the version in force that says more."""
    if draft.state in states:
        return
    if draft.state == State.CONFLICT:
        raise BaseMoved
    raise WrongState(otherwise)


def change(draft: PolicyDraft, by: By, **said: Any) -> PolicyDraft:  # noqa: ANN401 - columns of the draft
    """Write the columns named, count the version on, and tell the registry where the draft went."""
    before = _told(draft)
    for name, value in {**said, "version": draft.version + 1}.items():
        setattr(draft, name, value)
    draft.save(update_fields=[*said, "version"])
    if "state" in said:
        record(
            workspace=draft.workspace,
            by=by,
            kind="policy",
            key=f"draft {draft.pk}",
            before=before,
            after=_told(draft),
        )
    return draft


def _told(draft: PolicyDraft) -> Mapping[str, Any]:  # Any: JSON
    at = draft.activate_at
    return {"state": draft.state, "hash": draft.hash, "title": draft.title, "activate_at": at and at.isoformat()}
