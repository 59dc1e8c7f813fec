"""Bringing a draft up to the version in force: both changes in one document, place by place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from django.db import transaction

from ledgers.draft_errors import RebaseClashes
from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.policies.changes import Merged, follow, merge
from ledgers.services.drafts import rights
from ledgers.services.drafts.editing import active_version, write
from ledgers.services.drafts.taking import State, take
from memoryhub.accounts.models import Member

Side = Literal["ours", "theirs"]


def planned(draft: PolicyDraft) -> Merged:
    """What bringing it up to date would give, and where somebody has to choose."""
    return onto(draft, active_version(draft.workspace))


def onto(draft: PolicyDraft, active: PolicyVersion) -> Merged:
    return merge(draft.base.document, draft.document, active.document)


@transaction.atomic
def rebase(*, member: Member, draft_id: UUID, version: int, choices: Mapping[str, Side]) -> PolicyDraft:
    """Make the version in force the base. `choices` says by path which side counts where both changed a place.

    Raises RebaseClashes with the places nobody chose for. What was tried on history has to be tried again.
    """
    draft = take(member, draft_id, version, may=rights.may_write_in)
    active = active_version(draft.workspace)
    ours = [path for path, side in choices.items() if side == "ours"]
    merged = merge(draft.base.document, draft.document, active.document, keep_ours=ours)
    theirs = {one.path for one in merged.clashes if choices.get(one.path) == "theirs"}
    if left := [one for one in merged.clashes if one.path not in theirs]:
        raise RebaseClashes(left)
    document = follow(merged.document, active.document, theirs)
    return write(draft, member, "rebase", document, base=active, state=State.EDITING)
