"""The screens in Brazilian Portuguese: no English left on them, days and amounts as Brazilians write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.test import Client

from escalations.models import Case
from ledgers.models import Claim, UnknownField
from memoryhub.accounts.models import Member, Role
from tests.factories import mail_all, make_member
from tests.house.texts import PLACE, catalogue, translations
from tests.screens.reading import text_of
from tests.screens.world import Firm

PAGES = ("/queue/", "/facts/", "/facts/mine/", "/facts/?q=nada", "/registry/", "/policy/", "/help/", "/nowhere/")
LISTS = (
    *("accounts/user", "accounts/member", "ledgers/source", "ledgers/claim", "ledgers/fact", "ledgers/transaction"),
    *("ledgers/responsibility", "ledgers/registrychange", "escalations/case", "escalations/writeback"),
)
ENGLISH_DAY = re.compile(r"\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b")


def _english(words: str) -> list[str]:
    """Texts of three words or more that stand there untranslated."""
    texts = (entry.msgid for entry in catalogue() if entry.msgid not in translations(entry))
    whole = (text for text in texts if text.count(" ") > 1 and not PLACE.search(text))
    return [text for text in whole if re.search(rf"(?<!\w){re.escape(' '.join(text.split()))}(?!\w)", words)]


def _read(client: Client, address: str) -> str:
    """The page in words; nothing on it may be English."""
    words = text_of(client.get(address))
    assert _english(words) == []
    assert ENGLISH_DAY.search(words) is None
    return words


@pytest.mark.parametrize("address", PAGES)
def test_no_page_speaks_english(firm: Firm, address: str) -> None:
    firm.dispute()
    _read(firm.client(firm.ana, language="pt-BR"), address)


def test_no_page_of_a_registry_admin_speaks_english(firm: Firm) -> None:
    firm.say("Rex", field="pet.name")
    client, unknown = firm.client(firm.rui, language="pt-BR"), UnknownField.objects.get()
    assert "Nada espera por você." in _read(client, "/queue/")
    assert "Um campo usado por afirmações não está cadastrado." in _read(client, "/registry/")
    assert "Afirmações esperando" in _read(client, "/registry/unknown-fields/")
    assert "Cadastrar aqui" in _read(client, f"/registry/unknown-fields/{unknown.pk}/")
    assert "Criar o token" in _read(client, "/tokens/")


def test_the_english_is_told_from_the_portuguese(firm: Firm) -> None:
    """The test above would find it."""
    firm.dispute()
    page = text_of(firm.client(firm.ana).get("/queue/"))
    assert "Why this order" in _english(page)


def test_the_queue_writes_days_as_brazilians_do(firm: Firm) -> None:
    firm.dispute()
    Case.objects.update(opened_at=datetime(2026, 11, 16, 15, tzinfo=UTC))
    words = _read(firm.client(firm.ana, language="pt-BR"), "/queue/")
    assert "aberto em 16 de nov. de 2026" in words
    assert "faltam " in words
    assert "Contato principal: qual valor vale?" in words
    assert "opened 16 Nov 2026" in text_of(firm.client(firm.ana).get("/queue/"))


def test_the_card_asks_in_portuguese(firm: Firm) -> None:
    case = firm.dispute()
    words = _read(firm.client(firm.ana, language="pt-BR"), f"/cases/{case.pk}/")
    assert "Até você decidir, os agentes seguem usando: Dana Souza" in words
    assert "Por que a regra não decidiu" in words
    assert "Parou: um campo sensível só muda por decisão do responsável." in words
    assert "Manter atual" in words
    assert "Motivo (vai para o registro)" in words
    assert "Vale desde 15 de nov. de 2026" in words  # said at midnight in UTC


def test_the_fact_page_writes_days_and_hours_as_brazilians_do(firm: Firm) -> None:
    firm.dispute()
    fact = Claim.objects.get(value="Dana Souza")
    words = _read(firm.client(firm.ana, language="pt-BR"), f"/facts/{fact.pk}/")
    assert "“Dana Souza” vale desde 31 de jan. de 2026" in words  # midnight in UTC is the evening before in São Paulo
    assert re.search(r"\d{1,2} de [a-z]{3}\. de \d{4}, \d\d:\d\d adicionado", words)
    assert "Linha do tempo mais recente primeiro" in words


def test_amounts_are_written_as_brazilians_do(firm: Firm) -> None:
    firm.say("BRL 1234567.89", source="crm", field="price.list")
    assert "R$ 1.234.567,89" in _read(firm.client(firm.ana, language="pt-BR"), "/facts/").replace("\xa0", " ")


def test_the_mail_speaks_the_language_of_whoever_gets_it(firm: Firm) -> None:
    assert firm.ana.user is not None
    firm.ana.user.language = "pt-br"
    firm.ana.user.save()
    firm.dispute()
    assert mail_all(firm.workspace) == 1
    [sent] = mail.outbox
    assert sent.subject.endswith(": Uma pergunta espera por você")
    body = str(sent.body)
    assert _english(body) == []
    assert "espera por você" in body
    assert re.search(r"Decida até \d{1,2} de [a-z]{3}\. de \d{4}, \d\d:\d\d:", body)


@pytest.fixture
def clerk(firm: Firm) -> Member:
    return make_member(firm.workspace, "clerk", Role.REGISTRY_ADMIN, staff=True)


@pytest.mark.parametrize("name", LISTS)
def test_the_back_office_names_its_tables_and_columns_in_portuguese(firm: Firm, clerk: Member, name: str) -> None:
    assert clerk.user is not None
    firm.dispute()
    client = firm.client(clerk, language="pt-BR")
    assert client.get(f"/backoffice/{name}/").status_code == 200
    words = _read(client, f"/backoffice/{name}/")
    assert "Administração" in words
