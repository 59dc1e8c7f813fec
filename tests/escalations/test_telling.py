"""Other systems hear of cases and facts: by ids, after the time to undo, and never of what was taken back."""

from __future__ import annotations

import datetime as dt
import json
from uuid import uuid4

import pytest

from escalations import evidence, write_back_tasks
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.deciding.undoing import undo
from escalations.letters import mailing
from escalations.models import Case, Notice, WriteBack
from escalations.telling import EVENTS
from ledgers import clock
from ledgers.models import Scope
from memoryhub.accounts import walls
from memoryhub.hooks import sending, webhooks
from memoryhub.hooks.models import Delivery, Webhook
from tests.escalations.posting_mail import html_of, mail_server, text_of
from tests.factories import mail_all
from tests.hooks.conftest import loopback, receiver
from tests.hooks.receiver import Receiver
from tests.screens.world import Firm

__all__ = ["loopback", "receiver"]  # fixtures
pytestmark = pytest.mark.django_db(transaction=True)

SECOND = dt.timedelta(seconds=1)
# What is said in the story, whole; nothing of it may leave in a mail or a message.
SAID = ["Dana", "Souza", "Lee Ramos", "91234-5678", "912345678", "98765-4321", "987654321", "talk to Lee"]


@pytest.fixture
def desk(firm: Firm, receiver: Receiver) -> Webhook:
    return listen(firm, receiver)


def listen(firm: Firm, receiver: Receiver) -> Webhook:
    with walls.inside(firm.workspace):
        issued = webhooks.add(by=firm.rui, name="desk", url=receiver.url, events=list(EVENTS), at=clock.now())
    return issued.webhook


def press(firm: Firm, case: Case, choice: str, value: str | None = None) -> Case:
    with walls.inside(firm.workspace):
        case.refresh_from_db()
        seen = Choice(choice, case.version, evidence.digest(case), uuid4(), reason="seen", value=value)
        return decide(member=firm.ana, case_id=case.id, choice=seen).case


def deliver(desk: Webhook, at: dt.datetime) -> None:
    while sending.send_next(desk.workspace_id, desk.id, at) is not None:
        continue


def heard(receiver: Receiver) -> list[str]:
    return [json.loads(got.body)["type"] for got in receiver.got]


def test_a_case_a_decision_and_what_follows_are_told(firm: Firm, desk: Webhook, receiver: Receiver) -> None:
    case = firm.dispute()
    deliver(desk, clock.now())
    # The first value came from the system of record, so a rule put it in force.
    assert heard(receiver) == ["fact.changed", "case.opened"]
    decided = press(firm, case, "accept")
    assert decided.undo_until is not None
    deliver(desk, decided.undo_until + SECOND)
    assert sorted(heard(receiver)[2:]) == ["case.decided", "fact.changed", "write_back.opened"]
    data = {said["type"]: said["data"] for said in (json.loads(got.body) for got in receiver.got)}
    assert data["case.decided"]["decided_by"] == "ana"
    assert data["case.decided"]["choice"] == "accept"
    assert data["fact.changed"]["status"] == "accepted"
    assert data["fact.changed"]["fact"] == data["write_back.opened"]["fact"] == data["case.decided"]["fact"]
    for said in data.values():
        assert (said["subject"], said["field"], said["scope"]) == ("customer:ACME", "contact.primary", "client:acme")


def test_nobody_hears_of_a_decision_before_the_time_to_undo_is_over(
    firm: Firm, desk: Webhook, receiver: Receiver
) -> None:
    case = firm.dispute()
    deliver(desk, clock.now())
    before = len(receiver.got)
    decided = press(firm, case, "accept")
    assert decided.undo_until is not None
    deliver(desk, decided.undo_until - SECOND)
    with walls.inside(firm.workspace):
        assert not write_back_tasks.open_tasks(firm.workspace, decided.undo_until - SECOND)
        assert len(write_back_tasks.open_tasks(firm.workspace, decided.undo_until)) == 1
    assert len(receiver.got) == before
    assert len(firm.client(firm.ana).get("/write-backs/").context["tasks"]) == 0


