"""The versions of the policy on their pages: which there were, what each says and changed, and the way back to any."""

from __future__ import annotations

import re

import pytest

from escalations.registry.registering import activate_draft
from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.policy_pages import past_drafts
from ledgers.services.drafts import editing
from memoryhub.accounts.models import Role
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh, opened, press
from tests.screens.reading import text_of


def later(firm: Firm, *days: int) -> None:
    """Versions that differ in the days to bring a system in line."""
    for number in days:
        factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": number})


def test_back_to_the_oldest_gives_a_new_number(firm: Firm, client_of: ClientOf) -> None:
    """The same way as every other draft: tried on history, and a second person."""
    later(firm, 1, 2, 3)
    rui, ana = client_of(firm.rui), client_of(firm.ana)
    assert "Days to bring a system of record in line 3 days 5 days" in text_of(rui.get("/policy/versions/1/roll-back"))
    begun = rui.post("/policy/versions/1/roll-back", {"title": "As at first"})
    draft = PolicyDraft.objects.get(workspace=firm.workspace)
    assert (begun.headers["Location"], draft.document, draft.base.version) == (at(draft, "diff"), DOCUMENT, 4)
    assert rui.post(at(draft, "submit"), {"version": draft.version}).status_code == 409
    firm.tried(draft)
    rui.post(at(draft, "submit"), {"version": draft.version})
    press(ana, draft, opened(ana, draft), "approve", "Three days were too few.")
    ana.post(at(draft, "activate"), {"version": fresh(draft).version, "when": "now"})
    active = PolicyVersion.objects.get(workspace=firm.workspace, active=True)
    assert (active.version, active.document) == (5, DOCUMENT)
    assert "Three days were too few." in text_of(rui.get("/policy/versions/5/"))


def test_a_version_is_compared_with_the_one_before_it_or_any_other(firm: Firm, client_of: ClientOf) -> None:
    later(firm, 1)
    swapped = ["counterparty", *DOCUMENT["tiers"][:3], *DOCUMENT["tiers"][4:]]
    factories.activate_document(firm.workspace, {**DOCUMENT, "tiers": swapped})
    client = client_of(firm.bia)
    before = text_of(client.get("/policy/versions/3/diff"))
    assert "Version 3 beside version 2" in before
    assert "Days to bring a system of record in line 1 day 5 days" in before
    first = text_of(client.get("/policy/versions/3/diff", {"against": 1}))
    assert "Days to bring a system of record" not in first
    assert "Order of source tiers" in first
    assert re.search(r"[\d,]+ cases end otherwise under version 3 than under version 1\.", first)
    assert "This is the first version" in text_of(client.get("/policy/versions/1/diff"))
    for asked in ("3", "9", "x", "\u00b2", "9" * 12):
        assert client.get("/policy/versions/3/diff", {"against": asked}).status_code == 422
    for number in (4, 9**12):
        for page in ("", "diff", "toml"):
            assert client.get(f"/policy/versions/{number}/{page}").status_code == 404


def test_what_is_in_force_is_not_rolled_back_to(firm: Firm, client_of: ClientOf) -> None:
    """Nor what says the same; and a title is needed, and kept."""
    later(firm, 1)
    rui = client_of(firm.rui)
    assert "there is nothing to roll back" in text_of(rui.get("/policy/versions/2/roll-back"))
    for title in ("  ", "x" * 121):
        told = rui.post("/policy/versions/1/roll-back", {"title": title})
        assert told.status_code == 422
        assert "Give it a title of at most 120 characters." in text_of(told)
    for person in (firm.ana, firm.bia):
        assert client_of(person).post("/policy/versions/1/roll-back", {"title": "x"}).status_code == 403
    assert not PolicyDraft.objects.filter(workspace=firm.workspace).exists()


def test_history_is_read_in_pages_and_by_everybody(firm: Firm, client_of: ClientOf) -> None:
    later(firm, *range(1, 53))
    client = client_of(firm.bia)
    first = client.get("/policy/history/")
    assert re.findall(r'id="version-(\d+)"', first.content.decode()) == [str(number) for number in range(53, 3, -1)]
    onward = re.search(r'id="page-next" rel="next" href="([^"]+)"', first.content.decode())
    assert onward
    second = client.get(f"/policy/history/{onward.group(1)}")
    assert re.findall(r'id="version-(\d+)"', second.content.decode()) == ["3", "2", "1"]
    assert "Roll back to it" not in text_of(first)
    assert "Roll back to it" in text_of(client_of(firm.rui).get("/policy/history/"))
    assert client.get("/policy/history/", {"before": "x"}).status_code == 422


def test_drafts_that_are_over_stay_to_be_found(
    firm: Firm, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the history, the last begun first, so many a page; those that are open stand elsewhere."""
    monkeypatch.setattr(past_drafts, "A_PAGE", 2)
    first, second, still = (firm.start(title) for title in ("An idea", "Another", "Still open"))
    for draft in (first, second):
        editing.withdraw(member=firm.rui, draft_id=draft.pk, version=draft.version)
    passed = firm.approved("Passed")
    activate_draft(member=firm.ana, draft_id=passed.pk, version=passed.version)
    client = client_of(firm.bia)
    assert 'href="/policy/history/drafts/"' in client.get("/policy/history/").content.decode()
    page = client.get("/policy/history/drafts/").content.decode()
    assert re.findall(r'id="draft-([^"]+)"', page) == [str(passed.pk), str(second.pk)]
    assert (f'id="became-{passed.pk}" href="/policy/versions/2/"' in page, "withdrawn" in page) == (True, True)
    onward = re.search(r'id="page-next" rel="next" href="([^"]+)"', page)
    assert onward
    last = client.get(f"/policy/history/drafts/{onward.group(1)}").content.decode()
    assert re.findall(r'id="draft-([^"]+)"', last) == [str(first.pk)]
    assert client.get(f"/policy/drafts/{first.pk}/").status_code == 200
    assert str(still.pk) not in page + last
    assert client.get("/policy/history/drafts/", {"before": "x"}).status_code == 422
    stranger = factories.make_member(factories.make_workspace(), "stranger")
    assert "No draft is over yet" in text_of(client_of(stranger).get("/policy/history/drafts/"))


def test_another_workspace_has_its_own_versions(firm: Firm, client_of: ClientOf) -> None:
    later(firm, 1, 2)
    stranger = factories.make_member(factories.make_workspace(), "stranger", Role.POLICY_EDITOR)
    client = client_of(stranger)
    assert "There is no version yet." in text_of(client.get("/policy/history/"))
    for page in ("", "diff", "roll-back"):
        assert client.get(f"/policy/versions/1/{page}").status_code == 404
