"""The firm the screens are tested with: an owner, her backup, a colleague, a stranger, and one contact in dispute."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from escalations.models import Case
from escalations.triage import settle_now
from ledgers.models import Claim, Field, Responsibility, Scope, Source
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Agent, Member, Role, Workspace
from tests.factories import activate_document, make_agent, make_member, make_workspace, sign_in

TIERS = [
    "system_of_record",
    "approved_document",
    "authorized_person",
    "counterparty",
    "agent_inference",
    "unattributed",
]
FIELDS = [
    ("contact.primary", "Main contact", "Contato principal", "text", "contact", 180),
    ("contact.phone", "Phone", "Telefone", "phone", "contact", None),
    ("company.address", "Address", "Endereço", "text", "", None),
    ("price.list", "List price", "Preço de tabela", "money", "", 90),
]
_keys = itertools.count(1)


@dataclass(frozen=True)
class Firm:
    workspace: Workspace
    ana: Member
    eva: Member
    rui: Member
    agent: Agent

    def say(self, value: object, *, source: str = "client", field: str = "contact.primary", **data: Any) -> Claim:  # noqa: ANN401  # members of a claim
        """A claim of the agent about ACME, settled at once."""
        number = str(next(_keys))
        place = {"subject": "customer:ACME", "scope": "client:acme", "field": field}
        taken = submit(
            workspace=self.workspace,
            author=Author(agent=self.agent, sources=["*"], scopes=["*"]),
            data=ClaimInput(**{**place, "value": value, "source": source, **data}),
            idempotency_key=number,
            request_digest=hashlib.sha256(number.encode()).digest(),
        )
        if taken.claim.slot_id is not None:
            settle_now(taken.claim.id)
        return taken.claim

    def dispute(self, **data: Any) -> Case:  # noqa: ANN401  # members of a claim
        """The CRM says Dana; two weeks ago the client's own message said Lee."""
        self.say("Dana Souza", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
        quoted = {"text": "Please talk to Lee Ramos from now on.", "ref": "chat:77"}
        self.say("Lee Ramos", effective_at=datetime(2026, 11, 16, tzinfo=UTC), **{"evidence": quoted, **data})
        return Case.objects.get(workspace=self.workspace, state="open", kind="conflict")

    def client(self, member: Member, *, language: str = "en") -> Client:
        client = Client(SERVER_NAME="localhost", headers={"accept-language": language})
        assert member.user is not None
        sign_in(client, member.user)
        return client


def make_firm() -> Firm:
    workspace = make_workspace()
    ana = make_member(workspace, "ana", Role.OWNER)
    eva = make_member(workspace, "eva", Role.OWNER)
    rui = make_member(workspace, "rui", Role.REGISTRY_ADMIN)
    agent = make_agent(workspace, "inbox")
    for key, name, tier, subjects in [
        ("crm", "CRM", "system_of_record", []),
        ("client", "Client's messages", "counterparty", ["customer:*"]),
        ("web", "Web and mail", "unattributed", []),
    ]:
        Source.objects.create(
            workspace=workspace, key=key, name=name, tier=tier, subjects=subjects, external=tier == "unattributed"
        )
    for key, name, name_pt, kind, sensitivity, days in FIELDS:
        Field.objects.create(
            workspace=workspace,
            key=key,
            name=name,
            name_pt=name_pt,
            type=kind,
            sensitivity=sensitivity,
            review_days=days,
        )
    for key in ("client:acme", "client:acme/billing", "team:dev", "user:*"):
        Scope.objects.create(workspace=workspace, key=key)
    Responsibility.objects.create(workspace=workspace, scope="client:*", owner=ana, backup=eva, proposers=["agent:*"])
    Responsibility.objects.create(workspace=workspace, scope="user:*", owner_is_self=True, backup=eva)
    activate_document(workspace, {"tiers": TIERS, "automatic": ["company.address", "price.list"]})
    return Firm(workspace, ana, eva, rui, agent)
