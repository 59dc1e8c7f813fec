"""Who may propose a value posts it from the page of the fact: a claim of theirs, which the rules judge."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from escalations.models import Case
from ledgers.models import Claim, Responsibility
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm


@pytest.fixture
def fact(firm: Firm) -> Claim:
    """A price that anybody in the firm may propose."""
    Responsibility.objects.filter(scope="client:*").update(proposers=["agent:*", "member:*"])
    return firm.say("BRL 10.00", source="client", field="price.list", effective_at=datetime(2026, 1, 5, tzinfo=UTC))


def propose(client: Client, fact: Claim, commit: DjangoCaptureOnCommitCallbacks, **typed: str) -> str:
    """Fill in the form and press; the page one arrives at, in words."""
    sent = form_in(client.get(f"/facts/{fact.pk}/propose/"), "propose").fields
    with commit(execute=True):
        answer = client.post(f"/facts/{fact.pk}/propose/", {**sent, "reason": "New list of May.", **typed})
    assert answer.status_code == 302
    return text_of(client.get(answer["Location"], follow=True))


def test_the_rules_judge_it_and_the_answer_says_so(
    firm: Firm, fact: Claim, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = firm.client(firm.rui)
    assert 'id="propose"' in client.get(f"/facts/{fact.pk}/").content.decode()
    assert "Amount with currency" in text_of(client.get(f"/facts/{fact.pk}/propose/"))
    typed = {"value": "BRL 12.50", "effective_at": "2026-05-02"}
    words = propose(client, fact, django_capture_on_commit_callbacks, **typed)
    claim = Claim.objects.latest("id")
    assert (claim.member, claim.tier, claim.speaker) == (firm.rui, "authorized_person", "rui")
    assert claim.effective_at == datetime(2026, 5, 2, 3, tzinfo=UTC)
    assert claim.evidence == {"text": "New list of May."}
    assert "Your proposal is accepted and replaces what was said before." in words


def test_what_rules_may_not_decide_waits_for_the_owner(
    firm: Firm, fact: Claim, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    dana = firm.say("Dana Souza", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    words = propose(firm.client(firm.rui), dana, django_capture_on_commit_callbacks, value="Lee Ramos")
    assert "Your proposal waits for the owner of the fact, who decides." in words
    case = Case.objects.get(state="open")
    assert (case.kind, case.owner) == ("conflict", firm.ana)


def test_a_second_press_is_the_same_claim(
    firm: Firm, fact: Claim, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = firm.client(firm.rui)
    sent = form_in(client.get(f"/facts/{fact.pk}/propose/"), "propose").fields
    sent |= {"value": "BRL 12.50", "effective_at": "2026-05-02", "reason": "New list."}
    with django_capture_on_commit_callbacks(execute=True):
        first = client.post(f"/facts/{fact.pk}/propose/", sent)
    again = client.post(f"/facts/{fact.pk}/propose/", sent)
    assert again["Location"] == first["Location"]
    assert Claim.objects.filter(member=firm.rui).count() == 1


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"value": ""}, "Enter the value that holds."),
        ({"reason": ""}, "Say how you know: whoever decides reads it."),
        ({"effective_at": "soon"}, "Write the day as year-month-day."),
        ({"value": "a lot"}, "Write the amount with its currency"),
    ],
    ids=["no value", "no reason", "no day", "not money"],
)
def test_a_form_that_cannot_be_taken_comes_back_as_typed(
    firm: Firm, fact: Claim, typed: dict[str, str], says: str
) -> None:
    sent = {"value": "BRL 12.50", "reason": "New list.", **typed}
    answer = firm.client(firm.rui).post(f"/facts/{fact.pk}/propose/", sent)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert f'value="{sent["value"]}"' in answer.content.decode()
    assert not Claim.objects.filter(member=firm.rui).exists()


def test_who_may_not_propose_there_has_no_button_and_no_form(firm: Firm, fact: Claim) -> None:
    Responsibility.objects.filter(scope="client:*").update(proposers=["agent:*", "member:eva"])
    client = firm.client(firm.rui)
    assert 'id="propose"' not in client.get(f"/facts/{fact.pk}/").content.decode()
    assert client.get(f"/facts/{fact.pk}/propose/").status_code == 403
    sent = {"value": "BRL 12.50", "reason": "New list."}
    assert client.post(f"/facts/{fact.pk}/propose/", sent).status_code == 403
    own = firm.say("Rua C 3", field="company.address", subject="user:rui", scope="user:rui")
    assert firm.client(firm.eva).get(f"/facts/{own.pk}/propose/").status_code == 404
    assert not Claim.objects.filter(member=firm.rui).exists()


def test_what_became_of_it_is_told_to_its_author_only(
    firm: Firm, fact: Claim, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    propose(firm.client(firm.rui), fact, django_capture_on_commit_callbacks, value="BRL 12.50")
    claim = Claim.objects.latest("id")
    assert firm.client(firm.eva).get(f"/facts/{fact.pk}/propose/?kept={claim.pk}").status_code == 404
