"""The story end to end through the services: two claims, one case, one decision, one read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from escalations import decisions, evidence, triage
from escalations.models import Case
from ledgers.models import Field, Responsibility, Scope, Source
from ledgers.selectors import facts
from ledgers.services import policies
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Agent, Member, User, Workspace

pytestmark = pytest.mark.django_db

TIERS = [
    "system_of_record",
    "approved_document",
    "authorized_person",
    "counterparty",
    "agent_inference",
    "unattributed",
]


def claim(workspace: Workspace, author: Author, key: str, **data: Any) -> Any:
    base = {"subject": "customer:acme", "field": "contact.primary", "scope": "client:acme"}
    taken = submit(
        workspace=workspace,
        author=author,
        data=ClaimInput(**{**base, **data}),
        idempotency_key=key,
        request_digest=key.encode(),
    )
    return taken, triage.settle_now(taken.claim.id)


def test_the_owner_confirms_what_the_client_said() -> None:
    workspace = Workspace.objects.create(key="w", name="W")
    user = User.objects.create_user("ana@example.org", "x" * 12)
    ana = Member.objects.create(workspace=workspace, key="ana", name="Ana", user=user)
    eva = Member.objects.create(workspace=workspace, key="eva", name="Eva")
    sync = Agent.objects.create(workspace=workspace, key="crm-sync", name="CRM")
    inbox = Agent.objects.create(workspace=workspace, key="inbox", name="Inbox")
    Source.objects.create(workspace=workspace, key="crm", tier="system_of_record")
    Source.objects.create(workspace=workspace, key="client", tier="counterparty", subjects=["customer:acme"])
    Field.objects.create(workspace=workspace, key="contact.primary", sensitivity="contact")
    Scope.objects.create(workspace=workspace, key="client:acme")
    Responsibility.objects.create(workspace=workspace, scope="client:*", owner=ana, backup=eva, proposers=["agent:*"])
    policies.activate(workspace=workspace, document={"tiers": TIERS, "automatic": ["*"]}, member=ana)
    every = {"sources": ["*"], "scopes": ["*"]}
    first, done = claim(
        workspace,
        Author(agent=sync, **every),
        "k1",
        value="Dana",
        source="crm",
        effective_at=datetime(2025, 2, 1, tzinfo=UTC),
    )
    assert first.status == 202
    assert done.decision.rule == "sensitive.first_from_record"
    second, done = claim(
        workspace,
        Author(agent=inbox, **every),
        "k2",
        value="Lee",
        source="client",
        effective_at=datetime(2026, 11, 16, tzinfo=UTC),
    )
    assert (done.decision.action, done.decision.reason) == ("defer_verify", "sensitive_field")
    case = Case.objects.get()
    assert case.owner == ana
    [dana] = facts.page(workspace, ["*"], facts.Asked(subject="customer:acme"), limit=10)
    assert (dana.value, [caveat.code for caveat in dana.caveats]) == ("Dana", ["under_review"])
    choice = decisions.Choice(
        "accept", case.version, evidence.digest(case), claim=second.claim.id, reason="confirmed by phone"
    )
    decisions.decide(member=ana, case_id=case.id, choice=choice)
    [lee] = facts.page(workspace, ["*"], facts.Asked(subject="customer:acme"), limit=10)
    assert (lee.value, [caveat.code for caveat in lee.caveats]) == ("Lee", ["just_decided"])
    history = facts.page(workspace, ["*"], facts.Asked(subject="customer:acme", ledger="history"), limit=10)
    assert [(fact.value, fact.status) for fact in history] == [("Dana", "superseded")]
