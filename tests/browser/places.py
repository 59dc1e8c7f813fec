"""Every screen with something on it: what the accessibility checks walk through, and what the pictures show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from escalations import evidence
from escalations.deciding import approvals, second_person
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.models import Case, SavedView, WriteBack
from ledgers import clock
from ledgers.models import Field, PolicyVersion, Responsibility, Source
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Member, Role, Token
from memoryhub.hooks.models import Webhook
from tests.factories import activate_document, make_member
from tests.screens.world import Firm, make_firm


@dataclass(frozen=True)
class Place:
    """A screen: its name, who looks at it (nobody signed in where None), and its address."""

    name: str
    who: Callable[[House], Member | None]
    path: str


@dataclass(frozen=True)
class House:
    """A firm in the middle of its work."""

    firm: Firm
    admin: Member
    rita: Member
    cases: dict[str, Case]
    places: list[Place]


def make_house() -> House:
    """A firm with a case of each kind, decisions behind it, and everything its pages list."""
    firm = make_firm()
    admin = make_member(firm.workspace, "olga", Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN)
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    _payments(firm)
    cases = _cases(firm, rita)
    house = House(firm, admin, rita, cases, [])
    house.places.extend(_places(house))
    return house


def _payments(firm: Firm) -> None:
    Source.objects.create(workspace=firm.workspace, key="billing", name="Billing", tier="system_of_record")
    Field.objects.create(
        workspace=firm.workspace,
        key="payment.pix",
        name="PIX key",
        name_pt="Chave PIX",
        type="pix",
        sensitivity="payment",
    )
    document = PolicyVersion.objects.get(workspace=firm.workspace, active=True).document
    activate_document(firm.workspace, {**document, "four_eyes": ["payment"]})


def _cases(firm: Firm, rita: Member) -> dict[str, Case]:
    found = {"conflict": firm.dispute()}
    firm.say("+5511988887777", field="contact.phone")
    found["first"] = firm.workspace.case_set.get(kind="first_value", slot__field="contact.phone")
    firm.say(
        "financeiro@acme.example", source="billing", field="payment.pix", effective_at=datetime(2026, 3, 1, tzinfo=UTC)
    )
    firm.say("pagamentos@acme-ltda.example", field="payment.pix")
    found["payment"] = firm.workspace.case_set.get(slot__field="payment.pix", state="open")
    firm.say("Rua A, 1", source="crm", field="company.address", effective_at=datetime(2026, 1, 1, tzinfo=UTC))
    firm.say("Rua B, 2", source="crm", field="company.address", effective_at=datetime(2026, 1, 1, tzinfo=UTC))
    found["tie"] = firm.workspace.case_set.get(slot__field="company.address", state="open")
    for name in ("Kim Sato", "Lia Prado", "Noa Reis"):
        firm.say(name, subject="customer:BRASA", scope="client:acme")
    found["many"] = firm.workspace.case_set.get(slot__subject__key="customer:brasa")
    firm.say("monthly", field="billing.cycle")
    firm.say("Bia Costa", source="crm", subject="customer:CEDRO", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    firm.say("Davi Rocha", subject="customer:CEDRO")
    found["decided"] = _decided(firm)
    _half(firm, found["payment"])
    return found


def _decided(firm: Firm) -> Case:
    """Accepted over the CRM, which leaves a task to bring it in line."""
    case = firm.workspace.case_set.get(slot__subject__key="customer:cedro")
    pressed = Choice("accept", case.version, evidence.digest(case), reason="Confirmed by phone.")
    done = decide(member=firm.ana, case_id=case.pk, choice=pressed).case
    assert WriteBack.objects.filter(case=done).exists()
    return done


def _half(firm: Firm, case: Case) -> None:
    """Approved by the first of two."""
    assert second_person.needed(case)
    pressed = Choice("keep", case.version, evidence.digest(case), reason="The bank did not confirm it.")
    decide(member=firm.ana, case_id=case.pk, choice=pressed)
    assert approvals.first(case) is not None


def _doors(house: House) -> tuple[Token, Webhook]:
    """A token and an address, for the pages about one of them."""
    firm = house.firm
    token = tokens.issue(
        workspace=firm.workspace, name="night run", agent=firm.agent, sources=["crm"], scopes=["*"]
    ).token
    webhook = Webhook.objects.create(
        workspace=firm.workspace,
        name="Ledger of the bank",
        url="https://hooks.example/in",
        secret=b"never sent",
        events=["case.decided"],
        created_by=house.admin,
        created_at=clock.now(),
    )
    return token, webhook


def _places(house: House) -> list[Place]:
    firm, cases = house.firm, house.cases
    fact = cases["conflict"].candidates.get().claim_id
    unknown = firm.workspace.unknownfield_set.get()
    token, webhook = _doors(house)
    SavedView.objects.create(workspace=firm.workspace, member=firm.ana, name="Contacts of ACME", query="q=acme")
    row = Responsibility.objects.filter(workspace=firm.workspace).order_by("scope")[0]

    def ana(_house: House) -> Member:
        return firm.ana

    def olga(_house: House) -> Member:
        return house.admin

    def rita(_house: House) -> Member:
        return house.rita

    def nobody(_house: House) -> None:
        return None

    day = (clock.now() - timedelta(days=60)).date().isoformat()
    listed: list[tuple[str, Callable[[House], Member | None], str]] = [
        ("sign-in", nobody, "/sign-in/"),
        ("forgotten", nobody, "/sign-in/forgot/"),
        ("queue", ana, "/queue/"),
        ("queue-grouped", ana, "/queue/?group=origin"),
        ("queue-none", ana, "/queue/?q=none"),
        ("queue-closed", ana, "/queue/?state=closed"),
        ("queue-to-confirm", rita, "/queue/"),
        ("saved-views", ana, "/queue/views/"),
        *[(f"case-{name}", ana, f"/cases/{case.pk}/") for name, case in cases.items()],
        ("case-confirm", rita, f"/cases/{cases['payment'].pk}/"),
        ("case-read-only", olga, f"/cases/{cases['conflict'].pk}/"),
        ("revert", ana, f"/cases/{cases['decided'].pk}/revert"),
        ("facts", ana, "/facts/"),
        ("my-facts", ana, "/facts/mine/"),
        ("fact", ana, f"/facts/{fact}/"),
        ("fact-as-of", ana, f"/facts/{fact}/?as_of={day}"),
        ("record", ana, f"/facts/{fact}/record/"),
        ("inbox", ana, "/inbox/"),
        ("write-backs", ana, "/write-backs/"),
        ("policy", ana, "/policy/"),
        ("registry", olga, "/registry/"),
        ("responsibility", olga, f"/registry/responsibilities/{row.pk}/"),
        ("responsibility-remove", olga, f"/registry/responsibilities/{row.pk}/remove/"),
        ("field-new", olga, "/registry/fields/new/"),
        ("absences", olga, "/registry/absences/"),
        ("workspace", olga, "/registry/workspace/"),
        ("unknown-fields", olga, "/registry/unknown-fields/"),
        ("unknown-field", olga, f"/registry/unknown-fields/{unknown.pk}/"),
        ("webhooks", olga, "/webhooks/"),
        ("webhook", olga, f"/webhooks/{webhook.pk}/"),
        ("tokens", olga, "/tokens/"),
        ("token", olga, f"/tokens/{token.pk}/"),
        ("members", olga, "/members/"),
        ("member", olga, f"/members/{firm.eva.pk}/"),
        ("member-new", olga, "/members/new/"),
        ("start", olga, "/start/"),
        ("help-roles", ana, "/help/roles/"),
        ("profile", ana, "/profile/"),
        ("second-factor", ana, "/profile/second-factor/"),
        ("help", ana, "/help/"),
        ("not-found", ana, "/nowhere/"),
        ("not-allowed", ana, "/tokens/"),
    ]
    return [Place(*one) for one in listed]
