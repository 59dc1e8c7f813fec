"""Suppositions and the dial in a real browser: by keyboard, with the scripts off, and the drawing as it is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ledgers.dial import suggestions
from ledgers.models import PolicyDraft, PolicyVersion
from memoryhub.accounts import walls
from tests.browser.conftest import NewDesk
from tests.browser.places_dial import AUTONOMY, WHAT_IF
from tests.ledgers.dial.world import Office, open_office


@pytest.fixture
def office(transactional_db: None) -> Office:
    with open_office() as made:
        return made


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_claims_are_made_up_and_the_answer_is_passed_on(office: Office, new_desk: NewDesk, scripts: bool) -> None:
    with walls.inside(office.workspace):
        draft = PolicyDraft.objects.create(**_draft(office))
    rui = new_desk(office.rui, java_script_enabled=scripts)
    rui.open(WHAT_IF)
    rui.page.get_by_role("link", name="Plan: Billing itself says B instead of A").click()
    result = rui.page.locator("#what-if-result")
    expect(result.get_by_text("Stopped: rules may not change this field alone.")).to_be_visible()
    rui.page.select_option("#id_draft", str(draft.pk))
    rui.page.fill("#id_stood_value", "Maria Silva")
    rui.page.fill("#id_came_value", "Rua A, 1")
    rui.page.press("#id_came_value", "Enter")
    expect(result.get_by_text("The draft does otherwise here than the version in force.")).to_be_visible()
    left, right = (result.locator(f"[aria-labelledby=what-if-side-{side}]").bounding_box() for side in (1, 2))
    assert left is not None
    assert right is not None
    assert (left["y"], left["x"] + left["width"] <= right["x"]) == (right["y"], True)
    assert "Maria" not in rui.page.url
    # Somebody else sees the same by the address alone.
    ana = new_desk(office.ana)
    ana.page.goto(rui.page.url)
    assert ana.page.locator("#what-if-result").inner_text() == result.inner_text()


def _draft(office: Office) -> dict[str, object]:
    base = PolicyVersion.objects.get(workspace=office.workspace)
    document = {**base.document, "automatic": [*base.document["automatic"], "company.plan"]}
    return {
        "workspace": office.workspace, "title": "Rules settle plans", "base": base, "document": document,
        "hash": "0" * 64, "created_by": office.rui, "created_at": base.activated_at,
    }  # fmt: skip


def test_a_suggestion_is_read_in_the_drawing_and_made_a_draft(
    office: Office, new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("ORDER_COUNT", 4), ("ORDER_LOW", 0.4), ("OTHERS", 2)):
        monkeypatch.setattr(suggestions, name, value)
    with walls.inside(office.workspace):
        for owner in ("ana", "bia"):
            office.decided("accept", 2, source="client", at=0, key="company.size", owner=owner)
        office.decided("keep")
    rui = new_desk(office.rui)
    rui.open(AUTONOMY)
    drawing = rui.page.get_by_role("img", name="How often people decided as the rules would have")
    box, circle = drawing.bounding_box(), rui.page.locator(".dial circle").first.bounding_box()
    assert box is not None
    assert circle is not None
    # Nobody agreed with the rules: the dot is at the beginning, inside the drawing.
    assert box["x"] <= circle["x"] < box["x"] + box["width"] / 4
    button = rui.page.get_by_role("button", name=re.compile("Make it a draft.*Put “other party, own data” above"))
    button.focus()
    rui.page.keyboard.press("Enter")
    expect(rui.page.get_by_role("heading", level=1)).to_contain_text("Put “other party, own data” above")
    with walls.inside(office.workspace):
        assert PolicyDraft.objects.get().document["fields"]["company.size"]["order"][0] == "counterparty"
