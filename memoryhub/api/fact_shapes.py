"""Facts in the shape of the contract."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from escalations.models import Case
from ledgers.models import Claim
from ledgers.selectors.about import Caveat
from ledgers.selectors.facts import FactView
from ledgers.wording import caveat as caveat_words
from memoryhub.accounts.models import Workspace
from memoryhub.api import moments
from memoryhub.api.callers import Caller
from memoryhub.api.told_claims import noted
from memoryhub.api.veil import veil

Shape = dict[str, Any]  # Any: JSON
# Caveats that a check asks the owner about; `under_review` has the slot's question.
CHECKS = {"past_review": Case.Kind.REVIEW_DUE, "returned": Case.Kind.RETURNED}


@dataclass(frozen=True, slots=True)
class Row:
    """A fact with its id for the page's cursor."""

    pk: uuid.UUID
    shape: Shape


def describe(caller: Caller, facts: Sequence[FactView]) -> list[Shape]:
    """Facts as the contract shows them to this caller, their open cases read once for all."""
    workspace = caller.workspace
    cases = _open_cases(workspace, facts)
    return veil(caller, [_fact(fact, workspace, cases) for fact in facts])


def shown(caller: Caller, facts: Sequence[FactView]) -> list[Row]:
    return [Row(fact.id, shape) for fact, shape in zip(facts, describe(caller, facts), strict=True)]


def source(claim: Claim) -> Shape:
    return {"key": claim.source, "tier": claim.tier, "external": claim.external}


def written(moment: dt.datetime | None) -> str | None:
    return moments.write(moment) if moment else None


def _fact(fact: FactView, workspace: Workspace, cases: dict[tuple[object, str], uuid.UUID]) -> Shape:
    claim = fact.claim
    return {
        "id": str(fact.id),
        "subject": claim.subject,
        "field": claim.kept_field,
        "scope": claim.scope,
        "value": fact.value,
        "ledger": fact.ledger,
        "status": fact.status,
        "valid_from": written(fact.valid_from),
        "valid_to": written(fact.valid_to),
        "condition": claim.condition or None,
        **noted(claim),
        "source": {**source(claim), "tier": fact.tier},
        "support": fact.support,
        "owner": fact.owner,
        "recorded_at": written(fact.recorded_at),
        "review_due": written(fact.review_due),
        "caveats": [_caveat(caveat, fact, workspace, cases) for caveat in fact.caveats],
    }


def _caveat(caveat: Caveat, fact: FactView, workspace: Workspace, cases: dict[tuple[object, str], uuid.UUID]) -> Shape:
    kind = CHECKS.get(caveat.code)
    case = cases.get((fact.id, kind)) if kind else cases.get((caveat.slot, "question"))
    local = caveat.since.astimezone(workspace.zone) if caveat.since else None
    return {
        "code": caveat.code,
        "text": caveat_words(caveat.code, local),
        "since": written(caveat.since),
        "case": str(case) if case else None,
    }


def _open_cases(workspace: Workspace, facts: Sequence[FactView]) -> dict[tuple[object, str], uuid.UUID]:
    """Open cases by (slot, question) and by (fact, kind of check)."""
    slots = {fact.claim.slot_id for fact in facts if fact.caveats}
    if not slots:
        return {}
    rows = Case.objects.filter(workspace=workspace, slot__in=slots, state=Case.State.OPEN)
    return {(row.slot_id, "question") if row.kind in Case.QUESTIONS else (row.fact, row.kind): row.pk for row in rows}
