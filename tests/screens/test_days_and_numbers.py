"""Days, amounts and plurals as the reader writes them, told in the zone the reader chose."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import ngettext

from escalations.models import Case
from ledgers import clock
from ledgers.models import Claim
from tests.factories import mail_all
from tests.screens.reading import text_of
from tests.screens.world import Firm

# Five in the morning of the 17th in Tokyo, five in the afternoon of the 16th in São Paulo.
OPENED = datetime(2026, 11, 16, 20, tzinfo=UTC)
READERS = [
    ("en", "", "opened 16 Nov 2026", "due 16 Nov 2026, 17:00", "America/Sao_Paulo"),
    ("en", "Asia/Tokyo", "opened 17 Nov 2026", "due 17 Nov 2026, 05:00", "Asia/Tokyo"),
    ("pt-BR", "", "aberto em 16 de nov. de 2026", "prazo 16 de nov. de 2026, 17:00", "America/Sao_Paulo"),
    ("pt-BR", "Asia/Tokyo", "aberto em 17 de nov. de 2026", "prazo 17 de nov. de 2026, 05:00", "Asia/Tokyo"),
]


def _reads_in(firm: Firm, zone: str, language: str = "") -> None:
    user = firm.ana.user
    assert user is not None
    user.time_zone, user.language = zone, language
    user.save(update_fields=["time_zone", "language"])


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: f"{reader[0]}-{reader[4]}")
def test_days_are_told_in_the_zone_of_the_reader(firm: Firm, reader: tuple[str, ...]) -> None:
    language, zone, listed, due, named = reader
    case = firm.dispute()
    Case.objects.filter(pk=case.pk).update(opened_at=OPENED, due_at=OPENED)
    _reads_in(firm, zone)
    client = firm.client(firm.ana, language=language)
    queue = text_of(client.get("/queue/"))
    assert listed in queue
    assert due in text_of(client.get(f"/cases/{case.pk}/"))
    # The foot of every page says which zone that is, also where nobody needs to be signed in.
    for page in (queue, text_of(client.get("/help/"))):
        assert f"{'Horários de' if language == 'pt-BR' else 'Times as in'} {named}" in page


@pytest.mark.parametrize(
    ("zone", "asked", "shown"),
    [("Asia/Tokyo", "2026-11-16T04:30", "Dana Souza"), ("Asia/Tokyo", "2026-11-17T05:30", "Lee Ramos")],
)
def test_a_moment_that_is_asked_for_is_meant_in_the_zone_of_the_reader(
    firm: Firm, zone: str, asked: str, shown: str
) -> None:
    firm.say("Dana Souza", source="crm", field="company.address", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    firm.say("Lee Ramos", source="crm", field="company.address", effective_at=OPENED)
    _reads_in(firm, zone)
    fact = Claim.objects.get(value="Lee Ramos")
    page = firm.client(firm.ana).get(f"/facts/{fact.pk}/", {"as_of": asked}).content.decode()
    now = page.partition('class="sheet now')[2].partition("</section>")[0]
    assert shown in now


@pytest.mark.parametrize(("language", "amount"), [("en", "R$1,234,567.89"), ("pt-BR", "R$ 1.234.567,89")])
def test_amounts_are_grouped_as_the_reader_groups_them(firm: Firm, language: str, amount: str) -> None:
    firm.say("BRL 1234567.89", source="crm", field="price.list")
    words = text_of(firm.client(firm.ana, language=language).get("/facts/")).replace("\xa0", " ")
    assert amount in words


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Select this one", "Select all 2 on this page"),
        ("pt-BR", "Selecionar este", "Selecionar os 2 desta página"),
    ],
)
def test_one_and_two_are_worded_differently(firm: Firm, language: str, one: str, two: str) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana, language=language)
    assert one in text_of(client.get("/queue/"))
    firm.say("+5511988887777", field="contact.phone")
    assert two in text_of(client.get("/queue/"))
    Case.objects.filter(pk=case.pk).update(due_at=clock.now() + timedelta(days=3, hours=1))
    assert ("3 days left" if language == "en" else "faltam 3 dias") in text_of(client.get("/queue/"))


@pytest.mark.parametrize(("language", "none"), [("en", "0 recovery codes are left"), ("pt-br", "Restam 0 códigos")])
def test_none_is_worded_as_many(language: str, none: str) -> None:
    """In Portuguese too, where gettext's usual rule would say that one is left."""
    with translation.override(language):
        words = ngettext("One recovery code is left.", "%(n)s recovery codes are left.", 0) % {"n": 0}
    assert words.startswith(none)


def test_a_mail_tells_the_hour_of_whoever_gets_it(firm: Firm) -> None:
    _reads_in(firm, "Asia/Tokyo", "pt-br")
    case = firm.dispute()
    Case.objects.filter(pk=case.pk).update(due_at=OPENED)
    assert mail_all(firm.workspace) >= 1
    assert "17 de nov. de 2026, 05:00" in str(mail.outbox[0].body)
