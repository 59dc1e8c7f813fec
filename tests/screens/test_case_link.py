"""Where the link of a mail leads, and a card that tells two names apart: what is meant, in words people use."""

from __future__ import annotations

import re

import pytest

from escalations.letters import links
from escalations.models import Case
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Two facts disagree ACME (customer) A question about Main contact waits for you."),
        ("pt-br", "Dois fatos divergem ACME (cliente) Uma pergunta sobre Contato principal espera por você."),
    ],
)
def test_it_names_subject_and_field_as_the_card_does(firm: Firm, language: str, asked: str) -> None:
    link = links.issue(firm.dispute(), firm.ana)
    page = firm.client(firm.ana, language=language).get(f"/cases/link/{link}").content.decode()
    assert asked in words(page)
    assert "contact.primary" not in words(page)


def test_the_sign_that_differs_is_marked_in_both_names(firm: Firm) -> None:
    firm.say("Rua A, 1", field="company.address", source="crm")
    # The first letter is Cyrillic.
    firm.say("Rua B, 2", field="company.address", source="crm", subject="customer:\u0410CME")
    case = Case.objects.get(kind=Case.Kind.LOOK_ALIKE)
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/").content.decode()
    marked = re.findall(r"<(del|ins)>.*?</span>(.)</\1>CME", page)
    assert marked == [("del", "A"), ("ins", "\u0410")]
    assert "The name posted now stands on its own" in words(page)
