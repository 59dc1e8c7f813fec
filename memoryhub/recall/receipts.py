"""Who was told what, and when: left by every recall, read where a fact turns out to be wrong."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F, QuerySet

from ledgers import clock
from ledgers.services.authors import Author
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Workspace
from memoryhub.recall.models import Receipt, ServedFact
from memoryhub.recall.question import Question, Recalled


def leave(workspace: Workspace, by: Author, asked: Question, recalled: Recalled, version: int) -> Receipt:
    """Write down what is served and what was left out. The question itself is not kept."""
    receipt = Receipt.objects.create(
        workspace=workspace,
        agent=by.agent,
        member=None if by.agent else by.member,
        at=recalled.at or clock.now(),
        task_domain=asked.task_domain,
        task_type=asked.task_type,
        audience=asked.audience,
        as_of=asked.as_of,
        known_at=asked.known_at,
        policy_version=version,
    )
    served = {item.view.id: item.score for item in recalled.items}
    beside = {view.id: 0.0 for item in recalled.items for view in item.beside}
    rows = [(fact, score, "") for fact, score in (beside | served).items()]
    rows += [(one.fact, one.score, one.why) for one in recalled.left_out if one.fact not in beside | served]
    ServedFact.objects.bulk_create(
        ServedFact(workspace=workspace, receipt=receipt, fact_id=fact, place=place, score=score, left_out=why)
        for place, (fact, score, why) in enumerate(rows, 1)
    )
    return receipt


def served(workspace: Workspace, fact: UUID) -> QuerySet[Receipt]:
    """Every recall that served this fact, with who asked, and at which place it stood."""
    rows = Receipt.objects.filter(workspace=workspace, facts__fact=fact, facts__left_out="")
    return rows.select_related("agent", "member").annotate(place=F("facts__place"))


def sweep() -> int:
    """Delete in every workspace what is older than receipts are kept; the number of receipts."""
    now, deleted = clock.now(), 0
    for workspace_id in workspaces.ids():
        with walls.inside(workspace_id):
            deleted += prune(Workspace.objects.get(pk=workspace_id), now)
    return deleted


def prune(workspace: Workspace, now: datetime) -> int:
    """Delete what is older than receipts are kept; the number of receipts."""
    oldest = now - timedelta(days=settings.RECEIPT_DAYS)
    _deleted, of_each = Receipt.objects.filter(workspace=workspace, at__lt=oldest).delete()
    return of_each.get("recall.Receipt", 0)
