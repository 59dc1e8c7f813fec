"""The second of two people, by plain forms: confirms what the first chose, on the same evidence, or sends it back."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from escalations.models import Approval, Case
from escalations.queue.counts import counts
from ledgers.models import Field, Responsibility, Transaction
from memoryhub.accounts.models import Member, Role
from tests.factories import activate_document, make_member
from tests.screens.reading import form_in, text_of
from tests.screens.world import TIERS, Firm

REASON = "Called her: Lee takes over."


@pytest.fixture
def rita(firm: Firm) -> Member:
    """A reviewer, where contacts need two people."""
    activate_document(firm.workspace, {"tiers": TIERS, "four_eyes": ["contact"]})
    return make_member(firm.workspace, "rita", Role.REVIEWER)


@pytest.fixture
def case(firm: Firm, rita: Member) -> Case:
    """Ana chose Lee; somebody else has to agree."""
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    accept = f"accept:{case.candidates.get().claim_id}"
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": accept, "reason": REASON})
    return case


def confirm(client: Client, case: Case, seen: dict[str, str], answer: str, reason: str = "") -> HttpResponse:
    sent = client.post(f"/cases/{case.pk}/confirm", {**seen, "answer": answer, "reason": reason}, follow=True)
    assert isinstance(sent, HttpResponse)
    return sent


def held(client: Client, case: Case) -> dict[str, str]:
    """What the form of the second person sends back."""
    return form_in(client.get(f"/cases/{case.pk}/"), "confirm").fields


@pytest.fixture
def payment(firm: Firm) -> Case:
    """Two account numbers, of which ana chose the one in force; payments need two people."""
    activate_document(firm.workspace, {"tiers": TIERS, "four_eyes": ["payment"]})
    Field.objects.create(workspace=firm.workspace, key="payment.iban", name="IBAN", type="iban", sensitivity="payment")
    firm.say("DE89370400440532013000", source="crm", field="payment.iban")
    firm.say("GB82WEST12345698765432", field="payment.iban")
    return Case.objects.get(workspace=firm.workspace, state="open")


def approve(firm: Firm, case: Case, **more: str) -> None:
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": REASON, "last4": "3000", **more})


def state_of(case: Case) -> tuple[str, int]:
    case.refresh_from_db()
    return case.state, decisions()


def decisions() -> int:
    return Transaction.objects.filter(kind="decision").count()


def test_the_first_waits_and_the_second_sees_what_and_why(firm: Firm, rita: Member, case: Case) -> None:
    mine = text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "1 of 2 approvals. A different person must confirm." in mine
    assert "May confirm:" in mine
    assert "Rita" in mine
    theirs = text_of(firm.client(rita).get(f"/cases/{case.pk}/"))
    assert "Ana approved on" in theirs
    told = theirs[theirs.index("Ana approved on") :]
    for part in ("accepted what was proposed", "“Lee Ramos”", f"Reason: {REASON}"):
        assert part in told[:200], told[:200]
    assert decisions() == 0


def test_the_second_confirms_and_it_is_recorded_for_both(firm: Firm, rita: Member, case: Case) -> None:
    client = firm.client(rita)
    done = confirm(client, case, held(client, case), "confirm", "Saw the letter.")
    assert "Confirmed: " in text_of(done)
    case.refresh_from_db()
    assert (case.state, case.decided_by, case.reason) == ("decided", firm.ana, f"{REASON}; Saw the letter.")
    assert decisions() == 1
    words = text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "In force now: Lee Ramos" in words
    assert "Rita" in words


def test_sent_back_it_counts_no_more_and_says_why(firm: Firm, rita: Member, case: Case) -> None:
    client = firm.client(rita)
    done = confirm(client, case, held(client, case), "send_back", "Ask her in writing.")
    assert "Sent back. Whoever approved it first was told." in text_of(done)
    assert Approval.objects.get().cleared_because == "sent_back"
    words = text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "Ask her in writing." in words
    assert "1 of 2 approvals" not in words
    assert decisions() == 0


def test_what_changed_meanwhile_is_not_confirmed(firm: Firm, rita: Member, case: Case) -> None:
    client = firm.client(rita)
    seen = held(client, case)
    firm.say("Kim Sato")
    told = text_of(confirm(client, case, seen, "confirm"))
    assert "There is no approval to confirm any more: the case changed. Look again." in told
    case.refresh_from_db()
    assert (case.state, decisions()) == ("open", 0)


@pytest.mark.parametrize("who", ["ana", "rui"])
def test_neither_the_first_nor_just_anybody_confirms_by_a_forged_form(
    firm: Firm, rita: Member, case: Case, who: str
) -> None:
    seen = held(firm.client(rita), case)
    member: Member = getattr(firm, who)
    answer = confirm(firm.client(member), case, seen, "confirm")
    assert "Confirmed" not in text_of(answer)
    case.refresh_from_db()
    assert (case.state, decisions()) == ("open", 0)
    # It still waits for whoever may.
    confirm(firm.client(rita), case, seen, "confirm")
    case.refresh_from_db()
    assert case.state == "decided"


def test_a_payment_is_confirmed_by_who_opened_it_and_typed_its_last_signs(firm: Firm, payment: Case) -> None:
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    approve(firm, payment)
    client = firm.client(rita)
    seen = held(client, payment)
    page = client.get(f"/cases/{payment.pk}/").content.decode()
    assert "Show the values first" in page
    assert 'id="confirm-yes"' not in page
    blind = confirm(client, payment, {**seen, "last4": "3000"}, "confirm")
    assert (blind.status_code, state_of(payment)) == (422, ("open", 0))
    shown = client.post(f"/cases/{payment.pk}/reveal")
    assert "DE89370400440532013000" in shown.content.decode().replace(" ", "")
    seen = form_in(shown, "confirm").fields
    for last4 in ("", "9999", "5432"):
        told = confirm(client, payment, {**seen, "last4": last4}, "confirm")
        assert "Type the last four signs of the value you let stand." in text_of(told)
        assert (told.status_code, state_of(payment)) == (422, ("open", 0))
    confirm(client, payment, {**seen, "last4": "3000"}, "confirm")
    assert state_of(payment) == ("decided", 1)


@pytest.mark.parametrize(
    ("choice", "value", "last4"), [("accept", "", "5432"), ("other", "FR1420041010050500013M02606", "2606")]
)
def test_the_last_signs_are_those_of_what_the_first_chose(
    firm: Firm, payment: Case, choice: str, value: str, last4: str
) -> None:
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    chosen = f"accept:{payment.candidates.get().claim_id}" if choice == "accept" else choice
    approve(firm, payment, choice=chosen, value=value, last4=last4)
    client = firm.client(rita)
    seen = form_in(client.post(f"/cases/{payment.pk}/reveal"), "confirm").fields
    assert confirm(client, payment, {**seen, "last4": "3000"}, "confirm").status_code == 422
    confirm(client, payment, {**seen, "last4": last4}, "confirm")
    assert state_of(payment) == ("decided", 1)


def test_a_named_second_person_without_a_role_may_open_what_they_confirm(firm: Firm, payment: Case) -> None:
    sam = make_member(firm.workspace, "sam")
    Responsibility.objects.get(scope="client:*").seconds.add(sam)
    approve(firm, payment)
    client = firm.client(sam)
    shown = client.post(f"/cases/{payment.pk}/reveal")
    assert (shown.status_code, "DE89370400440532013000" in shown.content.decode().replace(" ", "")) == (200, True)
    confirm(client, payment, {**form_in(shown, "confirm").fields, "last4": "3000"}, "confirm")
    assert state_of(payment) == ("decided", 1)


@pytest.mark.parametrize("changed", [{"answer": "yes"}, {"answer": ""}, {"decision_key": "zzz"}])
def test_an_answer_the_page_does_not_offer_confirms_nothing(
    firm: Firm, rita: Member, case: Case, changed: dict[str, str]
) -> None:
    client = firm.client(rita)
    seen = held(client, case)
    sent = client.post(f"/cases/{case.pk}/confirm", {**seen, "answer": "confirm", **changed})
    assert (sent.status_code, state_of(case)) == (422, ("open", 0))


def test_what_i_approved_first_waits_for_another_and_no_more_for_me(firm: Firm, rita: Member, case: Case) -> None:
    mine, waits = firm.client(firm.ana).get("/queue/"), firm.client(firm.ana).get("/queue/?view=waiting")
    assert str(case.pk) not in mine.content.decode()
    assert str(case.pk) in waits.content.decode()
    assert str(case.pk) in firm.client(rita).get("/queue/").content.decode()
    assert counts(firm.ana).mine == 0
    assert counts(rita).mine == 1
    firm.client(firm.ana).post(f"/cases/{case.pk}/undo")
    assert counts(firm.ana).mine == 1
