"""A firm with a history in which it is known what a certain draft would do otherwise, how often and where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from escalations.deciding.decisions import decide
from ledgers.models import Claim, PolicyDraft, Source, Transaction
from ledgers.services.drafts import editing
from tests import factories
from tests.escalations.pressing import asking, seen
from tests.ledgers.drafts.firm import TIERS, Firm, build

ORDER = [*TIERS, "unattributed"]
IN_FORCE: dict[str, Any] = {
    "name": "Firm",
    "tiers": ORDER,
    "automatic": ["company.plan", "company.city"],
    "fields": {
        "company.plan": {"name": "Plan", "name_pt": "Plano"},
        "company.city": {"name": "City", "name_pt": "Cidade"},
        "company.name": {"name": "Company name", "name_pt": "Nome da empresa"},
    },
}
# The client goes before the register in plans; names are settled by rule, and cities no longer are.
WRITTEN: dict[str, Any] = {
    **IN_FORCE,
    "automatic": ["company.plan", "company.name"],
    "fields": {**IN_FORCE["fields"], "company.plan": {"order": ["counterparty", *TIERS[:3], *TIERS[4:]]}},
}
PLANTED = {"A": 2, "B": 3, "C": 4, "D": 5}
# First values, and the one name that Ana took as the draft would.
SAME = PLANTED["A"] + PLANTED["C"] + PLANTED["D"] + 1


@dataclass
class Planted:
    """The firm, the draft, and what was decided otherwise than the draft would: by the ids of their transactions."""

    firm: Firm
    draft: PolicyDraft
    against: list[str]


def plant() -> Planted:
    with build() as firm:
        factories.activate_document(firm.workspace, IN_FORCE)
        Source.objects.filter(key="crm").update(name="CRM")
        Source.objects.filter(key="client").update(name="Client's messages")
        for number in range(PLANTED["A"]):
            _two(firm, number, "company.plan", ("crm", "client"), ("gold", "silver"))
        for number in range(PLANTED["C"]):
            _two(firm, number, "company.city", ("crm", "crm"), ("Recife", "Olinda"))
        waiting = [
            _two(firm, number, "company.name", ("crm", "crm"), (f"Firm {number}", f"Firm {number} SA"))
            for number in range(PLANTED["D"])
        ]
        against = [_decide(firm, claim, "keep") for claim in waiting[: PLANTED["B"]]]
        _decide(firm, waiting[PLANTED["B"]], "accept")
        draft = editing.start(member=firm.rui, title="Trust the client", document=WRITTEN)
        return Planted(firm, draft, against)


def _two(firm: Firm, number: int, field: str, sources: tuple[str, str], values: tuple[str, str]) -> Claim:
    """Something stands, and a day later something else is said."""
    subject, since = f"client:c{number}", datetime(2026, 3, 1, 12, tzinfo=UTC)
    for source, value, day in zip(sources, values, (0, 9), strict=True):
        claim = factories.post(
            firm.sync, subject, field, subject, value, source=source, since=since + timedelta(days=day)
        )
    return claim


def _decide(firm: Firm, claim: Claim, choice: str) -> str:
    case = asking(claim)
    pressed = replace(seen(case, choice), claim=claim.pk if choice == "accept" else None, reason="Asked by phone.")
    decide(member=firm.ana, case_id=case.pk, choice=pressed)
    return str(Transaction.objects.get(case=case.pk, kind=Transaction.Kind.DECISION).pk)
