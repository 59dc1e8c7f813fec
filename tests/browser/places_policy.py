"""The pages of the policy and its drafts, with a draft in each state."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.house_drafts import Written, write_drafts
from tests.browser.place import Place
from tests.browser.places_backtest import backtests
from tests.browser.places_dial import beside_the_drafts
from tests.browser.places_drafts import on_the_way
from tests.browser.steps import meanwhile, press, see, type_in


def policies(house: House) -> list[Place]:
    return [*_editor(write_drafts(house)), *on_the_way(), *beside_the_drafts(), *backtests()]


def _editor(written: Written) -> list[Place]:
    iris, joel, edited = written.iris, written.joel, written.path("edited")
    field = f"{edited}?field=contact.primary"
    bad = (press("#file-in-open"), type_in("#id_text", "tiers = ["), press("#file-in-go"), see(".field-error"))
    stale = (meanwhile(written.edit), press("#tier-down-counterparty"), see("#stale"))
    return [
        Place("policy-start", iris, "/policy/", (press("#start-open"),)),
        Place("draft", iris, edited),
        Place("draft-field", iris, field),
        Place("draft-field-general", iris, f"{edited}?field=company.address", rare=True),
        Place("draft-blocked", iris, written.path("blocked")),
        Place("draft-unchanged", iris, written.path("unchanged"), rare=True),
        Place("draft-theirs", joel, edited),
        Place("draft-failed", iris, written.path("failed"), rare=True),
        Place("draft-withdrawn", joel, written.path("withdrawn"), rare=True),
        Place("draft-trail", iris, edited, (press("#trail-open"),), rare=True),
        Place("draft-not-read", iris, edited, bad, rare=True),
        Place("draft-stale", iris, edited, stale),
    ]
