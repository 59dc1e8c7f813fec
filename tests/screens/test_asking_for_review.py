"""From the page of a fact its owner is asked whether it is still true: once, and through a case."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from pytest_django.fixtures import Settings

from escalations import checks
from escalations.models import Case, Notice
from ledgers import clock
from ledgers.models import Claim
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm


def address(firm: Firm) -> Claim:
    return firm.say("Rua A 1", source="crm", field="company.address")


def ask(client: Client, fact: Claim, **sent: str) -> str:
    answer = client.post(f"/facts/{fact.pk}/review/", sent)
    assert answer.status_code == 302
    return answer["Location"]


def reviewer(firm: Firm) -> Member:
    return make_member(firm.workspace, "rita", Role.REVIEWER)


def test_a_reviewer_asks_once_and_the_owner_is_told(firm: Firm) -> None:
    fact, client = address(firm), firm.client(reviewer(firm))
    assert 'id="ask-review"' in client.get(f"/facts/{fact.pk}/").content.decode()
    there = ask(client, fact)
    case = Case.objects.get()
    assert there == f"/cases/{case.pk}/"
    assert (case.kind, case.state, case.fact, case.owner) == ("review_due", "open", fact.pk, firm.ana)
    assert "Its owner is asked whether it is still true." in text_of(client.get(there))
    assert Notice.objects.filter(case=case, member=firm.ana).exists()
    # A second press leads to the case there is.
    assert ask(client, fact) == there
    assert "It is asked already: this is the open case." in text_of(client.get(there))
    assert Case.objects.count() == 1
    words = text_of(firm.client(firm.ana).get(there))
    assert "Somebody asked for this review. The value stays in force until you answer." in words


def test_it_waits_for_its_answer_and_no_date_asks_again(firm: Firm, settings: Settings) -> None:
    price = firm.say("BRL 10.00", source="crm", field="price.list")
    ask(firm.client(reviewer(firm)), price)
    checks.sweep()
    assert Case.objects.get().state == "open"
    settings.LEDGER_CLOCK = (clock.now() + timedelta(days=200)).isoformat()
    checks.sweep()
    assert Case.objects.get().state == "open"
    firm.say("BRL 12.00", source="crm", field="price.list")
    assert Case.objects.get().state == "closed"


def test_who_arrives_from_a_claim_that_only_repeats_it_asks_about_the_fact(firm: Firm) -> None:
    fact = address(firm)
    again = firm.say("Rua A 1", source="client", field="company.address")
    ask(firm.client(reviewer(firm)), again)
    case = Case.objects.get()
    checks.sweep()
    case.refresh_from_db()
    assert (case.fact, case.state) == (fact.pk, "open")


def test_a_question_about_another_value_comes_first(firm: Firm) -> None:
    case = firm.dispute()
    stands = Claim.objects.get(value="Dana Souza")
    assert ask(firm.client(firm.ana), stands) == f"/cases/{case.pk}/"
    assert Case.objects.count() == 1


def test_an_owner_marks_a_fact_expired_on_a_case_nobody_else_is_told_of(firm: Firm) -> None:
    fact, client = address(firm), firm.client(firm.ana)
    assert 'id="mark-expired"' in client.get(f"/facts/{fact.pk}/").content.decode()
    there, _hash, outcome = ask(client, fact, ended="1").partition("#")
    assert not Notice.objects.exists()
    card = client.get(there)
    assert f'id="{outcome}" value="ended"' in card.content.decode()
    sent = {**form_in(card).fields, "choice": "ended", "reason": "They moved."}
    assert client.post(f"{there}decide", sent).status_code == 302
    assert "No value is in force here any more." in text_of(client.get(f"/facts/{fact.pk}/"))


def test_others_neither_see_the_buttons_nor_may_press_them(firm: Firm) -> None:
    fact, client = address(firm), firm.client(firm.rui)
    page = client.get(f"/facts/{fact.pk}/").content.decode()
    assert 'id="ask-review"' not in page
    assert 'id="mark-expired"' not in page
    assert client.post(f"/facts/{fact.pk}/review/").status_code == 403
    own = firm.say("Rua C 3", field="company.address", subject="user:rui", scope="user:rui")
    assert firm.client(firm.ana).post(f"/facts/{own.pk}/review/").status_code == 404
    assert not Case.objects.filter(kind="review_due").exists()


def test_what_is_not_in_force_is_not_reviewed(firm: Firm) -> None:
    old = address(firm)
    firm.say("Rua B 2", source="crm", field="company.address")
    client = firm.client(firm.ana)
    assert ask(client, old) == f"/facts/{old.pk}/"
    assert "It is not in force any more." in text_of(client.get(f"/facts/{old.pk}/"))
    assert not Case.objects.exists()
