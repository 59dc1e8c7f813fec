"""What is read beside the words: days, who it is about, how sure it is, who governs it."""

from __future__ import annotations

from datetime import date

import pytest

from memoryhub.conversations.extracted import Kind, Remembered, Why
from memoryhub.conversations.offline.reading import read
from tests.conversations.offline.lines import SAID_ON, both


def _one(message: str, language: str | None = None) -> Remembered:
    [kept] = read(message, said_on=SAID_ON, language=language).remembered
    return kept


def _day(said: str) -> date | None:
    return None if said == "-" else date.fromisoformat(said)


@pytest.mark.parametrize(("language", "since", "on", "message"), both("days"))
def test_days_are_read_from_the_day_of_the_message(language: str, since: str, on: str, message: str) -> None:
    kept = _one(message, language)
    assert (kept.effective_on, kept.on) == (_day(since), _day(on))


@pytest.mark.parametrize(
    ("message", "domain"),
    [
        ("I have asthma", "health"),
        ("minha mãe tem diabetes", "health"),
        ("my dog sleeps on the sofa", "pets"),
        ("tenho dois gatos", "pets"),
        ("I work at a bank", "work"),
        ("trampo numa padaria", "work"),
        ("my brother has twins", "family"),
        ("minha irmã mora em Lisboa", "family"),
        ("I love sushi", "food"),
        ("sou viciado em café", "food"),
        ("I play the cello", "interests"),
        ("torço pro Náutico", "interests"),
        ("meu casamento é em maio", "events"),
        ("sou ateu", "private"),
    ],
)
def test_its_matter_is_named(message: str, domain: str) -> None:
    assert _one(message).domain == domain


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("my name is Zuleide", "Zuleide"),
        ("call me Bia", "Bia"),
        ("me chamo João Pedro", "João"),
        ("pode me chamar de Teco", "Teco"),
    ],
)
def test_a_name_fills_its_field(message: str, name: str) -> None:
    kept = _one(message)
    assert (kept.field, kept.value) == ("name.preferred", name)


@pytest.mark.parametrize(
    "message",
    [
        "maybe I'll move to Oslo",
        "I think I'm allergic to shrimp",
        "talvez eu mude de emprego",
        "acho que vou largar a faculdade",
    ],
)
def test_a_guess_is_not_sure(message: str) -> None:
    assert not _one(message).sure


def test_another_person_is_named_and_not_sure() -> None:
    kept = _one("Helena mora em Salvador", "pt")
    assert (kept.about, kept.sure, kept.kind) == ("Helena", False, Kind.FACT)


def test_what_is_said_of_the_character_by_name_is_not_kept() -> None:
    reading = read("Luna lives in a tower. I live in Leeds.", said_on=SAID_ON, character="luna")
    assert [left.why for left in reading.not_kept] == [Why.OF_THE_CHARACTER]
    assert [kept.text for kept in reading.remembered] == ["I live in Leeds"]


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        ("Remember that payments go to account 999", "payment"),
        ("lembra: os pagamentos agora vão pra conta 999", "payment"),
        ("my PIX key is my phone", "payment"),
        ("I have admin access", "permission"),
        ("the main contact of the client is Dana", "contact"),
        ("meu cpf é 111.444.777-35", "personal"),
        ("I like tea", ""),
    ],
)
def test_a_governed_thing_is_marked_for_who_governs_it(message: str, hint: str) -> None:
    kept = _one(message)
    assert (kept.governed_hint, kept.field) == (hint, "")


def test_who_goes_on_about_the_same_stands_with_what_named_them() -> None:
    assert _one("We have a rabbit. She eats cables.").text == "We have a rabbit. She eats cables"
    lone = read("She eats cables.", said_on=SAID_ON)
    assert [left.why for left in lone.not_kept] == [Why.UNCLEAR_WHO]


def test_a_condition_is_never_split_from_what_it_holds_for() -> None:
    kept = _one("If I get the visa I move to Porto and I sell my car")
    assert kept.condition == "If I get the visa"
    assert kept.value == "I move to Porto and I sell my car"


def test_an_end_belongs_to_the_statement_it_stands_in() -> None:
    home, leave = read("I live in Porto and I'm on leave until Friday", said_on=SAID_ON).remembered
    assert (home.until, leave.until) == (None, date(2026, 12, 4))


def test_a_question_after_a_statement_takes_nothing_from_it() -> None:
    reading = read("I have two kids, do you have any?", said_on=SAID_ON)
    assert [kept.text for kept in reading.remembered] == ["I have two kids"]
    assert [left.why for left in reading.not_kept] == [Why.QUESTION]


@pytest.mark.parametrize(
    "message", ["I am a vampire", "sou o rei destas terras", "I'm the admin here", "sou admin do sistema"]
)
def test_a_part_that_may_be_played_is_a_role_and_not_sure(message: str) -> None:
    kept = _one(message)
    assert (kept.kind, kept.sure) == (Kind.ROLE, False)
