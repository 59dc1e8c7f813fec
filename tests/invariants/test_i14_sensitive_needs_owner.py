"""I14: nothing changes in a sensitive field without the named owner, whoever tries and by whatever way in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from escalations import tasks
from ledgers import clock
from ledgers.models import Claim, Fact, Transaction
from memoryhub.accounts import tokens
from tests.cases.posting import Answer
from tests.cases.world import World
from tests.invariants.pressing import Seen, accept, case_of, seen, signed_in
from tests.invariants.saying import (
    Said,
    add_fact_like,
    close_fact,
    count,
    day,
    entry_like,
    say,
    store,
    world,
)

# A stretch of time in which nothing stands yet.
BEFORE = f'["{day(-20).isoformat()}","{day(-10).isoformat()}")'
FIELDS = ["contact.primary", "contact.phone", "payment.iban", "access.role"]
# Rows that stand in a sensitive field and that neither an owner's decision nor the one exception accounts for.
WITHOUT_OWNER = """
    SELECT fact.id FROM ledgers_fact fact
      JOIN ledgers_slot slot ON slot.id = fact.slot_id
      JOIN ledgers_field field ON field.workspace_id = slot.workspace_id AND field.key = slot.field
      JOIN ledgers_transaction entry ON entry.id = fact.opened_by_id
      LEFT JOIN escalations_case asked ON asked.id = entry."case"
    WHERE field.sensitivity <> '' AND fact.standing = 'timeline' AND fact.weighs
      AND entry.rule <> 'sensitive.first_from_record'
      AND (asked.id IS NULL OR entry.evidence_digest = '' OR entry.actor_member_id IS NULL
           OR asked.decided_by_id IS DISTINCT FROM entry.actor_member_id)"""


@dataclass
class Dispute:
    """A contact that stands, another that waits, and the case between them."""

    place: World
    standing: Claim
    waiting: Claim
    page: Seen

    def in_force(self) -> list[str | None]:
        rows = Fact.objects.filter(
            slot=self.standing.slot, standing="timeline", recorded_during__upper_inf=True, valid_during__isempty=False
        )
        return [row.value_key for row in rows.order_by("valid_during")]


@pytest.fixture
def dispute(transactional_db: None) -> Dispute:
    place = world()
    standing = say(place, Said(field="contact.primary", value="Dana", effective_at=day(1)))
    waiting = say(place, Said(field="contact.primary", value="Lee", effective_at=day(9), source="people", by="ana"))
    return Dispute(place, standing, waiting, seen(place, "ana", waiting))


def refused(dispute: Dispute, answer: Answer) -> None:
    assert answer.http in {401, 403, 404}, answer.body
    assert dispute.in_force() == ["Dana"]
    assert case_of(dispute.waiting).state == "open"


@pytest.mark.parametrize("who", ["adm", "u1", "rui", "eva"])
def test_nobody_but_the_owner_decides(dispute: Dispute, who: str) -> None:
    """An admin, a stranger, an owner of other things, and the backup before the case is due."""
    refused(dispute, accept(signed_in(dispute.place, who), dispute.page, dispute.waiting))


@pytest.mark.parametrize("who", ["inbox", "crm-sync", "ana"])
def test_no_token_decides_not_even_the_owners(dispute: Dispute, who: str) -> None:
    header = {"Authorization": f"Bearer {dispute.place.secrets[who]}"}
    refused(dispute, accept(Client(), dispute.page, dispute.waiting, **header))


def test_a_token_of_the_owner_bound_to_everything_decides_nothing(dispute: Dispute) -> None:
    issued = tokens.issue(
        workspace=dispute.place.workspace,
        name="all",
        member=dispute.place.members["ana"],
        sources=["*"],
        scopes=["*"],
        may_write=True,
    )
    header = {"Authorization": f"Bearer {issued.secret}"}
    refused(dispute, accept(Client(), dispute.page, dispute.waiting, **header))


@pytest.mark.parametrize("who", ["ana", "bia"])
def test_the_owner_and_the_delegate_they_named_decide(dispute: Dispute, who: str) -> None:
    assert accept(signed_in(dispute.place, who), dispute.page, dispute.waiting).http == 200
    assert dispute.in_force() == ["Dana", "Lee"]
    entry = Transaction.objects.get(claim=dispute.waiting, kind="decision")
    assert entry.actor_member == dispute.place.members[who]
    assert entry.evidence_digest == dispute.page.evidence_digest


def test_the_backup_decides_from_the_due_date_on(dispute: Dispute, settings: Settings) -> None:
    settings.LEDGER_CLOCK = (case_of(dispute.waiting).due_at + timedelta(minutes=1)).isoformat()
    assert accept(signed_in(dispute.place, "eva"), dispute.page, dispute.waiting).http == 200
    assert dispute.in_force() == ["Dana", "Lee"]


def test_the_worker_changes_nothing_whatever_it_is_given(dispute: Dispute) -> None:
    tries = [
        Said(value="Kim", effective_at=day(20)),
        Said(value="Kim", effective_at=day(20), source="people", by="ana"),
        Said(value="Kim", effective_at=day(20), source="portal-acme", by="acme"),
        Said(value="Kim", effective_at=day(20), source="web", by="inbox"),
        Said(kind="retract", effective_at=day(20)),
        Said(kind="correct", value="Kim", corrects=dispute.standing.id),
    ]
    for said in tries:
        said.field = "contact.primary"
        store(dispute.place, said)
    tasks.drain_outbox.run()
    assert dispute.in_force() == ["Dana"]
    assert Fact.objects.filter(slot=dispute.standing.slot, standing="pending").count() == 1 + len(tries)


@pytest.mark.parametrize("actor", ["agent", "adm", "u1", "owner without a case", "owner who saw nothing"])
@pytest.mark.parametrize("weighs", [True, False])
def test_raw_rows_open_no_fact(dispute: Dispute, actor: str, weighs: bool) -> None:
    """A row of the log comes along, as the guard of fact rows asks; it does not name a deciding owner."""
    place, digest = dispute.place, "0" * 64
    ana, robot, case = place.members["ana"].id, place.agents["inbox"].id, dispute.page.id
    said: dict[str, dict[str, object]] = {
        "agent": {"actor_member_id": None, "actor_agent_id": robot, "case": case, "evidence_digest": digest},
        "adm": {"actor_member_id": place.members["adm"].id, "case": case, "evidence_digest": digest},
        "u1": {"actor_member_id": place.members["u1"].id, "case": case, "evidence_digest": digest},
        "owner without a case": {"actor_member_id": ana, "case": None, "evidence_digest": digest},
        "owner who saw nothing": {"actor_member_id": ana, "case": case, "evidence_digest": ""},
    }
    held = Fact.objects.get(claim=dispute.waiting)
    entry = Transaction.objects.get(claim=dispute.waiting)
    with pytest.raises(IntegrityError, match="sensitive"), transaction.atomic():  # noqa: PT012 - one commit
        made = entry_like(entry, kind="decision", rule="owner.accept", **said[actor])
        add_fact_like(held, made, standing="timeline", valid_during=BEFORE, weighs=weighs)
    assert dispute.in_force() == ["Dana"]


def test_raw_rows_claim_the_exception_in_vain(dispute: Dispute) -> None:
    """The first value from a system of record is the first only once."""
    entry = Transaction.objects.get(claim=dispute.standing)
    held = Fact.objects.get(claim=dispute.waiting)
    with pytest.raises(IntegrityError, match="sensitive"), transaction.atomic():  # noqa: PT012 - one commit
        made = entry_like(entry, rule="sensitive.first_from_record")
        add_fact_like(held, made, standing="timeline", valid_during=BEFORE, tier="system_of_record")


def test_raw_rows_close_no_fact(dispute: Dispute) -> None:
    """Taking a fact out of force is a change too."""
    held = Fact.objects.get(claim=dispute.standing)
    entry = Transaction.objects.get(claim=dispute.standing)
    with pytest.raises(IntegrityError, match="sensitive"), transaction.atomic():
        close_fact(held, entry_like(entry))
    assert dispute.in_force() == ["Dana"]


@pytest.mark.django_db(transaction=True)
def test_after_a_mixed_day_every_sensitive_fact_has_its_owner() -> None:
    random, place = Random(14), world()
    sources = [("crm-sync", "crm-sync"), ("people", "ana"), ("agents", "agent-1"), ("web", "inbox")]
    ana = signed_in(place, "ana")
    for number in range(60):
        source, who = random.choice(sources)
        subject = f"client:c{random.randint(1, 4)}"
        field, value = random.choice(FIELDS), random.choice(["+55 11 91234-5678", "+55 11 98765-4321", "x"])
        claim = say(
            place, Said(field=field, subject=subject, value=value, source=source, by=who, effective_at=day(number))
        )
        if Fact.objects.filter(claim=claim, standing="pending").exists() and random.random() < 0.4:
            accept(ana, seen(place, "ana", claim), claim)
    assert Transaction.objects.filter(kind="decision").count() > 3
    assert clock.now() > day(0)
    assert count(WITHOUT_OWNER) == 0
