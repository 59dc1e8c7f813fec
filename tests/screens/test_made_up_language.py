"""Every screen in a made-up language: what stands outside its brackets was never marked for translation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from django.apps import apps

from memoryhub.accounts.models import Workspace
from tests.browser.places import House, make_house, places_of
from tests.screens.pseudo import CLOSE, OPEN, speak_pseudo
from tests.screens.world import Firm

BRACKETED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
# A translation that was too long for where it stands.
CUT_OFF = re.compile(f"{OPEN}[^{CLOSE}]*…")
# Places of the world, named by others in every language.
PLACES = re.compile(r'<select name="(?:time_zone|country)".*?</select>', re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
READ = ("aria-label", "title", "placeholder", "alt")
# Keys, quotes of others, what is typed.
OTHERS = ("script", "style", "code", "kbd", "textarea", "blockquote")
NAMES = {"Memory", "Hub", "English", "Português", "Brasil", "Dana", "Lee", "de", "https", "UTC", "IBAN", "JSON"} | {
    "CPF",
    "CNPJ",
    "Slack",
    "Standard",
    "Webhooks",
}
# What a comparison sign by sign leaves of names.
NAMES |= {"CME", "Sou"}
DATA = ("accounts", "hooks", "ledgers", "escalations")


class _Texts(HTMLParser):
    """The words of a page, those for the ear among them, outside of what others wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside += tag in OTHERS
        self.found.extend(value for name, value in attrs if value and name in READ and len(value) < 64)

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag in OTHERS

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.found.append(data)


WRAPPED = re.compile(r'</text><text y="\d+">')


def _unmarked(html: str, known: set[str]) -> list[str]:
    page = _Texts()
    page.feed(PLACES.sub("", html))
    left = [_outside(text) for text in page.found]
    return [text for text in left if not set(WORD.findall(text)) <= known]


def _outside(text: str) -> str:
    """A text without what was translated; one translation may hold another."""
    while (fewer := BRACKETED.sub("", text)) != text:
        text = fewer
    return " ".join(CUT_OFF.sub("", text).split())


def _data() -> set[str]:
    """Every word that the firm itself brought: names, keys, values."""
    rows: Iterable[object] = (
        row
        for app in DATA
        for model in apps.get_app_config(app).get_models()
        for row in model._default_manager.values_list()
    )
    return set(WORD.findall(json.dumps(list(rows), default=str, ensure_ascii=False)))


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


def test_every_text_of_every_screen_is_marked_for_translation(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some of the places bring people and drafts of their own.
    places = places_of(house)
    known = _data() | NAMES
    speak_pseudo(monkeypatch)
    left: dict[str, list[str]] = {}
    for place in places:
        if place.steps:
            continue
        client = house.firm.client(place.who or house.firm.ana, language="pt-BR")
        if place.who is None:
            client.logout()
        # A text that a drawing breaks is one text.
        html = WRAPPED.sub(" ", client.get(place.path).content.decode())
        assert OPEN in html, place.name
        left[place.name] = _unmarked(html, known)
    assert {name: found for name, found in left.items() if found} == {}


def test_what_is_not_marked_is_found(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would find it."""
    Workspace.objects.update(name="Nobody translates this")
    speak_pseudo(monkeypatch)
    html = firm.client(firm.ana, language="pt-BR").get("/queue/").content.decode()
    assert any("Nobody translates this" in text for text in _unmarked(html, NAMES))
