"""What became of a claim, in the shape of the contract and in the reader's language."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from escalations.models import CaseClaim
from ledgers.models import Claim, Transaction
from ledgers.selectors.outcomes import Outcome, decided_before, outcomes
from ledgers.wording import say

Told = dict[str, Any]  # Any: JSON


def told(claims: Iterable[Claim]) -> list[Told]:
    """`{"id", "state", "reason", "outcome"}` of each claim as it stands now."""
    listed = list(claims)
    asked = _cases([claim.pk for claim in listed])
    became = outcomes(listed)
    return [tell(claim, became[claim.pk], asked.get(claim.pk)) for claim in listed]


def first_told(claim: Claim) -> Told | None:
    """What an author who waited was told: how the claim was settled the first time, whatever came after."""
    row = Transaction.objects.filter(claim=claim, number=1).first()
    if row is None:
        return None
    pending = row.status == "pending"
    first = Outcome(
        state="pending" if pending else "settled",
        reason=row.reason,
        action=row.action,
        status=row.status,
        rule=row.rule,
        policy_version=row.policy_version,
        fact=row.fact or (claim.pk if pending else None),
        replaced=row.target if row.action == "revise" else None,
        case=next(iter(decided_before([row]).values()), None),
        trace=tuple(row.trace),
    )
    return tell(claim, first, _cases([claim.pk]).get(claim.pk))


def tell(claim: Claim, found: Outcome, case: uuid.UUID | None) -> Told:
    return {
        "id": str(claim.pk),
        "state": found.state,
        "reason": found.reason or (_at_the_door(claim) if found.state == "received" else None),
        "outcome": _outcome(found, case) if found.action else None,
    }


def worded(line: Mapping[str, Any]) -> Told:  # Any: JSON
    """One line of a trace with its words."""
    return {
        "step": line["step"],
        "code": line["code"],
        "params": line["params"],
        "says": say(line["code"], line["params"]),
    }


def _outcome(found: Outcome, case: uuid.UUID | None) -> Told:
    return {
        "action": found.action,
        "status": found.status,
        "rule": found.rule,
        "policy_version": found.policy_version,
        "fact": _text(found.fact),
        "replaced": _text(found.replaced),
        "case": _text(case or found.case),
        "trace": [worded(line) for line in found.trace],
    }


def _at_the_door(claim: Claim) -> str | None:
    reason: str | None = claim.answer.get("body", {}).get("reason")
    return reason


def _cases(claims: list[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """The case that asks, or first asked, about each claim."""
    # Newest first, so that of several the oldest is the one that stays.
    return dict(CaseClaim.objects.filter(claim__in=claims).order_by("-pk").values_list("claim_id", "case_id"))


def _text(found: uuid.UUID | None) -> str | None:
    return str(found) if found else None
