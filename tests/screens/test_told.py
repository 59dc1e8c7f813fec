"""Who was told a fact: on its page, in the API, and in the message that says it was wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from ledgers import clock
from ledgers.models import Claim
from memoryhub.accounts.models import Agent, Member, Role
from memoryhub.hooks import webhooks
from memoryhub.hooks.models import Delivery
from memoryhub.recall.models import Receipt, ServedFact
from tests.factories import make_agent, make_member
from tests.screens.budget import asked
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db
SINCE = datetime(2026, 2, 1, tzinfo=UTC)


def tell(firm: Firm, fact: Claim, reader: Agent | Member, days_ago: int, left_out: str = "") -> None:
    """A receipt as recall leaves it."""
    here = {"workspace": firm.workspace}
    who = {"agent": reader} if isinstance(reader, Agent) else {"member": reader}
    at = clock.now() - timedelta(days=days_ago)
    receipt = Receipt.objects.create(**here, **who, at=at, task_type="answer", policy_version=1)
    ServedFact.objects.create(**here, receipt=receipt, fact=fact, place=1, score=0.5, left_out=left_out)


@pytest.fixture
def address(firm: Firm) -> Claim:
    return firm.say("Rua A, 1", source="crm", field="company.address", effective_at=SINCE)


def moved(firm: Firm) -> Claim:
    when = datetime(2026, 6, 1, tzinfo=UTC)
    return firm.say("Rua B, 2", source="crm", field="company.address", effective_at=when)


def page(firm: Firm, fact: UUID, member: Member | None = None) -> str:
    return firm.client(member or firm.ana).get(f"/facts/{fact}/told/").content.decode()


def test_the_readers_are_counted_once_each_since_the_first(firm: Firm, address: Claim) -> None:
    assert "Nobody was told this yet." in page(firm, address.pk)
    clerk = make_agent(firm.workspace, "clerk")
    tell(firm, address, firm.agent, 15)
    tell(firm, address, firm.agent, 3)
    tell(firm, address, clerk, 4)
    tell(firm, address, firm.eva, 4)
    tell(firm, address, make_agent(firm.workspace, "kept"), 2, left_out="not_admitted")
    text = page(firm, address.pk)
    assert "2 agents were told “Rua A, 1”" in text
    assert "1 person too." in text
    assert "2 times" in text
    assert "kept" not in text
    assert "not asked since" not in text


def test_of_a_fact_that_was_replaced_it_says_who_has_not_asked_since(firm: Firm, address: Claim) -> None:
    clerk = make_agent(firm.workspace, "clerk")
    tell(firm, address, firm.agent, 5)
    tell(firm, address, clerk, 5)
    new = moved(firm)
    tell(firm, new, clerk, 1)
    assert "It holds no more: 1 of them has not asked again since." in page(firm, address.pk)
    assert "1 reader was last told another value, and has not asked since." in page(firm, new.pk)
    tell(firm, new, firm.agent, 0)
    assert "all of them have been told something newer" in page(firm, address.pk)
    assert "last told another value" not in page(firm, new.pk)


def test_a_sensitive_value_is_masked_in_it(firm: Firm) -> None:
    dana = firm.say("Dana Souza", source="crm", effective_at=SINCE)
    tell(firm, dana, firm.agent, 2)
    assert "Dana Souza" in page(firm, dana.pk)
    assert "Dana Souza" not in page(firm, dana.pk, make_member(firm.workspace, "nils", Role.OWNER))


def test_the_part_is_for_the_page_and_nobody_sees_a_fact_that_is_not_theirs(firm: Firm, address: Claim) -> None:
    client = firm.client(firm.ana)
    part = client.get(f"/facts/{address.pk}/told/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert f'hx-get="/facts/{address.pk}/told/"' in client.get(f"/facts/{address.pk}/").content.decode()
    own = firm.say("tabs", source="crm", field="company.address", scope="user:eva", subject="code")
    assert client.get(f"/facts/{own.pk}/told/").status_code == 404


@pytest.mark.parametrize("count", [3, 12])
def test_it_asks_as_often_however_many_were_told(firm: Firm, address: Claim, count: int) -> None:
    new = moved(firm)
    for number in range(count):
        agent = make_agent(firm.workspace, f"agent-{number}")
        tell(firm, address, agent, 5)
        tell(firm, new, agent, 1)
    client = firm.client(firm.ana)
    assert len(asked(lambda: client.get(f"/facts/{address.pk}/told/")).own) <= 15


def test_why_lists_who_was_told_what_a_correction_corrects(firm: Firm, address: Claim) -> None:
    tell(firm, address, firm.agent, 5)
    right = firm.say("Rua C, 3", source="crm", field="company.address", kind="correct", corrects=address.pk)
    client = firm.client(firm.ana)
    said = client.get(f"/api/v1/facts/{right.pk}/why").json()
    receipts = f"/api/v1/receipts?fact={address.pk}"
    wrong = {"fact": str(address.pk), "agents": 1, "people": 0, "behind": ["agent:inbox"], "receipts": receipts}
    assert said["told_wrong"] == wrong
    assert said["told"]["agents"] == 0
    assert [row["reader"] for row in client.get(receipts).json()["items"]] == ["agent:inbox"]


def test_the_message_of_a_correction_says_how_many_were_told(firm: Firm, address: Claim) -> None:
    tell(firm, address, firm.agent, 5)
    tell(firm, address, firm.eva, 5)
    where = "https://93.184.215.14/in"
    webhooks.add(by=firm.rui, name="desk", url=where, events=["fact.corrected"], at=clock.now())
    firm.say("Rua C, 3", source="crm", field="company.address", kind="correct", corrects=address.pk)
    sent = json.loads(Delivery.objects.get().body)["data"]
    assert sent["told"] == 2
    assert sent["receipts"] == f"/api/v1/receipts?fact={address.pk}"
