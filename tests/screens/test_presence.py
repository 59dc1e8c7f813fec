"""Who else has a case open: told to those who may see it, for a minute, and to nobody's hindrance."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from escalations import presence
from escalations.erasing import erase
from escalations.models import Case, CaseEvent, Presence
from escalations.time import timekeeper
from ledgers.models import RegistryChange, Transaction
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from tests.factories import make_member, make_workspace
from tests.screens.budget import HTMX
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm, make_firm

MINUTE = timedelta(seconds=60)


def poll(client: Client, page: str) -> str:
    """The address that a page asks for news, with what it shows already."""
    found = re.search(r'id="card-news" hx-get="([^"]+)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def ask(client: Client, page: str) -> tuple[int, str]:
    answer = client.get(poll(client, page), headers=HTMX)
    return answer.status_code, answer.content.decode()


def test_each_is_told_of_the_other_and_once(firm: Firm) -> None:
    case = firm.dispute()
    ana, rui = firm.client(firm.ana), firm.client(firm.rui)
    card = f"/cases/{case.pk}/"
    hers = ana.get(card).content.decode()
    assert "looking at this" not in hers
    assert ask(ana, hers) == (204, "")
    assert "Ana is looking at this too" in text_of(rui.get(card))
    status, told = ask(ana, hers)
    assert status == 200
    assert 'data-say="Rui is looking at this too"' in told
    assert ask(ana, told) == (204, "")
    firm.client(firm.eva).get(card)
    _status, told = ask(ana, told)
    assert 'data-say="Eva and Rui are looking at this too"' in told
    firm.client(make_member(firm.workspace, "bia", Role.REVIEWER)).get(card)
    assert "Bia and 2 others are looking at this too" in ask(ana, told)[1]
    assert "Bia e mais 2 pessoas também estão vendo isto" in text_of(firm.client(firm.ana, language="pt-br").get(card))


def test_who_stops_asking_is_gone_after_a_minute_and_is_not_told_of_to_the_ear(firm: Firm) -> None:
    case = firm.dispute()
    card, now = f"/cases/{case.pk}/", timezone.now()
    with time_machine.travel(now, tick=False):
        ana, rui, eva = (firm.client(member) for member in (firm.ana, firm.rui, firm.eva))
        rui.get(card)
        hers = ana.get(card).content.decode()
        assert "Rui is looking" in hers
    with time_machine.travel(now + MINUTE - timedelta(seconds=1), tick=False):
        assert ask(ana, hers) == (204, "")
        assert "Ana and Rui are looking" in text_of(eva.get(card))
        _status, hers = ask(ana, hers)
        assert "Eva and Rui are looking" in text_of(ana.get("/queue/"))
    with time_machine.travel(now + MINUTE, tick=False):
        status, told = ask(ana, hers)
        assert (status, "Eva is looking at this too" in told) == (200, True)
        # Eva was told of before: that Rui left is for the eye alone.
        assert "data-say" not in told
        assert "Eva is looking" in text_of(ana.get("/queue/"))


def test_what_changed_is_told_beside_it_and_once(firm: Firm) -> None:
    case = firm.dispute()
    ana, rui = firm.client(firm.ana), firm.client(firm.rui)
    hers = ana.get(f"/cases/{case.pk}/").content.decode()
    firm.say("Kim Sato")
    rui.get(f"/cases/{case.pk}/")
    status, told = ask(ana, hers)
    assert status == 200
    assert 'data-say="Rui is looking at this too. This case changed since you opened it."' in told
    assert 'id="card-news-show"' in told
    assert ask(ana, told) == (204, "")
    Presence.objects.all().delete()
    status, told = ask(ana, told)
    assert (status, "data-say" in told, "card-news-show" in told) == (200, False, True)


def test_only_who_may_see_the_case_is_told_or_there(firm: Firm) -> None:
    firm.say("+551199999999", field="contact.phone", subject="user:eva", scope="user:eva")
    case = Case.objects.get()
    assert case.owner == firm.eva
    page = firm.client(firm.eva).get(f"/cases/{case.pk}/").content.decode()
    stranger = make_member(make_workspace(), "stranger", Role.OWNER)
    for client in (firm.client(firm.rui), firm.client(stranger), Client()):
        assert client.get(poll(client, page), headers=HTMX).status_code != 200
        assert client.get(poll(client, page)).status_code in {302, 404}
    assert list(Presence.objects.values_list("member__key", flat=True)) == ["eva"]


def test_looking_is_in_no_record_and_hinders_no_decision(firm: Firm) -> None:
    case = firm.dispute()
    kept = (Transaction.objects.count(), CaseEvent.objects.count(), RegistryChange.objects.count())
    ana, rui = firm.client(firm.ana), firm.client(firm.rui)
    hers = ana.get(f"/cases/{case.pk}/")
    rui.get(f"/cases/{case.pk}/")
    ask(rui, hers.content.decode())
    assert (Transaction.objects.count(), CaseEvent.objects.count(), RegistryChange.objects.count()) == kept
    case.refresh_from_db()
    pressed = {**form_in(hers).fields, "choice": "keep", "reason": "Dana is right."}
    assert ana.post(f"/cases/{case.pk}/decide", pressed).status_code == 302
    # What is over is read, not worked on.
    Presence.objects.all().delete()
    assert "looking" not in text_of(rui.get(f"/cases/{case.pk}/"))
    assert not Presence.objects.exists()


def test_the_timekeeper_forgets_and_who_is_deactivated_or_erased_is_not_there(firm: Firm) -> None:
    case = firm.dispute()
    admin = make_member(firm.workspace, "head", Role.ACCOUNT_ADMIN)
    ana, rui = firm.client(firm.ana), firm.client(firm.rui)
    rui.get(f"/cases/{case.pk}/")
    firm.client(admin).post(f"/members/{firm.rui.pk}/deactivate/")
    assert not Presence.objects.exists()
    ana.get(f"/cases/{case.pk}/")
    timekeeper.sweep()
    assert Presence.objects.count() == 1
    Presence.objects.update(seen_at=timezone.now() - MINUTE)
    timekeeper.sweep()
    assert not Presence.objects.exists()
    ana.get(f"/cases/{case.pk}/")
    with walls.inside(firm.workspace):
        erase(workspace=firm.workspace, by=admin, subject="customer:ACME", reason="asked", confirmed=2)
    assert not Presence.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_looking_waits_for_nobody_who_decides(transactional_db: None) -> None:
    """Whoever decides holds the case's row; a foreign key would be checked against it and wait."""
    firm = make_firm()
    case = firm.dispute()
    with transaction.atomic(), ThreadPoolExecutor(max_workers=1) as pool:
        Case.objects.select_for_update().get(pk=case.pk)
        pool.submit(_look, firm, case).result()
    assert Presence.objects.count() == 1


def _look(firm: Firm, case: Case) -> None:
    try:
        with walls.inside(firm.workspace):
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '300ms'")
            presence.look(firm.rui, case.pk, timezone.now())
    finally:
        connection.close()
