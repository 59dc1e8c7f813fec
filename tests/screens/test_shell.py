"""What every page has: landmarks, one heading, a strict policy for content, a language and a theme by plain form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.factories import ROOT
from tests.screens.reading import text_of
from tests.screens.world import Firm

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# A mail has no style sheet to link to, and the API page brings its own.
PAGES = [path for path in TEMPLATES if not {"emails", "api"} & set(path.relative_to(ROOT / "templates").parts)]
ADDRESSES = (
    "/queue/",
    "/facts/",
    "/facts/mine/",
    "/registry/",
    "/policy/",
    "/help/",
    "/ask/",
    "/memory/",
    "/memory/conversations/",
)
FORBIDDEN = re.compile(
    r"\sstyle=|hx-on|hx-vals=.js:|<script(?![^>]*\ssrc=)|\son[a-z]+=[\"']|javascript:|hx-trigger=\"[^\"]*\["
)
# What tells a screen reader of itself, beside the one place of the frame that does.
TELLING = re.compile(r"\srole=\"(?:alert|status|log)\"|\saria-live=|<output\b")


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_has_its_landmarks_and_one_heading(firm: Firm, address: str) -> None:
    page = firm.client(firm.ana).get(address)
    html = page.content.decode()
    assert page.status_code == 200
    assert html.count("<h1") == 1
    assert html.count("<main ") == 1
    assert html.index('class="skip"') < html.index("<header") < html.index("<main") < html.index("<footer")
    assert html.count('aria-live="polite"') == 1
    assert 'href="/api/v1/docs"' in html.partition("<footer")[2]
    title = html.partition("<title>")[2].partition("</title>")[0]
    assert title.endswith(" · Memory Hub")
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_every_section_stands_once_in_the_head_and_the_way_to_the_rest_is_marked(firm: Firm) -> None:
    """The last of them may stand in a sheet of its own, which the browser opens without scripts."""
    for address, marked in (("/facts/", False), ("/policy/", True)):
        head = firm.client(firm.ana).get(address).content.decode().partition("</nav>")[0]
        for section in ("/queue/", "/facts/", "/ask/", "/policy/", "/registry/"):
            assert head.count(f'href="{section}" data-go=') == 1
        button = head.partition('id="more"')[2].partition(">")[0]
        assert 'popovertarget="more-sections"' in button
        assert ('aria-current="true"' in button) == marked
        assert head.count('aria-current="page"') == 1


def test_content_comes_from_here_alone(firm: Firm) -> None:
    page = firm.client(firm.ana).get("/queue/")
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.content.decode())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_templates_hold_no_inline_style_or_script(path: Path) -> None:
    assert not FORBIDDEN.search(path.read_text())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_nothing_but_the_frame_tells_of_itself(path: Path) -> None:
    told = TELLING.findall(path.read_text())
    assert told == ([' role="status"', " aria-live="] if path.name == "base.html" else [])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_form_has_method_action_or_its_own_address_and_a_token(path: Path) -> None:
    for tag, body in re.findall(r"<form\b(.*?)>(.*?)</form>", path.read_text(), flags=re.DOTALL):
        assert 'method="' in tag, tag
        if 'method="post"' in tag:
            assert 'action="' in tag, tag
            # The token itself, or a piece of template that brings it.
            pieces = [(ROOT / "templates" / name).read_text() for name in re.findall(r'{% include "(.*?)"', body)]
            assert any("csrf_token" in text for text in (body, *pieces)), tag


def test_the_theme_is_kept_for_the_member(firm: Firm) -> None:
    client = firm.client(firm.ana)
    assert "data-theme" not in client.get("/queue/").content.decode()
    answer = client.post("/preferences/theme/", {"theme": "dark", "next": "/facts/"})
    assert answer["Location"] == "/facts/"
    assert '<html lang="en" data-theme="dark" data-keys="on">' in client.get("/queue/").content.decode()


def test_the_language_is_the_readers(firm: Firm) -> None:
    client = firm.client(firm.ana, language="pt-BR")
    assert '<html lang="pt-br" data-keys="on">' in client.get("/queue/").content.decode()
    client.post("/preferences/language/", {"language": "en", "next": "/queue/"})
    assert '<html lang="en" data-keys="on">' in client.get("/queue/").content.decode()


def test_a_missing_page_says_what_to_do(firm: Firm) -> None:
    answer = firm.client(firm.ana).get("/nowhere/")
    assert answer.status_code == 404
    assert "Search the facts" in text_of(answer)


def test_the_page_of_last_resort_asks_nothing_of_the_server() -> None:
    page = (ROOT / "templates" / "500.html").read_text()
    assert "{%" not in page
    assert "{{" not in page
    assert "Nothing of it" not in page
    assert 'lang="pt-BR"' in page
