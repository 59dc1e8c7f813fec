"""Open questions looked at again on their page: listed first, closed once confirmed, and only what was ticked."""

from __future__ import annotations

import re
from typing import Any

from escalations.models import Case
from memoryhub.accounts.models import Role
from tests import factories
from tests.escalations.pressing import asking
from tests.escalations.test_reevaluating import waiting, widen
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.screens.reading import form_in, text_of

WHERE = "/policy/re-evaluation/"


def ticked(page: Any) -> list[str]:  # noqa: ANN401 - an answer of a test client
    return re.findall(r'name="case" value="([-0-9a-f]+)" checked', page.content.decode())


def test_what_would_close_is_listed_and_what_is_ticked_closes(firm: Firm, client_of: ClientOf) -> None:
    one, other = (asking(waiting(firm, f"client:{name}", f"{name} SA")) for name in ("acme", "brasa"))
    ana = client_of(firm.ana)
    assert "2 open questions, looked at under version 1: 0 would close by rule." in text_of(ana.get(WHERE))
    widen(firm)
    page = ana.get(WHERE)
    assert "2 open questions, looked at under version 2: 2 would close by rule." in text_of(page)
    assert "same rank, later effective date" in text_of(page)
    assert sorted(ticked(page)) == sorted([str(one.pk), str(other.pk)])
    assert set(Case.objects.values_list("state", flat=True)) == {"open"}
    done = ana.post(WHERE, {**form_in(page, "reevaluate").fields, "case": [str(one.pk)]})
    assert "1 question was closed by version 2" in text_of(done)
    assert f'href="/cases/{one.pk}/"' in done.content.decode()
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.state, one.closed_because, other.state) == ("closed", "dates.later_effective", "open")
    again = ana.post(WHERE, {**form_in(page, "reevaluate").fields, "case": [str(one.pk)]})
    assert "0 questions were closed by version 2" in text_of(again)


def test_what_was_previewed_under_another_version_is_not_carried_out(firm: Firm, client_of: ClientOf) -> None:
    case = asking(waiting(firm))
    widen(firm)
    rui = client_of(firm.rui)
    form = form_in(rui.get(WHERE), "reevaluate").fields
    factories.activate_document(firm.workspace, DOCUMENT)
    told = rui.post(WHERE, {**form, "case": [str(case.pk)]})
    assert told.status_code == 409
    assert "Look at it again, then decide." in text_of(told)
    case.refresh_from_db()
    assert case.state == "open"


def test_others_do_not_look_again_and_rubbish_is_refused(firm: Firm, client_of: ClientOf) -> None:
    other = factories.make_member(firm.workspace, "olga", Role.ACCOUNT_ADMIN)
    assert client_of(other).get(WHERE).status_code == 403
    rui = client_of(firm.rui)
    for wrong in ({"version": "x"}, {"version": "1", "case": "all"}, {"version": "1", "case": ["x" * 36] * 3}):
        assert rui.post(WHERE, wrong).status_code == 422
    assert rui.get(WHERE, {"after": "1"}).status_code == 422


def test_a_case_of_another_workspace_is_left_alone(firm: Firm, client_of: ClientOf) -> None:
    case = asking(waiting(firm))
    widen(firm)
    workspace = factories.make_workspace()
    stranger = factories.make_member(workspace, "stranger", Role.POLICY_EDITOR)
    factories.activate_document(workspace, DOCUMENT)
    done = client_of(stranger).post(WHERE, {"version": "1", "case": [str(case.pk)]})
    assert "0 questions were closed" in text_of(done)
    case.refresh_from_db()
    assert case.state == "open"
