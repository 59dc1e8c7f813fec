"""What became of what the holder of a token said: counts, and the last of it. Values are for the pages of facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from ledgers.models import Claim, Transaction
from ledgers.wording import action
from memoryhub.accounts.models import Agent, SecurityEvent, Token

LAST = 20


@dataclass(frozen=True, slots=True)
class Use:
    """How often the holder said something, and how often something was refused."""

    claims: int
    taken: int
    waiting: int
    refused: int
    last_refused: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Said:
    """One claim and what came of it at first; `fact` is where it stands."""

    claim: Claim
    outcome: str
    fact: str


def use_of(token: Token) -> Use:
    changes = _first_answers(token).aggregate(
        taken=Count("id", filter=Q(action__in=("append", "revise"))),
        waiting=Count("id", filter=Q(action="defer_verify")),
    )
    events = SecurityEvent.objects.filter(workspace=token.workspace_id, author=_author(token))
    refused = events.aggregate(n=Count("id"), last=Max("at"))
    return Use(_claims(token).count(), changes["taken"], changes["waiting"], refused["n"], refused["last"])


def said_last(token: Token) -> Sequence[Said]:
    claims = list(_claims(token).order_by("-id")[:LAST])
    answers = {row.claim_id: row for row in _first_answers(token).filter(claim__in=[claim.pk for claim in claims])}
    return [_said(claim, answers.get(claim.pk)) for claim in claims]


def _said(claim: Claim, answer: Transaction | None) -> Said:
    if answer is None:
        return Said(claim, "", "")
    return Said(claim, action(answer.action), str(claim.pk) if answer.action in {"append", "revise"} else "")


def _claims(token: Token) -> QuerySet[Claim]:
    return Claim.objects.filter(workspace=token.workspace_id, agent=token.agent_id, member=token.member_id)


def _first_answers(token: Token) -> QuerySet[Transaction]:
    rows = Transaction.objects.filter(workspace=token.workspace_id, kind="claim")
    return rows.filter(claim__agent=token.agent_id, claim__member=token.member_id)


def _author(token: Token) -> str:
    return f"{'agent' if isinstance(token.holder, Agent) else 'member'}:{token.holder.key}"
