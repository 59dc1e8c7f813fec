"""A draft brought up to the version in force on its page: what moved, and a choice where both changed one place."""

from __future__ import annotations

from ledgers.models import PolicyDraft
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh
from tests.screens.reading import form_in, text_of

SHORTER = {**DOCUMENT, "write_back_days": 3, "sla_hours": {"payment": 8}}


def clashing(firm: Firm) -> PolicyDraft:
    """Rui gives systems ten days; meanwhile a version that gives them three came into force."""
    draft = firm.edit(firm.start(), "set_write_back_days", days=10)
    factories.activate_document(firm.workspace, SHORTER)
    return fresh(draft)


def test_both_sides_are_shown_and_the_chosen_one_is_kept(firm: Firm, client_of: ClientOf) -> None:
    draft, rui = clashing(firm), client_of(firm.rui)
    page = rui.get(at(draft, "rebase"))
    words = text_of(page)
    assert "What moved with version 2" in words
    assert "Time to answer: payment not said 8 hours" in words
    assert "Mine: what the draft says 10 days" in words
    assert "Theirs: what is in force 3 days" in words
    form = form_in(page, "rebase").fields
    missing = rui.post(at(draft, "rebase"), form)
    assert missing.status_code == 409
    assert "Say for each whether the draft or the version in force counts." in text_of(missing)
    assert fresh(draft).state == "conflict"
    done = rui.post(at(draft, "rebase"), {**form, "side-0": "ours"})
    assert (done.status_code, done.headers["Location"]) == (302, at(draft, "backtest"))
    up = fresh(draft)
    assert (up.state, up.base.version) == ("editing", 2)
    assert (up.document["write_back_days"], up.document["sla_hours"]) == (10, {"payment": 8})
    assert "It was not tried on history yet." in text_of(rui.get(at(draft, "submit")))


def test_whoever_may_not_write_in_it_is_told_that_first(firm: Firm, client_of: ClientOf) -> None:
    draft = clashing(firm)
    assert client_of(firm.lia).post(at(draft, "rebase")).status_code == 403
    assert client_of(firm.ana).post(at(draft, "rebase")).status_code == 403
    assert client_of(firm.rui).post(at(draft, "rebase")).status_code == 422


def test_the_side_in_force_can_be_chosen_too(firm: Firm, client_of: ClientOf) -> None:
    draft, rui = clashing(firm), client_of(firm.rui)
    form = form_in(rui.get(at(draft, "rebase")), "rebase").fields
    rui.post(at(draft, "rebase"), {**form, "side-0": "theirs"})
    assert fresh(draft).document["write_back_days"] == 3


def test_a_choice_is_between_what_was_shown(firm: Firm, client_of: ClientOf) -> None:
    """Another version came into force after the page was opened: nothing is brought together before it was seen."""
    draft, rui = clashing(firm), client_of(firm.rui)
    form = form_in(rui.get(at(draft, "rebase")), "rebase").fields
    factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": 7})
    told = rui.post(at(draft, "rebase"), {**form, "side-0": "theirs"})
    assert told.status_code == 409
    assert "This draft changed since you opened it" in text_of(told)
    assert "Theirs: what is in force 7 days" in text_of(told)
    assert fresh(draft).state == "conflict"


def test_only_authors_bring_it_up_to_date_and_rubbish_is_refused(firm: Firm, client_of: ClientOf) -> None:
    draft = clashing(firm)
    form = {"version": draft.version, "active": 2, "side-0": "ours"}
    assert 'id="rebase-go"' not in client_of(firm.lia).get(at(draft, "rebase")).content.decode()
    assert client_of(firm.lia).post(at(draft, "rebase"), form).status_code == 403
    for wrong in ({"side-0": "both"}, {"active": ""}, {"version": "x"}):
        assert client_of(firm.rui).post(at(draft, "rebase"), {**form, **wrong}).status_code == 422
    assert fresh(draft).state == "conflict"


def test_what_is_up_to_date_says_so(firm: Firm, client_of: ClientOf) -> None:
    assert "It is up to date" in text_of(client_of(firm.rui).get(at(firm.start(), "rebase")))