def test_nobody_ever_hears_of_what_was_taken_back(firm: Firm, desk: Webhook, receiver: Receiver) -> None:
    case = firm.dispute()
    deliver(desk, clock.now())
    before = len(receiver.got)
    press(firm, case, "accept")
    with walls.inside(firm.workspace):
        undo(member=firm.ana, case_id=case.id)
    deliver(desk, clock.now() + dt.timedelta(hours=1))
    assert len(receiver.got) == before
    assert {row.state for row in Delivery._base_manager.filter(about=case.id)} == {"taken_back"}
    assert not WriteBack._base_manager.filter(done_at__isnull=True).exists()
    # And the next decision is told as if it were the first.
    decided = press(firm, case, "accept")
    assert decided.undo_until is not None
    deliver(desk, decided.undo_until + SECOND)
    assert sorted(heard(receiver)[before:]) == ["case.decided", "fact.changed", "write_back.opened"]


def test_an_owner_hears_that_somebody_else_decided(firm: Firm, receiver: Receiver) -> None:
    case = firm.dispute()
    Case._base_manager.filter(pk=case.pk).update(assignee=firm.eva)
    with walls.inside(firm.workspace):
        case.refresh_from_db()
        seen = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen")
        decide(member=firm.eva, case_id=case.id, choice=seen)
    assert Notice._base_manager.filter(member=firm.ana, code="decided").count() == 1
    assert firm.client(firm.ana).get("/inbox/").content.decode().count("Somebody decided") == 0
    Notice._base_manager.filter(code="decided").update(not_before=clock.now() - SECOND)
    assert firm.client(firm.ana).get("/inbox/").content.decode().count("Somebody decided") == 1


def test_no_value_leaves_in_any_mail_or_message_of_a_whole_story(firm: Firm, desk: Webhook, receiver: Receiver) -> None:
    """Opened, reminded, decided, corrected, asked again: every letter and every message is looked through."""
    with mail_server() as server:
        case = firm.dispute()
        firm.say("+55 11 91234-5678", source="crm", field="contact.phone")
        firm.say("+55 11 98765-4321", field="contact.phone")
        mail_all(firm.workspace)
        press(firm, case, "other", value="Dana Souza e Lee Ramos")
        firm.say("Lee Ramos", source="crm", effective_at=clock.now())
        Case._base_manager.update(due_at=clock.now() - SECOND)
        mail_all(firm.workspace)
        mailing.sweep()
    for _round in range(3):
        deliver(desk, clock.now() + dt.timedelta(days=2))
    told = [text_of(mail) + html_of(mail) + str(mail["subject"]) for mail in server.mails]
    told += [got.body for got in receiver.got]
    assert len(server.mails) >= 2
    assert {"case.opened", "case.decided", "fact.changed", "write_back.opened"} <= set(heard(receiver))
    assert [(value, text) for value in SAID for text in told if value in text] == []


@pytest.mark.parametrize("scope", ["user:eva", "pair:eva/bot"])
def test_a_channel_hears_nothing_of_anybodys_own_scope(firm: Firm, desk: Webhook, scope: str) -> None:
    with walls.inside(firm.workspace):
        Scope.objects.get_or_create(workspace=firm.workspace, key="pair:*")
        url, events = "https://hooks.example.test/", list(EVENTS)
        issued = webhooks.add(by=firm.rui, name="channel", url=url, events=events, form="slack", at=clock.now())
        channel = issued.webhook
    firm.say("Dana Souza", subject="user:eva", scope=scope)
    asked = Case._base_manager.get(slot__scope=scope)
    firm.dispute()
    told = Delivery._base_manager.filter(event="case.opened")
    assert told.filter(webhook=desk).count() == 2
    (heard_there,) = told.filter(webhook=channel)
    assert str(asked.id) not in heard_there.body
    assert "client:acme" in heard_there.body
    assert not Delivery._base_manager.filter(webhook=channel, body__contains="eva").exists()
