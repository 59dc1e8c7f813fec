"""Links in mail: looked at as often as anyone likes, used once, and good for the case as the mail told of it."""

from __future__ import annotations

import datetime as dt
from uuid import uuid4

import pytest
from django.test import Client

from escalations import cases, evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.letters import links
from escalations.models import Case, CaseEvent, CaseLink, Notice
from ledgers import clock
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(firm: Firm) -> Case:
    return firm.dispute()


def where(firm: Firm, case: Case) -> str:
    return f"/cases/link/{links.issue(case, firm.ana)}"


def state() -> tuple[object, ...]:
    """Everything that looking at a link could change."""
    kept = Case.objects.values_list("state", "version", "closed_at").get()
    read = Notice.objects.values_list("read_at", flat=True)
    return kept, CaseEvent.objects.count(), list(read), CaseLink.objects.values_list("used_at", flat=True).get()


def test_looking_at_a_link_has_no_effect_and_then_it_works(firm: Firm, case: Case) -> None:
    link, client = where(firm, case), firm.client(firm.ana)
    before = state()
    # A scanner of mail is nobody; a colleague is somebody else.
    for visitor in (client, firm.client(firm.eva), Client(SERVER_NAME="localhost")):
        for method in (visitor.get, visitor.head, visitor.get, visitor.head, visitor.get):
            method(link)
    assert state() == before
    opened = client.post(link)
    assert (opened.status_code, opened["Location"]) == (302, f"/cases/{case.pk}/")
    assert client.post(link).status_code == 410


def test_a_link_is_dead_once_the_case_is_another_than_the_mail_told_of(firm: Firm, case: Case) -> None:
    link, client = where(firm, case), firm.client(firm.ana)
    cases.bump(case)
    looked = client.get(link)
    assert looked.status_code == 200
    assert "changed since the mail was sent" in looked.content.decode()
    assert f"/cases/{case.pk}/" in looked.content.decode()
    assert client.post(link).status_code == 410
    assert CaseLink.objects.get().used_at is None


def test_no_version_can_be_written_into_a_link(firm: Firm, case: Case) -> None:
    text = links.issue(case, firm.ana)
    forged = f"{case.version + 1:x}.{text.partition('.')[2]}"
    cases.bump(case)
    assert firm.client(firm.ana).post(f"/cases/link/{forged}").status_code == 404


def test_after_the_decision_it_shows_the_outcome_and_does_nothing(firm: Firm, case: Case) -> None:
    link, client = where(firm, case), firm.client(firm.ana)
    seen = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen")
    decide(member=firm.ana, case_id=case.id, choice=seen)
    assert "Ana decided this case." in client.get(link).content.decode()
    assert client.post(link).status_code == 410


def test_after_three_days_and_for_anybody_else_it_is_dead(firm: Firm, case: Case) -> None:
    assert firm.client(firm.eva).post(where(firm, case)).status_code == 403
    fresh = CaseLink.objects.get()
    assert dt.timedelta(hours=71) < fresh.expires_at - clock.now() <= links.LASTS == dt.timedelta(hours=72)
    link = f"/cases/link/{links.issue(case, firm.ana, dt.timedelta(seconds=-1))}"
    assert firm.client(firm.ana).get(link).status_code == 410
    assert firm.client(firm.ana).post(link).status_code == 410
    assert not CaseLink.objects.filter(used_at__isnull=False).exists()
