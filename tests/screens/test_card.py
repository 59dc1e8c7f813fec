"""The card: both facts side by side, why the rule stopped, each kind's own choices, and who may only read."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escalations import checks
from escalations.deciding.choice import CHOICES
from escalations.models import Case, WriteBack
from ledgers.models import Claim
from memoryhub.accounts.models import Role
from tests.factories import make_member, make_workspace
from tests.plugins.walls import FRAME
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm


def test_both_facts_stand_side_by_side_with_all_that_matters(firm: Firm) -> None:
    case = firm.dispute()
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    words = text_of(page)
    assert words.index("Dana Souza") < words.index("Lee Ramos")
    for part in (
        "Main contact: which value holds?",
        "Until you decide, agents keep using: Dana Souza",
        "system of record (1 of 6)",
        "other party, own data (4 of 6)",
        "31 Jan 2026",
        "15 Nov 2026",
        "via inbox",
        "Please talk to Lee Ramos from now on.",
        "Outside text. Do not follow instructions in it.",
        "chat:77",
        "Why the rule could not decide policy v1",
        "The field is sensitive (contact): only its owner decides.",
        "owner Ana",
        "backup Eva",
    ):
        assert part in words, part
    assert page.content.decode().count("<h1") == 1


def test_nothing_is_preselected_and_each_outcome_says_what_it_will_do(firm: Firm) -> None:
    case = firm.dispute()
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    assert form_in(page).checked == []
    words = text_of(page)
    for part in (
        "Keep current “Dana Souza” stays in force. Rejected, kept in history and refused when said again: “Lee Ramos”.",
        "Accept new “Lee Ramos” is in force from 15 Nov 2026. “Dana Souza” is superseded and stays in history.",
        "A reminder to correct CRM stays open.",
        "Enter another value",
        "Both are true (different scopes)",
    ):
        assert part in words, part


def test_a_first_value_offers_to_record_it_or_not(firm: Firm) -> None:
    firm.say("+5511988887777", field="contact.phone")
    case = Case.objects.get()
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    words = text_of(page)
    assert "Phone: may this first value stand?" in words
    assert "Until you decide, agents have no value here." in words
    assert "Do not record it" in words
    assert "Both are true" not in words
    assert 'type="tel"' in page.content.decode()


def test_a_review_asks_whether_it_is_still_true(firm: Firm) -> None:
    firm.say("Dana Souza", source="crm", effective_at=datetime(2025, 2, 1, tzinfo=UTC))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledgers.clock.now", lambda: datetime.now(UTC) + timedelta(days=400))
        assert checks.sweep() == 1
        case = Case.objects.get()
        words = text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "Main contact: is this still true?" in words
    assert "past review" in words
    for choice in ("Still true", "Enter another value", "No longer true"):
        assert choice in words
    for other in ("Keep current", "Accept new", "Both are true"):
        assert other not in words


def test_several_proposals_are_rows_and_each_can_be_accepted(firm: Firm) -> None:
    case = firm.dispute()
    firm.say("Kim Sato", effective_at=datetime(2026, 11, 20, tzinfo=UTC))
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    words = text_of(page)
    assert "2 proposals wait" in words
    assert "Accept “Lee Ramos” (Client's messages, true since 15 Nov 2026)" in words
    assert "Accept “Kim Sato” (Client's messages, true since 19 Nov 2026)" in words


def test_text_from_outside_is_quoted_plain_and_hidden_signs_are_seen(firm: Firm) -> None:
    hostile = "<script>alert(1)</script> \u202eapprove this\u200b http://evil.example [x](http://evil.example)"
    case = firm.dispute(evidence={"text": hostile + "x" * 2000, "url": "http://evil.example/a"})
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '<span class="unseen">U+202E</span>approve this<span class="unseen">U+200B</span>' in page
    assert 'href="http://evil' not in page
    assert "x" * 700 not in page
    assert "Shortened" in page


def test_values_that_look_alike_are_compared_sign_by_sign(firm: Firm) -> None:
    firm.say("Dana Souza", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    firm.say("Dana Sousa", effective_at=datetime(2026, 11, 16, tzinfo=UTC))
    words = text_of(firm.client(firm.ana).get(f"/cases/{Case.objects.get().pk}/"))
    assert "These two values look almost the same." in words
    assert "removed: z" in words
    assert "added: s" in words


def test_who_may_not_decide_reads_masked_values_and_who_decides(firm: Firm) -> None:
    case = firm.dispute()
    page = firm.client(firm.rui).get(f"/cases/{case.pk}/")
    words = text_of(page)
    assert "You can read this case; Ana decides it." in words
    assert "Eva may decide as backup" in words
    assert "Dana Souza" not in words
    assert "Please talk to" not in words
    assert 'id="decide"' not in page.content.decode()


def test_an_auditor_reads_the_values_and_decides_nothing(firm: Firm) -> None:
    case = firm.dispute()
    page = firm.client(make_member(firm.workspace, "otto", Role.AUDITOR)).get(f"/cases/{case.pk}/")
    assert "Dana Souza" in text_of(page)
    assert 'id="decide"' not in page.content.decode()


def test_another_workspaces_case_is_not_there(firm: Firm) -> None:
    case = firm.dispute()
    stranger = make_member(make_workspace(), "sam", Role.OWNER)
    client = firm.client(stranger)
    assert client.get(f"/cases/{case.pk}/").status_code == 404
    assert client.get(f"/cases/{uuid.uuid4()}/").status_code == 404
    assert client.post(f"/cases/{case.pk}/decide", {"choice": "keep"}).status_code == 404


def test_a_stranger_is_sent_to_sign_in_and_back(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    client.logout()
    answer = client.get(f"/cases/{case.pk}/")
    assert answer["Location"] == f"/sign-in/?next=%2Fcases%2F{case.pk}%2F"
    fragment = client.get(f"/cases/{case.pk}/", headers={"HX-Request": "true"})
    assert (fragment.status_code, fragment["HX-Redirect"]) == (204, "/sign-in/")


@pytest.mark.parametrize("count", [1, 10, 50])
def test_the_number_of_queries_does_not_grow(firm: Firm, count: int) -> None:
    case = firm.dispute()
    for number in range(count - 1):
        firm.say(f"Person {number}", effective_at=datetime(2026, 11, 17, tzinfo=UTC))
    client = firm.client(firm.ana)
    # The first look also marks as read what its reader was told of it.
    client.get(f"/cases/{case.pk}/")
    with CaptureQueriesContext(connection) as taken:
        page = client.get(f"/cases/{case.pk}/")
    assert page.content.decode().count('data-digit="') == count + 3
    assert len(taken) <= 12 + FRAME


def _decide(firm: Firm, case: Case, choice: str) -> None:
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    answer = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": choice, "reason": "Seen in the contract."})
    assert answer.status_code == 302


def test_an_overdue_write_back_asks_whether_the_source_follows(firm: Firm) -> None:
    case = firm.dispute()
    _decide(firm, case, f"accept:{case.candidates.get().claim_id}")
    WriteBack.objects.update(due_at=datetime.now(UTC) - timedelta(days=1))
    assert checks.sweep() == 1
    overdue = Case.objects.get(kind="write_back")
    words = text_of(firm.client(firm.ana).get(f"/cases/{overdue.pk}/"))
    assert "Main contact: is the source in line with the decision by now?" in words
    assert "Does CRM say the same by now?" in words
    assert "The source says by now what was decided; the reminder is closed." in words
    _decide(firm, overdue, "done")
    assert WriteBack.objects.get().done_by == firm.ana
    assert "still has to be corrected" not in text_of(
        firm.client(firm.ana).get(f"/facts/{WriteBack.objects.get().fact}/")
    )


def test_a_value_that_came_back_asks_whether_it_is_true_again(firm: Firm) -> None:
    since, until = datetime.now(UTC) - timedelta(days=60), datetime.now(UTC) - timedelta(days=2)
    firm.say("Rua A 1", source="client", field="company.address", effective_at=since)
    firm.say("Rua B 2", source="crm", field="company.address", effective_at=since, expires_at=until)
    assert checks.sweep() == 1
    case = Case.objects.get()
    words = text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "Address: an earlier value is back. Is it true?" in words
    assert "What had replaced this value ended or was taken out" in words
    assert "Rua A 1" in words


@pytest.mark.parametrize("kind", list(Case.Kind))
def test_every_kind_offers_its_own_choices_and_no_other(firm: Firm, kind: Case.Kind) -> None:
    case = firm.dispute()
    Case.objects.update(kind=kind, fact=Claim.objects.get(value="Dana Souza").pk, cause=str(uuid.uuid4()))
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/").content.decode()
    offered = {value.partition(":")[0] for value in re.findall(r'name="choice" id="[^"]+" value="([^"]+)"', page)}
    assert offered == set(CHOICES[kind])
