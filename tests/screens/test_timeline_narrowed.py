"""The timeline of a fact can be narrowed to what was said, what rules settled and what people decided."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ledgers.models import Transaction
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm


def timeline(firm: Firm, page: str) -> list[str]:
    """The changes on a page of a timeline, by kind and action."""
    body = firm.client(firm.ana).get(page).content.decode()
    rows = [row for row in Transaction.objects.order_by("pk") if f'id="change-{row.pk}"' in body]
    return [f"{row.kind} {row.action}" for row in rows]


def test_it_shows_claims_rules_or_people(firm: Firm) -> None:
    case = firm.dispute()
    lee = case.candidates.get().claim
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": f"accept:{lee.pk}", "reason": "She told me."})
    page = f"/facts/{lee.pk}/"
    everything = ["claim append", "claim defer_verify", "decision revise"]
    assert timeline(firm, page) == everything
    assert timeline(firm, f"{page}?show=claims") == everything[:2]
    assert timeline(firm, f"{page}?show=rules") == everything[:1]
    assert timeline(firm, f"{page}?show=people") == everything[2:]
    assert timeline(firm, f"{page}?show=nonsense") == everything
    # Why it holds is told from all that happened, whatever is shown below.
    words = text_of(client.get(f"{page}?show=claims"))
    assert "Ana decided on" in words
    assert form_in(client.get(f"{page}?show=claims"), "narrow").checked == ["show=claims"]


def test_nothing_of_a_kind_is_said(firm: Firm) -> None:
    fact = firm.say("Rua A 1", source="crm", field="company.address")
    assert "No change of this kind." in text_of(firm.client(firm.ana).get(f"/facts/{fact.pk}/?show=people"))


def test_older_changes_stay_narrowed_and_why_stays_told(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledgers.selectors.history.TIMELINE", 2)
    for number in range(3):
        since = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)
        fact = firm.say(f"Rua {number}", source="crm", field="company.address", effective_at=since)
    client = firm.client(firm.ana)
    page = client.get(f"/facts/{fact.pk}/?show=rules").content.decode()
    onward = page.partition('id="older" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert onward.startswith("?show=rules&older=")
    assert timeline(firm, f"/facts/{fact.pk}/{onward}") == ["claim append"]
    assert "it replaced “Rua 1”." in text_of(client.get(f"/facts/{fact.pk}/{onward}"))


def test_the_other_form_of_the_page_keeps_what_is_shown(firm: Firm) -> None:
    fact = firm.say("Rua A 1", source="crm", field="company.address")
    page = firm.client(firm.ana).get(f"/facts/{fact.pk}/?show=rules&as_of=2026-01-05T10:00&axis=recorded")
    assert form_in(page, "narrow").fields == {"as_of": "2026-01-05T10:00", "axis": "recorded"}
    assert form_in(page, "look").fields == {"show": "rules"}
    assert f'id="to-raw" href="/facts/{fact.pk}/record/"' in page.content.decode()
