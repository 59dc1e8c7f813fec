"""The pages of the policy under a thumb, with what people type at its worst: a title of one long word."""

from __future__ import annotations

import pytest

from escalations.registry.registering import activate_draft
from ledgers.models import PolicyDraft
from memoryhub.accounts import walls
from tests.browser.conftest import NewDesk
from tests.browser.test_narrow import CUT, PHONE, TOO_WIDE
from tests.ledgers.drafts.firm import Firm, build

WORD = "Wettbewerbsverzerrungsvermeidungs" * 3 + "verordnungsblatt"


@pytest.fixture
def office(transactional_db: None) -> Firm:
    with build() as made:
        return made


def test_a_title_of_one_long_word_breaks_on_every_page(office: Firm, new_desk: NewDesk) -> None:
    """One draft became a version, which put another in conflict; a third waits for a second person."""
    with walls.inside(office.workspace):
        clashing = office.edit(office.start(WORD), "set_write_back_days", days=10)
        passed = office.approved(WORD)
        activate_draft(member=office.ana, draft_id=passed.pk, version=passed.version)
        waiting = office.edit(office.start(WORD), "set_write_back_days", days=3)
        tried = office.tried(waiting)
        at, other = f"/policy/drafts/{waiting.pk}/", f"/policy/drafts/{clashing.pk}/"
        assert PolicyDraft.objects.get(pk=clashing.pk).state == "conflict"
    pages = [
        *("/policy/", "/policy/history/", "/policy/history/drafts/", "/policy/what-if/", "/policy/autonomy/"),
        *("/policy/versions/2/", "/policy/versions/2/diff", "/policy/versions/1/roll-back"),
        *(f"{at}{page}" for page in ("", "?field=company.plan", "diff", "backtest", "submit", "judge", "activate")),
        *(f"{other}{page}" for page in ("", "rebase")),
        f"/policy/backtests/{tried.pk}/",
    ]
    desk = new_desk(office.rui, locale="pt-BR", **PHONE)
    found = {}
    for path in pages:
        desk.open(path)
        for width in (360, 320):
            desk.page.set_viewport_size({"width": width, "height": 640})
            wide, cut = int(desk.page.evaluate(TOO_WIDE)), desk.page.evaluate(CUT)
            if wide > 0 or cut:
                found[f"{path} {width}"] = (wide, cut)
    assert found == {}
