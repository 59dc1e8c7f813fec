"""Putting a draft before a second person: only what is whole, tried and answered for."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.draft_errors import (
    BacktestGoing,
    BacktestMissing,
    BacktestStale,
    BaseMoved,
    ControlDiffers,
    DraftBlocked,
    Unacknowledged,
    WrongState,
)
from ledgers.models import PolicyDraft
from ledgers.selectors import drafts
from ledgers.services.drafts import news, rights
from ledgers.services.drafts.taking import State, change, take, wants
from memoryhub.accounts.models import Member


@transaction.atomic
def submit(*, member: Member, draft_id: UUID, version: int) -> PolicyDraft:
    """1. it differs from the version in force, which is its base
    2. lint blocks nothing, with the registries as they are
    3. it was tried as it stands on all of history, the control run reproduced every decision, and no run is going
    4. each decision of a person that it contradicts has a note
    """
    draft = take(member, draft_id, version, may=rights.may_write_in)
    wants(draft, State.EDITING, otherwise=_("It was submitted already."))
    if not draft.base.active:
        raise BaseMoved
    if draft.hash == draft.base.hash:
        raise WrongState(_("It says what the version in force says: there is nothing to approve."))
    check(draft)
    change(draft, member, state=State.SUBMITTED, submitted_by=member, submitted_at=clock.now())
    news.tell(draft, "submitted")
    return draft


def check(draft: PolicyDraft) -> None:
    """What has to hold when somebody submits a draft, and when somebody approves it."""
    if found := drafts.blocking(drafts.findings(draft)):
        raise DraftBlocked(found)
    if drafts.going(draft) is not None:
        raise BacktestGoing
    tried = drafts.trial(draft)
    if tried is None:
        raise BacktestMissing
    if not tried.fresh:
        raise BacktestStale
    if tried.differs:
        raise ControlDiffers(tried.differs, tried.differing)
    if tried.unanswered:
        raise Unacknowledged(tried.unanswered)
