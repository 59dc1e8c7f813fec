"""I20 in a real browser: a page full of texts that want something asks for nothing more and opens nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Dialog

from tests.browser.conftest import Desk, NewDesk
from tests.invariants.attacks import TEXTS, harmless
from tests.screens.world import Firm, make_firm

START = datetime(2026, 3, 1, tzinfo=UTC)
# The pages ask for these by the clock, whatever stands on them.
TICKS = {"/queue/count/"}


FACT = re.compile(r"^/facts/[0-9a-f-]{36}/")


def fill(firm: Firm, text: Callable[[int, str], str]) -> list[str]:
    """One case with every text proposed and quoted, a fact, and a field nobody registered; the pages that show them."""
    firm.say("Dana Souza", source="crm", effective_at=START)
    for number, wanted in enumerate(TEXTS):
        said, since = text(number, wanted), START + timedelta(days=number)
        firm.say(said, effective_at=since, evidence={"text": said, "ref": said[:99], "url": said[:99]})
    fact = firm.say(text(0, TEXTS[40]), field="company.address", condition=text(1, TEXTS[41]), effective_at=START)
    firm.say({text(2, TEXTS[42]): text(3, TEXTS[43])}, field="colour")
    case, unknown = firm.workspace.case_set.get(), firm.workspace.unknownfield_set.get()
    paths = ["/queue/", f"/cases/{case.pk}/", "/facts/", f"/facts/{fact.pk}/"]
    return [*paths, f"/facts/{case.candidates.order_by('pk')[0].claim_id}/", f"/registry/unknown-fields/{unknown.pk}/"]


def asked(desk: Desk, paths: list[str]) -> Counter[str]:
    """Every request of these pages by its path, ids apart; a dialog would count as one."""
    found: Counter[str] = Counter()
    desk.page.on("request", lambda request: found.update([urlsplit(request.url).path]))

    def dismiss(dialog: Dialog) -> None:
        found.update(["a dialog"])
        dialog.dismiss()

    desk.page.on("dialog", dismiss)
    for place, path in enumerate(paths):
        desk.open(path)
        desk.page.wait_for_load_state("networkidle")
        found[f"page {place}"] += found.pop(path)
    # Which fact a late part of a page is about is its page's matter.
    named = Counter[str]()
    for path, times in found.items():
        named[FACT.sub("/facts/-/", path)] += times
    return Counter({path: times for path, times in named.items() if path not in TICKS})


def test_a_page_of_attacks_asks_for_what_a_harmless_one_does(firm: Firm, new_desk: NewDesk) -> None:
    calm = make_firm()
    tried_paths, calm_paths = fill(firm, lambda _number, text: text), fill(calm, harmless)
    # One person who may see every page, the registry admin's too.
    for place in (firm, calm):
        place.ana.roles = [*place.ana.roles, *place.rui.roles]
        place.ana.save()
    tried, expected = asked(new_desk(firm.ana), tried_paths), asked(new_desk(calm.ana), calm_paths)
    assert tried == expected
    assert "a dialog" not in tried
    assert sum(tried.values()) > len(tried_paths)
