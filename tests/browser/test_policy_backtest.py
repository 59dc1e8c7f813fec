"""A draft is tried on history in a browser: followed, cancelled, read, answered for; with scripts and without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from ledgers.domain.claim import Incoming
from ledgers.domain.decision import decide as law
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision, Situation
from ledgers.models import Backtest
from ledgers.replay import retaken
from ledgers.services.drafts import trying
from tests.browser.conftest import NewDesk
from tests.policy_pages.planted import PLANTED, SAME, Planted, plant

DECISIONS = SAME + sum(PLANTED.values())
# What a press may take to show.
SOON = 2_000


@pytest.fixture
def planted(transactional_db: None) -> Planted:
    return plant()


def carry_out(planted: Planted) -> None:
    """A worker comes to it."""
    going = Backtest.objects.get(draft=planted.draft, state="queued")
    trying.carry_out(planted.firm.workspace.pk, going.pk)


def as_planted(page: Page) -> None:
    for letter, count in PLANTED.items():
        expect(page.locator(f"#bucket-{letter} .badge")).to_have_text(str(count))
    expect(page.locator("#control")).to_contain_text(f"{DECISIONS} of {DECISIONS} past decisions")


def test_it_is_followed_cancelled_read_and_answered_for(
    planted: Planted, new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = new_desk(planted.firm.rui)
    page = desk.page
    desk.open(f"/policy/drafts/{planted.draft.pk}/backtest")
    page.get_by_label("everything").check()
    page.locator("#backtest-start").click()
    expect(page.locator("#going")).to_contain_text("It waits for a worker.")
    Backtest.objects.update(done=12_340, total=100_000, state="running")
    expect(page.locator("#going")).to_contain_text("12,340 of 100,000 entries", timeout=3 * SOON)
    page.locator("#backtest-cancel").click()
    expect(page.locator("#backtest-over")).to_contain_text("It was cancelled", timeout=SOON)
    page.locator("#backtest-start").click()
    page.wait_for_selector("#going")
    carry_out(planted)
    # The page notices by itself.
    as_planted(page)
    page.locator("#pick-page").click()
    expect(page.locator("[name=transaction]:checked")).to_have_count(PLANTED["B"])
    page.locator("#note").fill("The register is right.")
    page.locator("#note-keep").click()
    expect(page.locator("#acknowledge").get_by_text("Rui: “The register is right.”")).to_have_count(PLANTED["B"])
    expect(page.locator("#to-submit")).to_be_visible()
    _an_engine_that_decides_otherwise_is_seen_and_blocks(planted, page, monkeypatch)


def _an_engine_that_decides_otherwise_is_seen_and_blocks(
    planted: Planted, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        made = law(claim, situation, rule)
        return replace(made, rule="authority.stronger") if made.rule == "dates.later_effective" else made

    monkeypatch.setattr(retaken, "decide", changed)
    page.locator("#backtest-start").click()
    page.wait_for_selector("#going")
    carry_out(planted)
    expect(page.locator("#control")).to_contain_text(f"only {DECISIONS - PLANTED['C']} of {DECISIONS}")
    expect(page.locator("#control li")).to_have_count(PLANTED["C"])
    expect(page.locator("#to-submit")).to_have_count(0)
    page.locator("#tab-approval").click()
    expect(page.locator("#point-control")).to_contain_text("come out otherwise")
    expect(page.locator("#submit")).to_have_count(0)


def test_all_of_it_without_scripts(planted: Planted, new_desk: NewDesk) -> None:
    desk = new_desk(planted.firm.rui, java_script_enabled=False)
    page = desk.page
    desk.open(f"/policy/drafts/{planted.draft.pk}/backtest")
    page.locator("#backtest-start").click()
    page.locator("#backtest-cancel").click()
    expect(page.locator("#backtest-over")).to_contain_text("It was cancelled")
    page.locator("#days-all").check()
    page.locator("#backtest-start").click()
    carry_out(planted)
    page.locator("#look-again").click()
    as_planted(page)
    page.locator("#list-D").click()
    expect(page.locator("[data-row]")).to_have_count(PLANTED["D"])
    page.locator("#to-result").click()
    page.locator("[name=transaction]").first.check()
    page.locator("#note").fill("An old name.")
    page.locator("#note-keep").click()
    expect(page.locator("[data-said]")).to_contain_text("Noted for 1 decision.")
    expect(page.locator("main")).to_contain_text("2 have no note yet.")
