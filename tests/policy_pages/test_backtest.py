"""The pages of a backtest: asked for, followed, ended, read and answered for."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any, cast

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledgers.backtest.buckets import LISTED, Bucket
from ledgers.domain.claim import Incoming
from ledgers.domain.decision import decide as law
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision, Situation
from ledgers.models import Backtest, DraftVerdict, PolicyDraft, Transaction
from ledgers.replay import retaken
from ledgers.services.drafts import trying
from memoryhub.accounts.models import Member
from tests import factories
from tests.invariants.test_i03_replay import tamper
from tests.policy_pages.planted import PLANTED, SAME, Planted, plant
from tests.screens.budget import own
from tests.screens.limits import QUESTIONS
from tests.screens.reading import form_in

FAILED = {
    "draft_changed": "was changed before a worker",
    "base_moved": "came into force",
    "stopped": "Try it again",
}
# The head of a draft asks five of them, and the frame of every page two; however many decisions there are.
MOST = QUESTIONS["policy"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def planted() -> Planted:
    return plant()


def client(member: Member, language: str = "en") -> Client:
    made = Client(SERVER_NAME="localhost", headers={"accept-language": language})
    assert member.user is not None
    factories.sign_in(made, member.user)
    return made


def asked(planted: Planted, **said: object) -> Backtest:
    """Asked for on the page."""
    path = f"/policy/drafts/{planted.draft.pk}/backtest"
    answer = client(planted.firm.rui).post(path, {"version": version(planted), "days": "", "scope": "", **said})
    assert answer.status_code == 302, answer.content
    return Backtest.objects.get(pk=answer["Location"].split("/")[-2])


def version(planted: Planted) -> int:
    return PolicyDraft.objects.get(pk=planted.draft.pk).version


def tried(planted: Planted, **said: object) -> str:
    """Asked for, and carried out by a worker: where the result stands."""
    backtest = asked(planted, **said)
    trying.carry_out(planted.firm.workspace.pk, backtest.pk)
    return f"/policy/backtests/{backtest.pk}/"


def questions(planted: Planted, path: str) -> list[str]:
    """What a page asks the database besides who asks."""
    reader = client(planted.firm.lia)
    reader.get(path)
    with CaptureQueriesContext(connection) as taken:
        assert reader.get(path).status_code == 200
    return own(query["sql"] for query in taken.captured_queries)


def words(answer: object) -> str:
    """The page as text."""
    found = cast("HttpResponse", answer)
    text = re.sub(r"<(script|style|datalist).*?</\1>", " ", found.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&#x27;", "'").split())


def test_the_form_asks_for_window_and_account_and_what_was_asked_is_followed_and_cancelled(planted: Planted) -> None:
    rui, path = client(planted.firm.rui), f"/policy/drafts/{planted.draft.pk}/backtest"
    form = rui.get(path)
    assert 'list="scopes"' in form.content.decode()
    assert '<option value="client:*">' in form.content.decode()
    backtest = asked(planted, days="30", scope="client:*")
    assert (backtest.window_days, backtest.scope, backtest.state) == (30, "client:*", "queued")
    here = f"/policy/backtests/{backtest.pk}/"
    assert rui.get(path)["Location"] == here
    assert "It waits for a worker." in words(rui.get(here))
    again = rui.post(path, {"version": version(planted), "days": "", "scope": ""})
    assert (again.status_code, "Wait for the end of it" in words(again)) == (409, True)
    Backtest.objects.filter(pk=backtest.pk).update(state="running", done=1234, total=56789)
    assert "1,234 of 56,789 entries" in words(rui.get(f"{here}progress"))
    assert rui.post(f"{here}cancel").status_code == 302
    trying.carry_out(planted.firm.workspace.pk, backtest.pk)
    over = rui.get(here)
    assert "It was cancelled, and nothing of it is kept." in words(over)
    assert 'id="backtest-start"' in over.content.decode()
    assert rui.get(f"{here}progress", headers={"hx-request": "true"}).headers["HX-Redirect"] == here
    newer = asked(planted)
    assert f'id="to-last" href="/policy/backtests/{newer.pk}/"' in client(planted.firm.lia).get(here).content.decode()
    assert 'id="backtest-start"' not in rui.get(here).content.decode()


def test_what_is_asked_wrongly_stays_in_the_form_and_what_failed_says_what_to_do(planted: Planted) -> None:
    rui, path = client(planted.firm.rui), f"/policy/drafts/{planted.draft.pk}/backtest"
    for said, status in (
        ({"days": "31"}, 422),
        ({"scope": "x" * 201}, 422),
        ({"scope": "%"}, 422),
        ({"version": 9}, 409),
    ):
        body = {"version": version(planted), "days": "365", "scope": "client:acme", **said}
        answer = rui.post(path, body)
        assert answer.status_code == status
        assert ("No account is registered under this" in words(answer)) == (said == {"scope": "%"})
        if "version" in said:
            assert 'value="client:acme"' in answer.content.decode()
            assert re.search(r'id="days-365"[^>]* checked', answer.content.decode())
    assert not Backtest.objects.exists()
    backtest = asked(planted)
    for error, says in FAILED.items():
        Backtest.objects.filter(pk=backtest.pk).update(state="failed", error=error, ended_at=backtest.asked_at)
        page = rui.get(f"/policy/backtests/{backtest.pk}/")
        assert says in words(page)
        assert ("/rebase" in page.content.decode()) == (error == "base_moved")


def test_the_result_says_first_that_the_past_comes_out_and_then_what_changes_as_planted(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LISTED, Bucket.TO_PERSON, PLANTED["C"] - 1)
    brief = Transaction.objects.filter(action="append").earliest("recorded_at")
    said = {**json.loads(brief.details)["read"], "brief": {"clock": "2026-01-01"}}
    tamper(
        "UPDATE ledgers_transaction SET details = %s WHERE id = %s",
        json.dumps({**json.loads(brief.details), "read": said}),
        brief.pk,
    )
    here = tried(planted)
    told = words(client(planted.firm.lia).get(here))
    assert len(questions(planted, here)) <= MOST
    decisions = SAME + sum(PLANTED.values()) - 1
    assert f"Control: {decisions} of {decisions} past decisions come out exactly as recorded." in told
    assert f"{SAME - 1} would be the same." in told
    assert "Not replayable: 1. The log says too briefly what was read: 1" in told
    result = Backtest.objects.get().result
    assert result["buckets"] == {"same": SAME - 1, **PLANTED}
    page = client(planted.firm.lia).get(here).content.decode()
    for letter, count in PLANTED.items():
        row = page.partition(f'id="bucket-{letter}"')[2].partition("</tr>")[0]
        assert re.search(rf">{count}</span>", row), letter
        listed = client(planted.firm.lia).get(f"{here}lists/{letter}").content.decode()
        assert listed.count("data-row id=") == (count - 1 if letter == "C" else count)
        assert ("1 more is counted, and not listed" in listed) == (letter == "C")
    assert page.count('class="field-error"') == PLANTED["D"]
    for name in ("matrix", "samples", "forecast", "not-replayable", "differences"):
        assert client(planted.firm.lia).get(f"{here}lists/{name}").status_code == 200
    assert client(planted.firm.lia).get(f"{here}lists/everything").status_code == 404
    assert str(brief.pk) in words(client(planted.firm.lia).get(f"{here}lists/not-replayable"))
    _both_files_hold_all_of_it(planted, here)
    monkeypatch.setattr("ledgers.policy_pages.backtest_lists.A_PAGE", 2)
    _a_list_goes_on_by_pages(planted, here)
    portuguese = words(client(planted.firm.lia, "pt-BR").get(here))
    assert not [one for one in ("past decisions", "Policy in force", "Nobody", "Went to") if one in portuguese]


def _a_list_goes_on_by_pages(planted: Planted, here: str) -> None:
    seen: set[str] = set()
    path = f"{here}lists/D"
    for count in (2, 2, 1):
        page = client(planted.firm.lia).get(path).content.decode()
        rows = set(re.findall(r'data-row id="(row-[^"]+)"', page))
        assert len(rows) == count
        seen |= rows
        onward = re.search(r'id="page-next"[^>]*href="([^"]+)"', page)
        path = f"{here}lists/D{onward[1]}" if onward else ""
    assert (len(seen), path) == (5, "")


def _both_files_hold_all_of_it(planted: Planted, here: str) -> None:
    lia = client(planted.firm.lia)
    table = lia.get(f"{here}csv")
    assert table["Content-Disposition"].startswith('attachment; filename="backtest-')
    rows = list(csv.DictReader(io.StringIO(table.content.decode())))
    listed = {**PLANTED, "C": PLANTED["C"] - 1}
    assert {letter: sum(row["bucket"] == letter for row in rows) for letter in PLANTED} == listed
    whole: dict[str, Any] = json.loads(lia.get(f"{here}json").content)
    assert whole == Backtest.objects.get().result


def test_each_contradiction_gets_a_note_several_at_once_and_then_it_can_be_submitted(planted: Planted) -> None:
    here, rui = tried(planted), client(planted.firm.rui)
    assert "3 have no note yet." in words(rui.get(here))
    assert 'id="to-submit"' not in rui.get(here).content.decode()
    refused = rui.post(f"/policy/drafts/{planted.draft.pk}/submit", {"version": version(planted)})
    assert (refused.status_code, "c0 (client) · Company name · " in words(refused)) == (409, True)
    assert not [number for number in planted.against if number in words(refused)]
    assert f'id="in-question-{planted.against[0]}" href="/facts/' in refused.content.decode()
    long = rui.post(f"{here}acknowledge", {"transaction": planted.against, "note": "x" * 2001})
    assert (long.status_code, "x" * 2001 in long.content.decode(), "field-error" in long.content.decode()) == (
        422,
        True,
        True,
    )
    nothing = rui.post(f"{here}acknowledge", {"note": "The register is right."})
    assert (nothing.status_code, "The register is right." in nothing.content.decode()) == (409, True)
    first, *others = planted.against
    assert rui.post(f"{here}acknowledge", {"transaction": first, "note": "An old name."}).status_code == 302
    page = words(rui.get(here))
    assert "2 have no note yet." in page
    assert "Rui: “An old name.”" in page
    ticked = rui.get(f"{here}?tick=all").content.decode()
    assert len(re.findall(r'name="transaction"[^>]* checked', ticked)) == 2
    rui.post(f"{here}acknowledge", {"transaction": others, "note": "The register is right."})
    assert 'id="to-submit"' in rui.get(here).content.decode()
    reader = client(planted.firm.lia).get(here).content.decode()
    assert ('name="transaction"' in reader, 'id="backtest-start"' in reader, "An old name." in reader) == (
        False,
        False,
        True,
    )
    _the_second_person_reads_the_notes_and_the_authors_change_none(planted, here)
    _marked_as_out_of_date_when_draft_or_base_moved(planted, here)


def _the_second_person_reads_the_notes_and_the_authors_change_none(planted: Planted, here: str) -> None:
    firm, rui = planted.firm, client(planted.firm.rui)
    rui.post(f"/policy/drafts/{planted.draft.pk}/submit", {"version": version(planted)})
    judged = client(firm.ana).get(f"/policy/drafts/{planted.draft.pk}/judge")
    told = words(judged)
    count = SAME + sum(PLANTED.values())
    assert f"All {count} recorded decisions from" in told
    assert "in all accounts. Asked for by Rui, done" in told
    assert told.count("Company name · ") >= PLANTED["B"]
    assert (told.count("The register is right. Rui ·"), told.count("An old name. Rui ·")) == (2, 1)
    swapped = rui.post(f"{here}acknowledge", {"transaction": planted.against, "note": "No matter."})
    assert (swapped.status_code, ">No matter.</textarea>" in swapped.content.decode()) == (409, True)
    again = rui.post(
        f"/policy/drafts/{planted.draft.pk}/backtest", {"version": version(planted), "days": "", "scope": ""}
    )
    assert (again.status_code, Backtest.objects.count()) == (409, 1)
    assert 'id="shown"' in rui.get(here).content.decode()
    assert 'id="backtest-start"' not in rui.get(here).content.decode()
    form = form_in(judged, "judge").fields
    said = {"answer": "approve", "reason": "Agreed."}
    another = client(firm.ana).post(judged.request["PATH_INFO"], {**form, **said, "backtest": str(planted.draft.pk)})
    assert another.status_code == 409
    assert client(firm.ana).post(judged.request["PATH_INFO"], {**form, **said}).status_code == 302
    assert {one["note"] for one in DraftVerdict.objects.get().comparison["tried"]["notes"].values()} == {
        "An old name.",
        "The register is right.",
    }


def _marked_as_out_of_date_when_draft_or_base_moved(planted: Planted, here: str) -> None:
    firm = planted.firm
    assert 'id="stale"' not in client(firm.rui).get(here).content.decode()
    firm.edit(planted.draft, "set_name", name="Later")
    page = client(firm.rui).get(here)
    assert "The draft was changed since" in words(page)
    assert 'name="transaction"' not in page.content.decode()
    late = client(firm.rui).post(f"{here}acknowledge", {"transaction": planted.against, "note": "Typed too late."})
    assert (late.status_code, ">Typed too late.</textarea>" in late.content.decode()) == (409, True)
    factories.activate_document(firm.workspace, {**planted.draft.document, "write_back_days": 1})
    PolicyDraft.objects.filter(pk=planted.draft.pk).update(base=firm.workspace.policyversion_set.get(active=True))
    assert "Another version came into force since" in words(client(firm.rui).get(here))


def test_a_part_of_history_is_looked_at_and_proves_nothing(planted: Planted) -> None:
    rui, draft = client(planted.firm.rui), f"/policy/drafts/{planted.draft.pk}/"
    assert re.search(r'id="days-all"[^>]* checked', rui.get(f"{draft}backtest").content.decode())
    narrow = tried(planted, scope="client:c0")
    page = rui.get(narrow)
    assert "A trial on everything is still missing." in words(page)
    assert 'name="transaction"' not in page.content.decode()
    submit = rui.get(f"{draft}submit")
    assert "a run over everything is still missing" in words(submit)
    for shown in (page, submit):
        assert 'id="try-whole"' in shown.content.decode()
        assert 'id="to-submit"' not in shown.content.decode()
    refused = rui.post(f"{draft}submit", {"version": version(planted)})
    assert (refused.status_code, "on all of it, and in all accounts" in words(refused)) == (409, True)
    whole = tried(planted)
    assert f'id="to-proof" href="{whole}"' in rui.get(narrow).content.decode()
    tried(planted, scope="client:nobody")
    assert "It contradicts 3 decisions of people that nobody answered for." in words(rui.get(f"{draft}submit"))


def test_an_engine_that_decides_otherwise_is_shown_with_each_decision_and_blocks(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        made = law(claim, situation, rule)
        return replace(made, rule="authority.stronger") if made.rule == "dates.later_effective" else made

    monkeypatch.setattr(retaken, "decide", changed)
    here, rui = tried(planted), client(planted.firm.rui)
    page = words(rui.get(here))
    assert f"only {SAME + sum(PLANTED.values()) - PLANTED['C']} of" in page
    assert page.count("rule is dates.later_effective, taken again it is authority.stronger") == PLANTED["C"]
    assert 'id="to-submit"' not in rui.get(here).content.decode()
    listed = rui.get(f"{here}lists/differences").content.decode()
    later = Transaction.objects.filter(rule="dates.later_effective").values_list("pk", flat=True)
    assert all(str(number) in listed for number in later)
    refused = client(planted.firm.rui).post(f"/policy/drafts/{planted.draft.pk}/submit", {"version": version(planted)})
    assert refused.status_code == 409


def test_another_workspace_finds_nothing_and_a_reader_cancels_nothing(planted: Planted) -> None:
    backtest = asked(planted)
    here = f"/policy/backtests/{backtest.pk}/"
    refused = client(planted.firm.lia).post(f"{here}cancel")
    assert (refused.status_code, Backtest.objects.get().state) == (403, "queued")
    stranger = client(plant().firm.rui)
    for path in ("", "progress", "lists/A", "csv", "json"):
        assert stranger.get(f"{here}{path}").status_code == 404
    for path in ("cancel", "acknowledge"):
        assert stranger.post(f"{here}{path}").status_code == 404
