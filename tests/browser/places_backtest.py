"""The pages of a backtest: asked for, under way, over without a result, and the result with its lists."""

from __future__ import annotations

from ledgers import clock
from ledgers.models import Backtest, PolicyDraft
from ledgers.services.drafts import editing, trying
from memoryhub.accounts import walls
from tests.browser.place import Place
from tests.browser.steps import press, see
from tests.policy_pages.planted import WRITTEN, Planted, plant


def backtests() -> list[Place]:
    planted = plant()
    with walls.inside(planted.firm.workspace):
        return _places(planted)


def _places(planted: Planted) -> list[Place]:
    rui, lia = planted.firm.rui, planted.firm.lia
    fresh = editing.start(member=rui, title="Prices by rule", document=WRITTEN)
    going = _asked(planted, "Names by rule")
    Backtest.objects.filter(pk=going.pk).update(state="running", done=12_340, total=98_765)
    failed = _asked(planted, "Cities by rule")
    Backtest.objects.filter(pk=failed.pk).update(state="failed", error="base_moved", ended_at=clock.now())
    done, stale = _done(planted, planted.draft), _done(planted, _asked(planted, "Plans by rule").draft)
    planted.firm.edit(stale.draft, "set_name", name="Later")
    part = editing.start(member=rui, title="Plans of one client", document=WRITTEN)
    narrow = planted.firm.tried(part, scope="client:c0")
    answers = (press("#pick-page"), see("[name=transaction]:checked"))
    return [
        Place("backtest-ask", rui, f"/policy/drafts/{fresh.pk}/backtest"),
        Place("backtest-none", lia, f"/policy/drafts/{fresh.pk}/backtest", rare=True),
        Place("backtest-going", rui, _path(going)),
        Place("backtest-failed", rui, _path(failed), rare=True),
        Place("backtest", rui, _path(done)),
        Place("backtest-answering", rui, _path(done), answers, rare=True),
        Place("backtest-read", lia, _path(done), rare=True),
        Place("backtest-stale", rui, _path(stale), rare=True),
        Place("backtest-narrow", rui, _path(narrow), rare=True),
        *(Place(f"backtest-{name}", lia, f"{_path(done)}lists/{name}", rare=name != "samples") for name in LISTS),
    ]


LISTS = ("D", "matrix", "samples", "forecast", "not-replayable")


def _asked(planted: Planted, title: str) -> Backtest:
    draft = editing.start(member=planted.firm.rui, title=title, document=WRITTEN)
    return trying.ask(member=planted.firm.rui, draft_id=draft.pk, version=1)


def _done(planted: Planted, draft: PolicyDraft) -> Backtest:
    asked = Backtest.objects.filter(draft=draft).first() or trying.ask(
        member=planted.firm.rui, draft_id=draft.pk, version=1
    )
    trying.carry_out(planted.firm.workspace.pk, asked.pk)
    return asked


def _path(backtest: Backtest) -> str:
    return f"/policy/backtests/{backtest.pk}/"
