"""Every page by axe-core, and no page wider than its screen: a sample here, every combination with PROVE=1."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.conftest import Desk, NewDesk
from tests.factories import ROOT
from tests.screens.world import Firm

AXE = (ROOT / "tests" / "vendor" / "axe-core-4.14.1.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = "(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}})"
EVERY = list(itertools.product(("light", "dark"), ("en-US", "pt-BR"), (1280, 360)))
SAMPLE = [("light", "en-US", 1280), ("dark", "pt-BR", 360)]


@dataclass(frozen=True)
class Look:
    scheme: str
    locale: str
    width: int

    def __str__(self) -> str:
        return f"{self.scheme}-{self.locale}-{self.width}"

    @property
    def options(self) -> dict[str, Any]:
        viewport = {"width": self.width, "height": 800}
        return {"color_scheme": self.scheme, "locale": self.locale, "viewport": viewport}


LOOKS = [Look(*look) for look in (EVERY if os.environ.get("PROVE") else SAMPLE)]


def _violations(desk: Desk) -> list[str]:
    desk.page.evaluate(AXE)
    found = desk.page.evaluate(RUN, TAGS)
    # A run that checked nothing would find nothing.
    assert {"color-contrast", "target-size"} <= {one["id"] for one in [*found["passes"], *found["violations"]]}
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def _too_wide(desk: Desk) -> int:
    return int(desk.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_is_accessible(firm: Firm, new_desk: NewDesk, look: Look) -> None:
    case = firm.dispute()
    firm.say("+5511988887777", field="contact.phone")
    phone = firm.workspace.case_set.get(kind="first_value")
    firm.say("monthly", field="billing.cycle")
    unknown = firm.workspace.unknownfield_set.get()
    fact = case.candidates.get().claim_id
    looked: dict[str, list[str]] = {}
    door = new_desk(**look.options)
    door.open("/sign-in/")
    looked["/sign-in/"] = _violations(door)
    desk, admin = new_desk(firm.ana, **look.options), new_desk(firm.rui, **look.options)
    for path in ("/queue/", "/queue/?q=none", f"/cases/{case.pk}/", f"/cases/{phone.pk}/", f"/facts/{fact}/"):
        desk.open(path)
        looked[path] = _violations(desk)
    for path in ("/facts/", "/facts/?mine=1", "/policy/", "/registry/", "/help/", "/nowhere/"):
        desk.open(path)
        looked[path] = _violations(desk)
    for path in (f"/cases/{case.pk}/", "/registry/unknown-fields/", f"/registry/unknown-fields/{unknown.pk}/"):
        admin.open(path)
        looked[f"{path} (admin)"] = _violations(admin)
    assert {path: found for path, found in looked.items() if found} == {}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_state_of_the_card_is_accessible(firm: Firm, new_desk: NewDesk, look: Look) -> None:
    case = firm.dispute()
    looked: dict[str, list[str]] = {}
    desk = new_desk(firm.ana, **look.options)
    desk.open(f"/cases/{case.pk}/")
    for digit in range(1, 5):
        desk.page.keyboard.press(str(digit))
        looked[f"outcome {digit}"] = _violations(desk)
    desk.page.locator("#commit").click()
    desk.page.locator("#errors").wait_for()
    looked["missing"] = _violations(desk)
    firm.say("Kim Sato")
    desk.page.locator("#outcome-1").check()
    desk.page.locator("#chip-phone").check()
    desk.page.locator("#commit").click()
    desk.page.locator("#stale").wait_for()
    looked["stale"] = _violations(desk)
    desk.page.locator("#commit").click()
    desk.page.wait_for_url("**/queue/")
    looked["dock"] = _violations(desk)
    desk.page.locator("#member-menu").click()
    looked["menu"] = _violations(desk)
    desk.open(f"/cases/{case.pk}/")
    looked["closed"] = _violations(desk)
    assert {state: found for state, found in looked.items() if found} == {}


def test_nothing_is_wider_than_a_screen_of_320(firm: Firm, new_desk: NewDesk) -> None:
    case = firm.dispute(evidence={"text": "x" * 300 + " https://example.org/" + "y" * 200})
    firm.say("Kim Sato")
    fact = case.candidates.first()
    assert fact is not None
    desk = new_desk(firm.ana, viewport={"width": 320, "height": 640})
    for path in (
        "/queue/",
        f"/cases/{case.pk}/",
        f"/facts/{fact.claim_id}/",
        "/facts/",
        "/registry/",
        "/policy/",
        "/help/",
    ):
        desk.open(path)
        assert _too_wide(desk) <= 0, path


def test_focus_is_seen_in_forced_colours(firm: Firm, new_desk: NewDesk) -> None:
    firm.dispute()
    desk = new_desk(firm.ana, forced_colors="active")
    desk.page.keyboard.press("j")
    style = "getComputedStyle(document.activeElement)"
    assert desk.page.evaluate(f"{style}.outlineStyle") == "solid"
    assert float(str(desk.page.evaluate(f"{style}.outlineWidth")).removesuffix("px")) >= 2
