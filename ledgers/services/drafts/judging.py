"""What the second person says: approved, or sent back with a reason; bound to what they saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.draft_errors import BaseMoved, DraftChanged
from ledgers.models import DraftVerdict, PolicyDraft
from ledgers.selectors import draft_comparison, drafts
from ledgers.services.drafts import news, rights
from ledgers.services.drafts.saying import said
from ledgers.services.drafts.submitting import check
from ledgers.services.drafts.taking import State, change, take, wants
from memoryhub.accounts.models import Member

Json = dict[str, Any]
REASON = _("Give a reason: it stays with the draft.")


@dataclass(frozen=True, slots=True)
class Seen:
    """What was before whoever judges: the draft's version and content, the number of the version it is based on, and
    the run over history that speaks of it, if there is one."""

    version: int
    hash: str
    base: int
    backtest: UUID | None = None


@transaction.atomic
def approve(*, member: Member, draft_id: UUID, seen: Seen, reason: str) -> DraftVerdict:
    """Let it pass. The comparison of this moment is kept with the verdict, and so is the run that proves it with the
    notes of its authors, to be read later as they were."""
    shown = _compared(member, draft_id, seen)
    draft = _judged(member, draft_id, seen)
    why = said(reason, otherwise=REASON)
    check(draft)
    verdict = _verdict(draft, member, {**shown, **_tried(draft, seen)}, approved=True, reason=why)
    change(draft, member, state=State.APPROVED)
    news.tell(draft, "approved")
    return verdict


@transaction.atomic
def send_back(*, member: Member, draft_id: UUID, seen: Seen, reason: str) -> DraftVerdict:
    shown = _compared(member, draft_id, seen)
    draft = _judged(member, draft_id, seen)
    why = said(reason, otherwise=REASON)
    verdict = _verdict(draft, member, {**shown, **_tried(draft, seen)}, approved=False, reason=why)
    change(draft, member, state=State.EDITING, submitted_by=None, submitted_at=None)
    news.tell(draft, "sent_back")
    return verdict


def _compared(member: Member, draft_id: UUID, seen: Seen) -> Json:
    """What the draft changes, worked out before it is held, so that nobody waits for that meanwhile.

    What is held afterwards has the content that was seen, or is refused.
    """
    rows = PolicyDraft.objects.select_related("workspace", "base", "created_by")
    draft = rows.get(pk=draft_id, workspace=member.workspace_id)
    rights.may_judge(draft, member)
    _check_seen(draft, seen)
    return draft_comparison.to_keep(draft)


def _judged(member: Member, draft_id: UUID, seen: Seen) -> PolicyDraft:
    # Of two at once the second waits here, and then finds another version.
    draft = take(member, draft_id, may=rights.may_judge)
    _check_seen(draft, seen)
    wants(draft, State.SUBMITTED, otherwise=_("Nobody asks for approval of it now."))
    if not draft.base.active:
        raise BaseMoved
    return draft


def _check_seen(draft: PolicyDraft, seen: Seen) -> None:
    if (seen.version, seen.hash, seen.base) != (draft.version, draft.hash, draft.base.version):
        raise DraftChanged


def _tried(draft: PolicyDraft, seen: Seen) -> Json:
    found = drafts.proof(draft)
    if seen.backtest != (found.backtest.pk if found else None):
        raise DraftChanged
    return {"tried": drafts.to_keep(found)} if found else {}


def _verdict(draft: PolicyDraft, member: Member, shown: Json, *, approved: bool, reason: str) -> DraftVerdict:
    return DraftVerdict.objects.create(
        workspace=draft.workspace,
        draft=draft,
        member=member,
        at=clock.now(),
        approved=approved,
        reason=reason,
        hash=draft.hash,
        base=draft.base,
        seen=draft.version,
        comparison=shown,
    )
