"""The page of a fact: what holds now and why, what held then, what became of the rest, and what stays to be done."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from escalations.models import Case
from memoryhub.accounts.models import Role
from tests.factories import make_member, make_workspace
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm

LEE_SINCE = datetime(2026, 11, 16, 3, tzinfo=UTC)


def _decide(firm: Firm, case: Case, choice: str, **said: str) -> None:
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    answer = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": choice, "reason": "She told me.", **said})
    assert answer.status_code == 302


def test_it_answers_why_in_one_sentence_with_source_rule_and_date(firm: Firm) -> None:
    firm.say("Rua A 1", source="crm", field="company.address", effective_at=datetime(2026, 1, 5, 3, tzinfo=UTC))
    new = firm.say("Rua B 2", source="crm", field="company.address", effective_at=datetime(2026, 10, 5, 3, tzinfo=UTC))
    words = text_of(firm.client(firm.ana).get(f"/facts/{new.pk}/"))
    assert (
        "“Rua B 2” holds since 5 Oct 2026 because CRM (system of record) said it; "
        "rule: same rank, later effective date; it replaced “Rua A 1”."
    ) in words
    assert "superseded" in words
    assert "policy v1: step by step" in words


def test_after_a_decision_it_names_who_decided_when_and_why(firm: Firm) -> None:
    case = firm.dispute()
    lee = case.candidates.get().claim
    _decide(firm, case, f"accept:{lee.pk}")
    words = text_of(firm.client(firm.ana).get(f"/facts/{lee.pk}/"))
    assert "Ana decided on" in words
    assert "that “Lee Ramos” holds, said by Client's messages (other party, own data)" in words
    assert "because: “She told me.”; it replaced “Dana Souza”." in words
    assert "CRM still has to be corrected" in words
    assert "Just decided; it may still be undone." in words
    assert f"/cases/{case.pk}/" in firm.client(firm.ana).get(f"/facts/{lee.pk}/").content.decode()


def test_as_of_answers_along_both_times(firm: Firm) -> None:
    firm.say("Rua A 1", source="crm", field="company.address", effective_at=datetime(2026, 1, 5, 3, tzinfo=UTC))
    new = firm.say("Rua B 2", source="crm", field="company.address", effective_at=datetime(2026, 10, 5, 3, tzinfo=UTC))
    client = firm.client(firm.ana)

    def then(query: str) -> str:
        page = client.get(f"/facts/{new.pk}/?{query}").content.decode()
        return page.partition('id="as-of-answer">')[2].partition("</div>")[0]

    assert "Rua A 1" in then("as_of=2026-06-01T12:00&axis=effective")
    assert "Rua B 2" in then("as_of=2026-10-06T12:00&axis=effective")
    assert "no value held then" in then("as_of=2025-10-06T12:00&axis=effective")
    assert "nothing was known then" in then("as_of=2026-06-01T12:00&axis=recorded")
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    assert "Rua B 2" in then(f"as_of={tomorrow}&axis=recorded")
    # A day alone is its begin, and the field says so.
    assert "Rua A 1" in then("as_of=2026-06-01")
    assert 'value="2026-06-01T00:00"' in client.get(f"/facts/{new.pk}/?as_of=2026-06-01").content.decode()
    assert "Choose a day and a time." in text_of(client.get(f"/facts/{new.pk}/?as_of=soon"))


def test_in_dispute_it_leads_to_the_case(firm: Firm) -> None:
    case = firm.dispute()
    page = firm.client(firm.ana).get(f"/facts/{case.candidates.get().claim_id}/")
    words = text_of(page)
    assert "Dana Souza" in words
    assert "You followed a link to: Lee Ramos pending" in words
    assert "This may have changed; its owner is reviewing it" in words
    assert f'id="open-case" href="/cases/{case.pk}/"' in page.content.decode()


def test_where_only_a_proposal_waits_nothing_is_in_force(firm: Firm) -> None:
    phone = firm.say("+5511988887777", field="contact.phone")
    words = text_of(firm.client(firm.ana).get(f"/facts/{phone.pk}/"))
    assert "no value in force" in words
    assert "No value is in force here; what was proposed waits for its owner." in words


def test_what_ended_is_said_to_have_ended(firm: Firm) -> None:
    rua = firm.say("Rua A 1", source="crm", field="company.address", effective_at=datetime(2026, 1, 5, tzinfo=UTC))
    gone = datetime(2026, 9, 1, tzinfo=UTC)
    firm.say(None, source="crm", field="company.address", kind="retract", effective_at=gone)
    words = text_of(firm.client(firm.ana).get(f"/facts/{rua.pk}/"))
    assert "No value is in force here any more." in words
    assert "expired" in words


def test_a_sensitive_value_is_shown_to_who_decides_and_reviews_only(firm: Firm) -> None:
    case = firm.dispute()
    address = f"/facts/{case.candidates.get().claim_id}/"
    otto = make_member(firm.workspace, "otto", Role.AUDITOR)
    for member in (firm.ana, firm.eva, otto):
        assert "Dana Souza" in text_of(firm.client(member).get(address)), member
    words = text_of(firm.client(firm.rui).get(address))
    assert "Dana Souza" not in words
    assert "D•••" in words


def test_another_workspaces_fact_and_a_personal_one_are_not_there(firm: Firm) -> None:
    case = firm.dispute()
    stranger = make_member(make_workspace(), "sam", Role.OWNER)
    assert firm.client(stranger).get(f"/facts/{case.candidates.get().claim_id}/").status_code == 404
    own = firm.say("Rua C 3", field="company.address", subject="user:rui", scope="user:rui")
    assert firm.client(firm.ana).get(f"/facts/{own.pk}/").status_code == 404
    assert firm.client(firm.rui).get(f"/facts/{own.pk}/").status_code == 200


def test_the_list_finds_by_place_and_value_but_not_by_a_sensitive_value(firm: Firm) -> None:
    firm.dispute()
    firm.say("Rua A 1", source="crm", field="company.address")
    client = firm.client(firm.ana)
    assert "Rua A 1" in text_of(client.get("/facts/?q=rua a"))
    assert "Main contact" in text_of(client.get("/facts/?q=customer:acme"))
    assert "Main contact" in text_of(client.get("/facts/?q=contact.primary"))
    words = text_of(client.get("/facts/?q=dana"))
    assert "Nothing in force mentions “dana”." in words
    assert "Show all facts" in words
    assert "Dana" not in text_of(client.get("/facts/"))


def test_pages_of_the_list_hold_every_fact_once(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledgers.selectors.finding.PAGE", 2)
    for number in range(5):
        firm.say(f"Rua {number}", source="crm", field="company.address", subject=f"customer:c{number}")
    client, address, seen = firm.client(firm.ana), "/facts/", ""
    for _page in range(3):
        page = client.get(address).content.decode()
        seen += page
        address = page.partition('id="page-next" rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert address == ""
    assert [seen.count(f'<span class="value">Rua {number}') for number in range(5)] == [1] * 5
