"""Every rule of the check in a real browser: a file that breaks it is refused, kept and blocked, or warned of.

A few of the malformed policies here, all of them with PROVE=1.
"""

from __future__ import annotations

import os
import tomllib
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from ledgers.domain.policy import Level, lint
from ledgers.models import PolicyDraft, Source
from ledgers.policies import toml
from ledgers.policies.files import steps
from ledgers.policy_pages import found
from ledgers.policy_pages.found import Told
from ledgers.policy_pages.place_words import Names
from ledgers.services.drafts import editing
from tests.browser.conftest import Desk, NewDesk
from tests.browser.test_policy_way import at
from tests.ledgers.domain.test_policy_lint import FILES
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build
from tests.policy_pages.test_check_on_the_page import REGISTRIES, TOO_MANY, fall_short, foresee_too_many

PROVE = bool(os.environ.get("PROVE"))
# Refused with its line, refused without one, kept and blocked, and warned of.
SAMPLE = {"unknown_member_of_field", "no_tiers", "automatic_sensitive", "warn_tiers_tied"}
WALKED = [path for path in FILES if PROVE or path.stem in SAMPLE]
# One that blocks and one that warns.
BESIDE = REGISTRIES if PROVE else [REGISTRIES[0], REGISTRIES[-1]]


@pytest.fixture
def office(transactional_db: None) -> Firm:
    with build() as made:
        return made


def test_each_malformed_file_is_refused_blocked_or_warned_of(office: Firm, new_desk: NewDesk) -> None:
    """By turns pasted and chosen as a file."""
    Source.objects.create(
        workspace=office.workspace, key="price-list", tier="approved_document", responsible=office.ana, review_days=30
    )
    desk, came = new_desk(office.rui), dict[str, str]()
    for number, path in enumerate(WALKED):
        draft, text = office.start(path.stem), path.read_text()
        (one,) = lint(tomllib.loads(text))
        (told,) = found.told([one], Names({}, {}), text)
        _take_in(desk, draft, text, chosen=number % 2 == 0)
        if desk.page.locator("#refused").count():
            assert one.level is Level.BLOCKING, path.stem
            _refused(desk, draft, text, told, one.where)
            came[path.stem] = "refused"
        else:
            assert _document(draft) == tomllib.loads(text), path.stem
            _told(desk.page, told)
            _submitted(desk, office, draft, str(told.words), blocks=told.blocks)
            came[path.stem] = "blocked" if told.blocks else "warned of"
    assert came.keys() == {path.stem for path in WALKED}
    assert set(came.values()) == {"refused", "blocked", "warned of"}


def test_each_rule_beside_the_registries_blocks_or_warns(office: Firm, new_desk: NewDesk) -> None:
    """What warns is put before a second person, and then registries fall short of what is asked."""
    desk = new_desk(office.rui)
    for case in BESIDE:
        if not case[2]:
            _beside(desk, office, case)
    busy = editing.start(member=office.rui, title="Busy", document={**DOCUMENT, "name": "Busy"}, kind="import")
    foresee_too_many(office, busy)
    desk.open(at(busy, ""))
    expect(desk.page.locator("#findings")).to_contain_text(TOO_MANY)
    _submitted(desk, office, busy, TOO_MANY, blocks=False)
    fall_short(office)
    for case in BESIDE:
        if case[2]:
            _beside(desk, office, case)


def _beside(desk: Desk, office: Firm, case: tuple[dict[str, Any], str, bool, str]) -> None:
    members, place, blocks, says = case
    draft = office.start(f"About {place}")
    _take_in(desk, draft, toml.write({**DOCUMENT, **members}), chosen=blocks)
    assert _document(draft) == {**DOCUMENT, **members}
    _told(desk.page, Told(place, "", says, blocks))
    _submitted(desk, office, draft, says, blocks=blocks)


def _take_in(desk: Desk, draft: PolicyDraft, text: str, *, chosen: bool) -> None:
    page = desk.page
    desk.open(at(draft, ""))
    page.locator("#file-in-open").click()
    if chosen:
        file = FilePayload(name="policy.toml", mimeType="application/toml", buffer=text.encode())
        page.get_by_label("A file", exact=True).set_input_files(file)
    else:
        page.get_by_label("or its text").fill(text)
    with page.expect_navigation():
        page.locator("#file-in-go").click()


def _refused(desk: Desk, draft: PolicyDraft, text: str, told: Told, where: str) -> None:
    """Reading goes on at what is wrong, on which line; what was sent waits in the form, and the draft is as before."""
    page, before = desk.page, draft.document
    expect(page.locator("#refused")).to_be_focused()
    line = f"Line {told.line} · " if told.line else ""
    place = f"{told.place}: " if told.place else ""
    assert page.locator("#refused li").all_inner_texts() == [f"{line}{place}{told.words}"]
    if told.line:
        assert any(step in text.splitlines()[told.line - 1] for step in map(str, steps(where))), where
    expect(page.get_by_label("or its text")).to_be_visible()
    expect(page.get_by_label("or its text")).to_have_value(text)
    assert _document(draft) == before
    desk.open(at(draft, "submit"))
    expect(page.locator("#point-content")).to_contain_text("open")
    expect(page.locator("#submit")).to_have_count(0)


def _told(page: Page, told: Told) -> None:
    """At the top with the way to its place, and at its place."""
    top = page.locator("#findings li", has_text=str(told.words))
    expect(top).to_have_count(1)
    top.get_by_role("link").click()
    look = "field-error" if told.blocks else "warned"
    here = page.locator(f'[id="{told.at}"]')
    expect(here).to_be_in_viewport()
    expect(here.locator(f"p.{look}", has_text=str(told.words))).to_be_visible()


def _submitted(desk: Desk, office: Firm, draft: PolicyDraft, says: str, *, blocks: bool) -> None:
    """Shut, with what is to be mended; or put before a second person in spite of a warning."""
    page = desk.page
    if not blocks and not draft.backtests.exists():
        office.tried(draft)
    desk.open(at(draft, "submit"))
    if blocks:
        expect(page.locator("#point-lint")).to_contain_text("open")
        expect(page.locator("#point-lint li", has_text=says)).to_have_count(1)
        expect(page.locator("#submit")).to_have_count(0)
        return
    expect(page.locator("#point-lint")).to_contain_text("holds")
    expect(page.locator(".note li", has_text=says)).to_be_visible()
    page.locator("#submit").click()
    page.wait_for_url("**/judge")
    draft.refresh_from_db()
    assert draft.state == PolicyDraft.State.SUBMITTED


def _document(draft: PolicyDraft) -> dict[str, Any]:  # JSON
    draft.refresh_from_db()
    return dict(draft.document)
