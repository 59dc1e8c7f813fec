"""What somebody owns, overdue first; their "still true" goes through a case of its own into the log."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from escalations import checks
from escalations.models import Case, Notice
from ledgers import clock
from ledgers.models import Claim, Transaction
from memoryhub.accounts.models import Member
from tests.plugins.walls import FRAME
from tests.screens.reading import text_of
from tests.screens.world import Firm

PAGE = "/facts/mine/"


@pytest.fixture
def facts(firm: Firm) -> list[Claim]:
    """An address without a review, a price reviewed every quarter, and a contact, which is sensitive."""
    return [
        firm.say("Rua A 1", source="crm", field="company.address"),
        firm.say("BRL 10.00", source="crm", field="price.list"),
        firm.say("Dana Souza", source="crm"),
    ]


def ticked(client: Client, fact: Claim) -> str:
    """What the box of a fact sends."""
    page = client.get(PAGE).content.decode()
    found = re.search(rf'name="fact" value="({fact.pk}:[^"]+)"', page)
    assert found is not None
    return found[1]


def press(client: Client, *sent: str, name: str = "fact") -> str:
    answer = client.post(PAGE, {name: list(sent)})
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    return text_of(client.get(PAGE))


def half_a_year_later(settings: Settings) -> None:
    """Price and contact are past their review, the address has none."""
    settings.LEDGER_CLOCK = (clock.now() + timedelta(days=200)).isoformat()


def test_they_are_what_i_own_by_when_they_are_due(firm: Firm, facts: list[Claim]) -> None:
    assert "You own no facts yet." in text_of(firm.client(firm.rui).get(PAGE))
    client = firm.client(firm.ana)
    assert client.get("/facts/?mine=1")["Location"] == PAGE
    words = text_of(client.get(PAGE))
    assert words.index("List price") < words.index("Main contact") < words.index("Address")
    assert "D•••" in words
    assert "Dana" not in words
    assert "Nothing you own mentions “nowhere”." in text_of(client.get(f"{PAGE}?q=nowhere"))


def test_one_press_says_still_true_through_a_case_that_nobody_is_told_of(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    assert "1 fact is still true: recorded." in press(client, ticked(client, facts[1]), name="one")
    case = Case.objects.get()
    assert (case.kind, case.state, case.choice, case.decided_by) == ("review_due", "decided", "still_true", firm.ana)
    assert case.fact == facts[1].pk
    assert not Notice.objects.exists()
    row = Transaction.objects.latest("recorded_at")
    assert (row.kind, row.rule, row.case, row.actor_member) == ("review", "owner.still_true", case.pk, firm.ana)


def test_still_true_stands_in_the_dock_and_can_be_taken_back_there(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    assert "Recorded: said it is still true, List price · ACME" in press(client, ticked(client, facts[1]), name="one")
    case = Case.objects.get()
    page = client.get(PAGE).content.decode()
    assert f'action="/cases/{case.pk}/undo"' in page
    client.post(f"/cases/{case.pk}/undo")
    case.refresh_from_db()
    assert case.state == Case.State.OPEN
    assert 'id="dock-undo-1"' not in client.get(PAGE).content.decode()


def test_a_repeat_of_the_press_does_nothing_and_another_press_is_another_word(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    sent = ticked(client, facts[0])
    press(client, sent)
    press(client, sent)
    assert Case.objects.count() == 1
    press(client, ticked(client, facts[0]))
    assert Case.objects.count() == 2


def test_many_at_once_and_never_a_sensitive_one(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    address, price, contact = facts
    page = client.get(PAGE).content.decode()
    assert f'value="{contact.pk}:' not in page
    assert "Sensitive: look at it by itself" in page
    forged = f"{contact.pk}:{Claim.objects.first().pk}"  # type: ignore[union-attr]  # there are three
    words = press(client, ticked(client, address), ticked(client, price), forged)
    assert "2 facts are still true: recorded." in words
    assert "It is sensitive: look at it on a page of its own." in words
    assert set(Case.objects.values_list("fact", flat=True)) == {address.pk, price.pk}


def test_an_open_check_is_the_case_it_is_recorded_in(firm: Firm, facts: list[Claim], settings: Settings) -> None:
    half_a_year_later(settings)
    checks.sweep_workspace(firm.workspace.pk)
    case = Case.objects.get(kind="review_due", fact=facts[1].pk)
    client = firm.client(firm.ana)
    assert "2 are overdue." in text_of(client.get(PAGE))
    press(client, ticked(client, facts[1]))
    case.refresh_from_db()
    assert (case.state, case.choice) == ("decided", "still_true")
    assert Case.objects.filter(fact=facts[1].pk).count() == 1
    assert "One is overdue." in text_of(client.get(PAGE))


def test_a_sensitive_fact_leads_to_its_check(firm: Firm, facts: list[Claim], settings: Settings) -> None:
    half_a_year_later(settings)
    checks.sweep_workspace(firm.workspace.pk)
    case = Case.objects.get(fact=facts[2].pk)
    page = firm.client(firm.ana).get(PAGE).content.decode()
    assert f'href="/cases/{case.pk}/">Open its check' in page


def test_what_somebody_disputes_is_decided_first(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    sent = ticked(client, facts[0])
    firm.say("Rua B 2", field="company.address", source="crm", effective_at=facts[0].effective_at)
    case = Case.objects.get(state="open")
    assert f'href="/cases/{case.pk}/">Another value waits: decide' in client.get(PAGE).content.decode()
    assert "Another value waits for a decision: decide that first." in press(client, sent)
    assert Case.objects.get().state == "open"


@pytest.mark.parametrize("who", ["eva", "rui"])
def test_nobody_says_it_of_what_is_not_theirs(firm: Firm, facts: list[Claim], who: str) -> None:
    member: Member = getattr(firm, who)
    sent = ticked(firm.client(firm.ana), facts[0])
    assert "It is not in force any more, or not yours." in press(firm.client(member), sent)
    assert not Case.objects.exists()


def test_nothing_ticked_is_said_so(firm: Firm, facts: list[Claim]) -> None:
    assert "Tick the facts that are still true first." in press(firm.client(firm.ana))


def test_what_the_page_never_offered_is_refused_whole(firm: Firm, facts: list[Claim]) -> None:
    client = firm.client(firm.ana)
    assert client.post(PAGE, {"fact": [ticked(client, facts[0]), "junk"]}).status_code == 422
    assert not Case.objects.exists()


def test_pages_hold_every_fact_once(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escalations.facts.my_facts.PAGE", 2)
    for number in range(5):
        firm.say(f"Rua {number}", source="crm", field="company.address", subject=f"customer:c{number}")
    client, address, seen = firm.client(firm.ana), PAGE, ""
    for _page in range(3):
        page = client.get(address).content.decode()
        seen += page
        address = page.partition('id="page-next" rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert address == ""
    assert [seen.count(f'<span class="value">Rua {number}') for number in range(5)] == [1] * 5


def test_the_number_of_queries_does_not_grow(firm: Firm) -> None:
    client, taken = firm.client(firm.ana), list[int]()
    for number in range(10):
        firm.say(f"Rua {number}", source="crm", field="company.address", subject=f"customer:c{number}")
        if number in {1, 9}:
            with CaptureQueriesContext(connection) as caught:
                client.get(PAGE)
            taken.append(len(caught) - FRAME)
    assert taken[0] == taken[1]
