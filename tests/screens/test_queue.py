"""The queue: order, masks, filters, counts, pages, and the same address with and without htmx."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escalations.models import Case
from ledgers.models import Claim
from memoryhub.accounts.models import Role
from tests.factories import make_member
from tests.plugins.walls import FRAME
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm

HTMX = {"HX-Request": "true"}


def _phones(firm: Firm, count: int) -> None:
    for number in range(count):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}", scope="client:acme")


def test_the_owner_sees_the_dispute_and_a_colleague_does_not(firm: Firm) -> None:
    case = firm.dispute()
    assert f"/cases/{case.pk}/" in firm.client(firm.ana).get("/queue/").content.decode()
    words = text_of(firm.client(firm.rui).get("/queue/"))
    assert "Nothing waits for you." in words
    assert "See my team's cases" in words


def test_sensitive_values_are_masked(firm: Firm) -> None:
    firm.dispute()
    words = text_of(firm.client(firm.ana).get("/queue/"))
    assert "D•••" in words
    assert "L•••" in words
    assert "Dana" not in words
    assert "CRM (system of record) × Client's messages (other party, own data)" in words


def test_the_overdue_come_first_then_the_riskier_then_the_older(firm: Firm) -> None:
    now = datetime.now(UTC)
    firm.dispute()
    _phones(firm, 3)
    late, risky, old, young = Case.objects.order_by("pk")
    due = now + timedelta(hours=9)
    Case.objects.update(due_at=due, sensitivity="contact", opened_at=now - timedelta(hours=1))
    Case.objects.filter(pk=late.pk).update(due_at=now - timedelta(hours=1))
    Case.objects.filter(pk=risky.pk).update(sensitivity="payment")
    Case.objects.filter(pk=old.pk).update(opened_at=now - timedelta(hours=2))
    page = firm.client(firm.ana).get("/queue/").content.decode()
    places = [page.index(f"case-{case.pk}") for case in (late, risky, old, young)]
    assert places == sorted(places)


def test_the_backup_is_asked_once_the_case_is_late(firm: Firm) -> None:
    case = firm.dispute()
    assert str(case.pk) not in firm.client(firm.eva).get("/queue/").content.decode()
    Case.objects.update(due_at=datetime.now(UTC) - timedelta(minutes=5))
    page = firm.client(firm.eva).get("/queue/?view=late")
    assert str(case.pk) in page.content.decode()
    assert "5 min late" in text_of(page)


def test_a_delegate_sees_what_the_owner_delegated_and_nothing_more(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    case = firm.dispute()
    assert str(case.pk) not in firm.client(bia).get("/queue/").content.decode()
    responsibility = firm.workspace.responsibility_set.get(scope="client:*")
    responsibility.delegates.add(bia)
    assert str(case.pk) in firm.client(bia).get("/queue/").content.decode()
    firm.workspace.responsibility_set.create(scope="client:acme", owner=firm.ana, backup=firm.eva)
    assert str(case.pk) not in firm.client(bia).get("/queue/").content.decode()


def test_whom_the_owner_handed_a_case_to_sees_it_and_decides_it(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    case = firm.dispute()
    client = firm.client(bia)
    assert str(case.pk) not in client.get("/queue/").content.decode()
    Case.objects.update(assignee=bia)
    page = client.get("/queue/")
    assert str(case.pk) in page.content.decode()
    assert "handed to Bia" in text_of(page)
    assert str(case.pk) in firm.client(firm.ana).get("/queue/").content.decode()
    card = client.get(f"/cases/{case.pk}/")
    pressed = {**form_in(card).fields, "choice": "keep", "reason": "Dana is right."}
    assert client.post(f"/cases/{case.pk}/decide", pressed).status_code == 302
    case.refresh_from_db()
    assert (case.decided_by, case.owner, case.choice) == (bia, firm.ana, "keep")


def test_a_reviewer_sees_cases_and_decides_none(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(make_member(firm.workspace, "rev", Role.REVIEWER))
    assert "Nothing waits for you." in text_of(client.get("/queue/"))
    assert str(case.pk) in client.get("/queue/?view=all").content.decode()
    pressed = {"choice": "keep", "reason": "Dana is right.", "version": "1"}
    assert client.post(f"/cases/{case.pk}/decide", pressed).status_code == 403
    case.refresh_from_db()
    assert case.state == Case.State.OPEN


def test_filters_narrow_and_say_how_to_clear(firm: Firm) -> None:
    firm.dispute()
    _phones(firm, 1)
    client = firm.client(firm.ana)
    asked = "Main contact: which value holds?"
    assert asked not in text_of(client.get("/queue/?field=contact.phone"))
    assert asked in text_of(client.get("/queue/?q=acme"))
    assert asked in text_of(client.get("/queue/?owner=ana"))
    assert asked not in text_of(client.get("/queue/?sensitivity=payment"))
    words = text_of(client.get("/queue/?q=nowhere"))
    assert "No case matches." in words
    assert "Clear filters" in words


def test_the_badge_counts_what_the_list_shows(firm: Firm) -> None:
    firm.dispute()
    _phones(firm, 2)
    page = firm.client(firm.ana).get("/queue/")
    assert page.content.decode().count("data-row>") == 3
    assert 'class="count">3' in page.content.decode()
    assert "Mine 3" in text_of(page)


def test_the_count_answers_nothing_when_the_page_is_right(firm: Firm) -> None:
    firm.dispute()
    client = firm.client(firm.ana)
    assert client.get("/queue/count/?seen=1", headers=HTMX).status_code == 204
    assert 'class="count">1' in client.get("/queue/count/?seen=0", headers=HTMX).content.decode()


def test_htmx_gets_the_list_alone_and_history_the_whole_page(firm: Firm) -> None:
    firm.dispute()
    client = firm.client(firm.ana)
    fragment = client.get("/queue/", headers=HTMX)
    assert fragment.content.decode().lstrip().startswith("<section")
    assert "HX-Request" in fragment["Vary"]
    restored = client.get("/queue/", headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert "<!doctype html>" in restored.content.decode()


def test_pages_hold_every_case_once(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escalations.selectors.PAGE", 2)
    _phones(firm, 5)
    client, address, seen = firm.client(firm.ana), "/queue/", list[str]()
    for _page in range(3):
        page = client.get(address).content.decode()
        seen += [str(case.pk) for case in Case.objects.all() if f'id="case-{case.pk}"' in page]
        onward = page.partition('id="page-next" rel="next" href="')[2].partition('"')[0]
        address = onward.replace("&amp;", "&")
    assert address == ""
    assert len(seen) == 5
    assert set(seen) == {str(case.pk) for case in Case.objects.all()}
    assert client.get("/queue/?after=forged").status_code == 200


def test_a_personal_scope_is_its_persons(firm: Firm) -> None:
    firm.workspace.source_set.create(key="own", tier="authorized_person", person=firm.rui)
    firm.say("+5511988887777", field="contact.phone", source="client", subject="user:rui", scope="user:rui")
    case = Case.objects.get()
    assert case.owner == firm.rui
    assert str(case.pk) in firm.client(firm.rui).get("/queue/").content.decode()
    client = firm.client(firm.ana)
    assert str(case.pk) not in client.get("/queue/?view=all").content.decode()
    assert client.get(f"/cases/{case.pk}/").status_code == 404


@pytest.mark.parametrize("count", [10, 50])
def test_the_number_of_queries_does_not_grow(firm: Firm, count: int) -> None:
    _phones(firm, count)
    assert Claim.objects.count() == count
    client = firm.client(firm.ana)
    with CaptureQueriesContext(connection) as taken:
        page = client.get("/queue/")
    assert page.content.decode().count("data-row>") == count
    assert len(taken) <= 8 + FRAME


@pytest.mark.parametrize("address", ["/facts/?q=%00", "/queue/?q=a%00b", "/queue/?field=%00&owner=%00&sensitivity=%00"])
def test_what_no_text_can_hold_finds_nothing_and_breaks_nothing(firm: Firm, address: str) -> None:
    firm.dispute()
    assert firm.client(firm.ana).get(address).status_code == 200
