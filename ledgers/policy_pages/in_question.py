"""What a refusal speaks of, as people know it: decisions by what they are about, places of the draft by their names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from ledgers.domain.responsibility import personal
from ledgers.draft_errors import ControlDiffers, DraftBlocked, Unacknowledged
from ledgers.models import Transaction
from ledgers.naming import subject_name
from ledgers.policy_pages import found
from ledgers.policy_pages.heading import Heading
from ledgers.policy_pages.sheet import names
from memoryhub.accounts.errors import Problem

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Decision:
    """`about` is empty, and so is the link, where it is of a person's own scope."""

    id: str
    field: str
    about: str
    at: dt.datetime
    url: str


def in_question(refused: Problem | None, head: Heading) -> dict[str, object]:
    """What the template of refusals lists in place of numbers and codes."""
    match refused:
        case DraftBlocked():
            return {"blocking": found.told(refused.findings, names(head.draft.document, head.known))}
        case Unacknowledged() | ControlDiffers():
            return {
                "decisions": decisions(head, refused.transactions[:SHOWN]),
                "more_decisions": max(0, len(refused.transactions) - SHOWN),
            }
    return {}


def decisions(head: Heading, transactions: Sequence[str]) -> list[Decision]:
    """Oldest first."""
    rows = Transaction.objects.filter(workspace=head.draft.workspace, pk__in=transactions).order_by("recorded_at", "id")
    fields = names(head.draft.document, head.known).fields
    return [
        Decision(
            id=str(number),
            field=fields.get(field) or field,
            about="" if personal(scope) else subject_name(subject),
            at=at,
            url="" if personal(scope) else reverse("fact", args=[claim]),
        )
        for number, at, claim, field, subject, scope in rows.values_list(
            "pk", "recorded_at", "claim", "claim__field", "claim__subject", "claim__scope"
        )
    ]
