"""Tasks to bring systems of record in line: on a page for people, over REST for connectors."""

from __future__ import annotations

import datetime as dt
import json
from uuid import uuid4

import pytest

from escalations import checks, evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.models import Case, WriteBack
from ledgers import clock
from memoryhub.accounts import tokens
from tests.factories import make_agent
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
