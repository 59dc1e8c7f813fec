"""The second of two people, by plain forms: confirms what the first chose, on the same evidence, or sends it back."""

from __future__ import annotations

import pytest
from django.test import Client

from escalations.models import Approval, Case
from ledgers.models import Transaction
from memoryhub.accounts.models import Member, Role
from tests.factories import activate_document, make_member
from tests.screens.reading import Answer, form_in, text_of
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


def confirm(client: Client, case: Case, seen: dict[str, str], answer: str, reason: str = "") -> Answer:
    return client.post(f"/cases/{case.pk}/confirm", {**seen, "answer": answer, "reason": reason}, follow=True)


def held(client: Client, case: Case) -> dict[str, str]:
    """What the form of the second person sends back."""
    return form_in(client.get(f"/cases/{case.pk}/"), "confirm").fields


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
