"""The second person: who may be one, and that what they say is of what they saw."""

from __future__ import annotations

import pytest

from ledgers.models import DraftVerdict
from tests.ledgers.drafts.firm import Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh, opened, press, seen
from tests.screens.reading import text_of


@pytest.mark.parametrize("wrote", [True, False])
def test_nobody_judges_what_they_wrote_in_or_joined(firm: Firm, client_of: ClientOf, wrote: bool) -> None:
    """Eva may write and may approve: not both of one draft."""
    draft = firm.edit(firm.start())
    eva = client_of(firm.eva)
    joined = eva.post(at(draft, "join"), {"version": draft.version})
    assert joined.status_code == 302
    if wrote:
        draft = firm.edit(draft, "set_name", by=firm.eva, name="Eva's")
    firm.tried(draft)
    client_of(firm.rui).post(at(draft, "submit"), {"version": draft.version})
    draft = fresh(draft)
    assert 'id="approve"' not in eva.get(at(draft, "judge")).content.decode()
    refused = press(eva, draft, seen(draft), "approve")
    assert refused.status_code == 403
    assert "Authors do not judge their own draft" in text_of(refused)
    assert not DraftVerdict.objects.exists()


def test_of_two_at_once_the_second_is_told_who_was_first(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    ana, bia = client_of(firm.ana), client_of(firm.bia)
    hers, mine = opened(ana, draft), opened(bia, draft)
    assert press(ana, draft, hers, "approve", "Agreed with sales.").status_code == 302
    told = press(bia, draft, mine, "send_back", "Ask the client first.")
    assert told.status_code == 409
    assert "Ana approved it: “Agreed with sales.”" in text_of(told)
    assert (fresh(draft).state, DraftVerdict.objects.count()) == ("approved", 1)


def test_what_was_edited_after_being_seen_is_not_approved(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    ana = client_of(firm.ana)
    form = opened(ana, draft)
    firm.edit(draft, "set_name", by=firm.rui, name="Something else")
    told = press(ana, draft, form, "approve")
    assert told.status_code == 409
    assert "This draft changed since you opened it" in text_of(told)
    assert "Rui wrote in it." in text_of(told)
    assert not DraftVerdict.objects.exists()


def test_a_hash_that_was_not_shown_is_refused_and_what_was_typed_is_kept(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    ana = client_of(firm.ana)
    told = press(ana, draft, {**opened(ana, draft), "hash": "0" * 64}, "approve", "Long thought about.")
    assert told.status_code == 409
    assert ">Long thought about.</textarea>" in told.content.decode()
    assert fresh(draft).state == "submitted"


@pytest.mark.parametrize("answer", ["approve", "send_back"])
def test_either_answer_wants_a_reason(firm: Firm, client_of: ClientOf, answer: str) -> None:
    draft = firm.submitted()
    ana = client_of(firm.ana)
    told = press(ana, draft, opened(ana, draft), answer, "  ")
    assert told.status_code == 409
    assert "Give a reason: it stays with the draft." in text_of(told)
    assert not DraftVerdict.objects.exists()


def test_a_reason_that_is_too_long_is_refused_at_its_field_and_not_cut(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    ana = client_of(firm.ana)
    told = press(ana, draft, opened(ana, draft), "approve", "x" * 2001)
    assert (told.status_code, fresh(draft).state) == (422, "submitted")
    assert "It has 2001 characters, and at most 2000 are kept." in text_of(told)
    assert 'class="field-error"' in told.content.decode()
    assert f">{'x' * 2001}</textarea>" in told.content.decode()
    # A form sends each end of a line as two signs.
    assert press(ana, draft, opened(ana, draft), "approve", "x" * 1000 + "\r\n" + "y" * 999).status_code == 302


def test_what_the_check_says_is_said_in_words_to_author_and_approver(firm: Firm, client_of: ClientOf) -> None:
    tied = ["system_of_record", ["approved_document", "counterparty"], "authorized_person", "agent_inference"]
    draft = firm.edit(firm.start(), "set_tiers", order=[*tied, "unattributed"])
    firm.tried(draft)
    page = client_of(firm.rui).get(at(draft, "submit"))
    client_of(firm.rui).post(at(draft, "submit"), {"version": draft.version})
    for told in (text_of(page), text_of(client_of(firm.ana).get(at(draft, "judge")))):
        assert "count alike" in told
        assert "approved_document" not in told


def test_sent_back_it_is_with_its_authors_and_the_reason_beside_it(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    ana = client_of(firm.ana)
    press(ana, draft, opened(ana, draft), "send_back", "Ask the client first.")
    page = text_of(client_of(firm.rui).get(at(draft, "judge")))
    assert "Ana sent it back" in page
    assert "Ask the client first." in page
    assert "Nobody asks for approval of it now." in page


def test_only_a_policy_approver_answers(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    lia = client_of(firm.lia)
    assert 'id="approve"' not in lia.get(at(draft, "judge")).content.decode()
    assert press(lia, draft, seen(draft), "approve").status_code == 403


@pytest.mark.parametrize(
    "said",
    [{"answer": "maybe"}, {"version": "two"}, {"version": "9" * 10}, {"base": ""}, {"version": "\u00b2"}],
)
def test_what_no_form_sends_is_refused_as_a_whole(firm: Firm, client_of: ClientOf, said: dict[str, str]) -> None:
    draft = firm.submitted()
    body = {**seen(draft), "answer": "approve", "reason": "x", **said}
    assert client_of(firm.ana).post(at(draft, "judge"), body).status_code == 422
    assert fresh(draft).state == "submitted"
