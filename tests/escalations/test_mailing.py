"""Mail about notices: when it goes out, what is in it, and what never is. A real mail server takes it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from escalations import notices
from escalations.letters import mailing
from escalations.models import Case, Notice
from memoryhub.accounts.models import User, Workspace
from tests.escalations.posting_mail import Kept, html_of, mail_server, text_of
from tests.factories import make_workspace
from tests.screens.world import Firm, make_firm

pytestmark = pytest.mark.django_db

START = dt.datetime(2026, 11, 30, 15, 0, tzinfo=dt.UTC)  # noon in São Paulo
MINUTE = dt.timedelta(minutes=1)
# What follows in one slot is recorded a little later than what it follows.
AFTER = START + 10 * MINUTE + MINUTE / 60


@pytest.fixture
def server() -> Iterator[Kept]:
    with mail_server() as kept:
        yield kept


@pytest.fixture
def firm(settings: Settings) -> Firm:
    settings.LEDGER_CLOCK = START.isoformat()
    return make_firm()


def sent(firm: Firm, at: dt.datetime) -> int:
    return mailing.mail_waiting(firm.workspace.id, at)


def prefers(firm: Firm, **said: object) -> None:
    assert firm.ana.user is not None
    User.objects.filter(pk=firm.ana.user.pk).update(**said)


def pay(case: Case) -> None:
    """Make it a case about a payment."""
    Case.objects.filter(pk=case.pk).update(sensitivity="payment")


def test_a_mail_goes_out_after_ten_minutes_and_once(firm: Firm, server: Kept) -> None:
    firm.dispute()
    assert sent(firm, START + 9 * MINUTE) == 0
    assert sent(firm, AFTER) == 1
    assert sent(firm, START + 20 * MINUTE) == 0
    assert [mail["to"] for mail in server.mails] == [f"ana@{firm.workspace.key}.example"]


def test_a_mail_names_subject_field_sources_and_dates_and_masks_the_values(firm: Firm, server: Kept) -> None:
    firm.dispute()
    sent(firm, AFTER)
    mail = server.mails[0]
    assert mail["subject"] == "ACME (customer): A question waits for you"
    for body in (text_of(mail), html_of(mail)):
        words = re.sub(r"<[^>]+>|\s+", " ", body)
        for said in (
            "Main contact",
            "ACME",
            "CRM",
            "Client's messages",
            "31 Jan 2026",
            "15 Nov 2026",
            "D•••",
            "L•••",
        ):
            assert said in words.replace("&#x27;", "'"), said
        assert "Dana" not in body
        assert "Lee" not in body
        assert len(set(re.findall(r"http\S+?/cases/link/[\w.-]+", body))) == 1


def test_a_mail_is_in_the_readers_language_and_zone(firm: Firm, server: Kept) -> None:
    prefers(firm, language="pt-br", time_zone="Asia/Tokyo")
    case = firm.dispute()
    sent(firm, AFTER)
    assert server.mails[0]["subject"] == "ACME (cliente): Uma pergunta espera por você"
    text = text_of(server.mails[0])
    assert "Contato principal" in text
    due = case.due_at.astimezone(dt.timezone(dt.timedelta(hours=9)))
    assert f"{due.day} de " in text
    assert f", {due:%H:%M}:" in text


def test_contacts_are_mailed_in_full_where_the_workspace_says_so_and_payments_never(firm: Firm, server: Kept) -> None:
    Workspace.objects.filter(pk=firm.workspace.pk).update(mails_contacts=True)
    case = firm.dispute()
    sent(firm, AFTER)
    assert "Dana Souza" in text_of(server.mails[0])
    pay(case)
    Notice.objects.update(mailed_at=None)
    sent(firm, AFTER)
    assert "Dana Souza" not in text_of(server.mails[1])


def test_a_payment_is_mailed_at_once_also_to_who_wants_a_digest(firm: Firm, server: Kept) -> None:
    prefers(firm, mail="digest")
    pay(firm.dispute())
    assert sent(firm, START + MINUTE / 60) == 1


def test_what_was_opened_is_not_mailed(firm: Firm, server: Kept) -> None:
    firm.client(firm.ana).get(f"/cases/{firm.dispute().pk}/")
    assert sent(firm, AFTER) == 0


def test_what_was_decided_meanwhile_is_not_mailed(firm: Firm, server: Kept) -> None:
    Case.objects.filter(pk=firm.dispute().pk).update(state="decided")
    assert sent(firm, AFTER) == 0


@pytest.mark.parametrize(
    ("zone", "opened", "due"),
    [
        ("America/Sao_Paulo", "2026-11-30T15:00Z", "2026-12-01T11:00Z"),
        ("America/Sao_Paulo", "2026-11-30T10:59Z", "2026-11-30T11:00Z"),
        ("America/Sao_Paulo", "2026-11-30T11:00Z", "2026-12-01T11:00Z"),
        ("Asia/Tokyo", "2026-11-30T15:00Z", "2026-11-30T23:00Z"),
        # The night in which Berlin's clocks go back.
        ("Europe/Berlin", "2026-10-24T15:00Z", "2026-10-25T07:00Z"),
    ],
)
def test_a_digest_goes_out_at_eight_by_the_readers_clock(
    server: Kept, settings: Settings, zone: str, opened: str, due: str
) -> None:
    start, end = dt.datetime.fromisoformat(opened), dt.datetime.fromisoformat(due)
    settings.LEDGER_CLOCK = start.isoformat()
    firm = make_firm()
    prefers(firm, mail="digest", time_zone=zone)
    firm.dispute()
    assert sent(firm, end - MINUTE / 60) == 0
    assert sent(firm, end) == 1


def test_a_digest_groups_what_was_said_by_case(firm: Firm, server: Kept) -> None:
    prefers(firm, mail="digest")
    case = firm.dispute()
    notices.tell(case, START, "reminder_50", member=firm.ana)
    firm.say("+55 11 91234-5678", field="contact.phone")
    assert sent(firm, START + dt.timedelta(hours=20)) == 1
    mail = server.mails[0]
    assert mail["subject"] == "2 questions concern you"
    text = text_of(mail)
    assert text.count("ACME (customer)") == 2
    assert text.count("/cases/link/") == 2
    assert "A question waits for you. Half of the time to decide is over." in text
    assert "91234" not in text
    assert "•••5678" in text


def test_nobody_is_mailed_before_the_time_to_undo_is_over(firm: Firm, server: Kept) -> None:
    case = firm.dispute()
    pay(case)
    Notice.objects.update(read_at=START)
    case.refresh_from_db()
    notices.tell(case, START, "decided", member=firm.eva, not_before=START + MINUTE)
    assert sent(firm, START + MINUTE / 2) == 0
    assert sent(firm, START + MINUTE) == 1


def test_a_mail_that_cannot_be_delivered_is_tried_again(firm: Firm, settings: Settings) -> None:
    firm.dispute()
    with mail_server():
        pass
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    assert sent(firm, AFTER) == 0
    with mail_server() as server:
        assert sent(firm, START + 11 * MINUTE) == 1
    assert len(server.mails) == 1


def test_every_code_has_its_words_and_an_unknown_one_some(firm: Firm, server: Kept) -> None:
    case = firm.dispute()
    notices.tell(case, START, "never_heard_of", member=firm.ana)
    sent(firm, AFTER)
    assert "Something changed in a question that concerns you." in text_of(server.mails[0])


def test_a_sweep_over_many_workspaces_asks_once_where_mail_is_due(firm: Firm, server: Kept) -> None:
    for _one in range(30):
        make_workspace()
    firm.dispute()
    with CaptureQueriesContext(connection) as queries:
        assert mailing.sweep() == 0
    assert len([query for query in queries if "escalations_notice" in query["sql"]]) == 1
