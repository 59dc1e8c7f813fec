"""Tasks to bring systems of record in line: on a page for people, over REST for connectors."""

from __future__ import annotations

import datetime as dt
import json
import re
from uuid import uuid4

import pytest

from escalations import checks, evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.models import Case, WriteBack
from ledgers import clock
from ledgers.models import Claim, Source
from memoryhub.accounts import tokens
from tests.factories import make_agent
from tests.screens.reading import text_of
from tests.screens.world import Firm, make_firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def firm() -> Firm:
    return make_firm()


@pytest.fixture
def task(firm: Firm) -> WriteBack:
    case = firm.dispute()
    seen = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen")
    decide(member=firm.ana, case_id=case.id, choice=seen)
    Case.objects.filter(pk=case.pk).update(undo_until=clock.now() - dt.timedelta(seconds=1))
    return WriteBack.objects.get()


def connector(firm: Firm, *sources: str, scopes: tuple[str, ...] = ("*",)) -> dict[str, str]:
    """The headers of a program that speaks for these sources."""
    agent = make_agent(firm.workspace, f"c-{uuid4().hex[:8]}")
    issued = tokens.issue(
        workspace=firm.workspace, name="c", agent=agent, sources=sources, scopes=scopes, may_write=True
    )
    return {"Authorization": f"Bearer {issued.secret}"}


def test_the_page_says_what_to_enter_where_and_masks_it(firm: Firm, task: WriteBack) -> None:
    body = firm.client(firm.ana).get("/write-backs/").content.decode()
    for said in ("CRM", "ACME (customer)", "Main contact", "L•••", f"/facts/{task.fact}/"):
        assert said in body
    assert "Lee" not in body


def test_what_spoke_as_a_system_of_record_is_brought_in_line_though_it_is_none_by_now(firm: Firm) -> None:
    case = firm.dispute()
    Source.objects.filter(workspace=firm.workspace, key="crm").update(tier="client")
    seen = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen")
    decide(member=firm.ana, case_id=case.id, choice=seen)
    assert WriteBack.objects.get().source.key == "crm"


def test_the_closed_card_and_the_fact_say_what_is_to_be_corrected_and_that_it_was(firm: Firm, task: WriteBack) -> None:
    client, pages = firm.client(firm.ana), (f"/cases/{task.case_id}/", f"/facts/{task.fact}/")
    for page in map(client.get, pages):
        assert "CRM still has to be corrected, by" in text_of(page)
        assert f"/write-backs/#task-{task.pk}" in page.content.decode()
    client.post(f"/write-backs/{task.pk}/done/")
    for page in map(client.get, pages):
        assert re.search(r"CRM is in line since .+, says Ana\.", text_of(page))
        assert f"#task-{task.pk}" not in page.content.decode()


def test_a_decision_that_can_be_taken_back_leads_to_no_task_yet(firm: Firm, task: WriteBack) -> None:
    Case.objects.filter(pk=task.case_id).update(undo_until=clock.now() + dt.timedelta(seconds=20))
    page = firm.client(firm.ana).get(f"/cases/{task.case_id}/")
    assert "CRM still has to be corrected, by" in text_of(page)
    assert "#task-" not in page.content.decode()


def test_another_fact_of_the_slot_tells_nothing_of_a_task_that_is_done(firm: Firm, task: WriteBack) -> None:
    dana = Claim.objects.get(source="crm")
    firm.client(firm.ana).post(f"/write-backs/{task.pk}/done/")
    assert "in line since" not in text_of(firm.client(firm.ana).get(f"/facts/{dana.pk}/"))


def test_done_there_ends_the_task_and_the_check_about_it(firm: Firm, task: WriteBack) -> None:
    WriteBack.objects.update(due_at=clock.now() - dt.timedelta(days=1))
    checks.sweep_workspace(firm.workspace.pk)
    asked = Case.objects.get(kind="write_back")
    assert asked.state == "open"
    where = f"/write-backs/{task.pk}/done/"
    assert firm.client(firm.eva).post(where).status_code == 403
    page = firm.client(firm.ana).post(where, follow=True)
    assert "Recorded: CRM is in line." in page.content.decode()
    task.refresh_from_db()
    asked.refresh_from_db()
    assert task.done_by == firm.ana
    assert (asked.state, asked.closed_because) == ("closed", "write_back.done")
    first = task.done_at
    firm.client(firm.rui).post(where)
    task.refresh_from_db()
    assert (task.done_at, task.done_by) == (first, firm.ana)


def test_a_connector_reads_its_own_tasks_with_the_value_and_ends_them(firm: Firm, task: WriteBack) -> None:
    client = firm.client(firm.ana)
    client.logout()
    mine = connector(firm, "crm")
    [shown] = json.loads(client.get("/api/v1/write-backs", headers=mine).content)["items"]
    assert (shown["source"], shown["value"], shown["field"]) == ("crm", "Lee Ramos", "contact.primary")
    assert "content" not in shown
    for headers in (connector(firm, "billing"), connector(firm, "crm", scopes=("team:*",))):
        assert json.loads(client.get("/api/v1/write-backs", headers=headers).content)["items"] == []
        assert client.post(f"/api/v1/write-backs/{task.pk}/done", headers=headers).status_code == 404
    done = client.post(f"/api/v1/write-backs/{task.pk}/done", headers=mine)
    assert (done.status_code, json.loads(done.content)["done_at"] is not None) == (200, True)
    assert json.loads(client.get("/api/v1/write-backs", headers=mine).content)["items"] == []


def test_a_colleague_reads_no_value_over_rest(firm: Firm, task: WriteBack) -> None:
    [theirs] = json.loads(firm.client(firm.rui).get("/api/v1/write-backs").content)["items"]
    [hers] = json.loads(firm.client(firm.ana).get("/api/v1/write-backs").content)["items"]
    assert (theirs["value"], hers["value"]) == (None, "Lee Ramos")


def test_who_enters_it_there_may_open_the_value_and_the_case_keeps_who_looked(firm: Firm, task: WriteBack) -> None:
    client = firm.client(firm.ana)
    assert f'action="/write-backs/{task.pk}/show/"' in client.get("/write-backs/").content.decode()
    shown = client.post(f"/write-backs/{task.pk}/show/")
    assert "Lee Ramos" in text_of(shown)
    assert f"/write-backs/{task.pk}/done/" in shown.content.decode()
    assert task.case.events.get(code="revealed").member == firm.ana
    assert "Lee" not in client.get("/write-backs/").content.decode()


def test_whoever_does_not_enter_it_there_opens_nothing(firm: Firm, task: WriteBack) -> None:
    client = firm.client(firm.eva)
    assert f"/write-backs/{task.pk}/show/" not in client.get("/write-backs/").content.decode()
    refused = client.post(f"/write-backs/{task.pk}/show/")
    assert (refused.status_code, "Lee" in refused.content.decode()) == (403, False)
    assert client.post(f"/write-backs/{uuid4()}/show/").status_code == 404
    assert not task.case.events.filter(code="revealed").exists()
