"""What stands between a draft and a second person: lint, history that replays, a fresh result, answers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from escalations.deciding.decisions import decide
from ledgers import clock, tasks
from ledgers.domain.claim import Incoming
from ledgers.domain.decision import decide as law
from ledgers.domain.policy import FieldRule
from ledgers.domain.situation import Decision, Situation
from ledgers.draft_errors import (
    BacktestGoing,
    BacktestMissing,
    BacktestStale,
    BaseMoved,
    ControlDiffers,
    DraftBlocked,
    NotAnAuthor,
    TooLong,
    Unacknowledged,
    UnknownAccount,
    WrongState,
)
from ledgers.models import Backtest, PolicyDraft, Responsibility
from ledgers.replay import retaken
from ledgers.services import registries
from ledgers.services.drafts import activating, editing, submitting, trying
from tests import factories
from tests.escalations.pressing import asking, seen
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build


def submit(firm: Firm, draft: PolicyDraft) -> PolicyDraft:
    fresh = PolicyDraft.objects.get(pk=draft.pk)
    return submitting.submit(member=firm.rui, draft_id=draft.pk, version=fresh.version)


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


def test_a_draft_that_is_whole_and_tried_waits_for_a_second_person(firm: Firm) -> None:
    draft = firm.submitted()
    assert (draft.state, draft.submitted_by) == ("submitted", firm.rui)
    assert draft.submitted_at is not None


def test_only_an_author_submits(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    with pytest.raises(NotAnAuthor):
        submitting.submit(member=firm.lia, draft_id=draft.pk, version=draft.version)


def test_a_draft_that_says_nothing_new_is_not_submitted(firm: Firm) -> None:
    draft = firm.start()
    firm.tried(draft)
    with pytest.raises(WrongState):
        submit(firm, draft)


def test_what_lint_blocks_is_neither_tried_nor_submitted(firm: Firm) -> None:
    draft = firm.edit(firm.start(), "set_automatic", entries=["payment.iban"])
    for step in (lambda: submit(firm, draft), lambda: firm.tried(draft)):
        with pytest.raises(DraftBlocked) as refused:
            step()
        assert [found.code for found in refused.value.findings] == ["automatic_sensitive"]


def test_the_registries_are_read_again_when_it_is_submitted(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    row = Responsibility.objects.get(workspace=firm.workspace)
    registries.save_responsibility(workspace=firm.workspace, by=None, row=row, field="company.*")
    with pytest.raises(DraftBlocked) as refused:
        submit(firm, draft)
    assert [(found.code, found.where) for found in refused.value.findings] == [
        ("nobody_responsible", 'fields."payment.iban"')
    ]


def test_two_people_have_to_be_there_where_two_have_to_agree(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    type(firm.bia).objects.filter(pk=firm.bia.pk).update(active=False)
    with pytest.raises(DraftBlocked) as refused:
        submit(firm, draft)
    assert [found.code for found in refused.value.findings] == ["too_few_people"]


def test_an_untried_draft_is_not_submitted(firm: Firm) -> None:
    with pytest.raises(BacktestMissing):
        submit(firm, firm.edit(firm.start()))


def test_a_result_speaks_of_what_was_tried_alone(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    firm.edit(draft, "set_name", name="Later")
    with pytest.raises(BacktestStale):
        submit(firm, draft)
    # The words that were tried are back, and with them the result.
    firm.edit(draft, "set_name", name="Firm")
    assert submit(firm, draft).state == "submitted"


def test_a_result_on_another_base_is_stale(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    factories.activate_document(firm.workspace, DOCUMENT)
    with pytest.raises(BaseMoved):
        submit(firm, draft)
    PolicyDraft.objects.filter(pk=draft.pk).update(state="editing")
    with pytest.raises(BaseMoved):
        submit(firm, draft)


def test_an_engine_that_decides_otherwise_than_it_did_keeps_every_draft_back(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = factories.post(firm.sync, "client:acme", "company.plan", "client:acme", "gold", source="crm")
    draft = firm.edit(firm.start())

    def changed(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        return replace(law(claim, situation, rule), rule="dates.later_effective")

    monkeypatch.setattr(retaken, "decide", changed)
    firm.tried(draft)
    with pytest.raises(ControlDiffers) as refused:
        submit(firm, draft)
    number = str(claim.transaction_set.get().pk)
    assert (refused.value.count, refused.value.transactions) == (1, (number,))
    monkeypatch.undo()
    firm.tried(draft)
    assert submit(firm, draft).state == "submitted"


def contradicting(firm: Firm) -> PolicyDraft:
    """Ana kept the old name; the draft would have taken the new one by itself."""
    factories.post(firm.sync, "client:acme", "company.name", "client:acme", "ACME", source="crm", since=day(1))
    claim = factories.post(
        firm.sync, "client:acme", "company.name", "client:acme", "Acme SA", source="crm", since=day(9)
    )
    case = asking(claim)
    decide(member=firm.ana, case_id=case.pk, choice=seen(case, "keep"))
    return firm.edit(firm.start(), "set_automatic", entries=["company.plan", "company.name"])


def test_each_contradiction_of_a_person_is_answered_for(firm: Firm) -> None:
    draft = contradicting(firm)
    tried = firm.tried(draft)
    with pytest.raises(Unacknowledged) as refused:
        submit(firm, draft)
    (number,) = refused.value.transactions
    assert [one["transaction"] for one in tried.result["changes"]["B"]] == [number]
    for notes in ({number: "  "}, {"0": "why"}):
        with pytest.raises(WrongState):
            trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes=notes)
    with pytest.raises(TooLong):
        trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: "x" * 2001})
    row = trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: " The register\r\nis right. "})
    noted = row.acknowledged[number]
    assert (row.acknowledged.keys(), noted["note"], noted["by"]) == ({number}, "The register\nis right.", "rui")
    assert abs(datetime.fromisoformat(noted["at"]) - clock.now()) < timedelta(minutes=1)
    assert submit(firm, draft).state == "submitted"


@pytest.mark.parametrize("part", [{"days": 36_500}, {"scope": "client:nobody"}], ids=["days", "accounts"])
def test_only_a_run_over_everything_is_a_proof(firm: Firm, part: dict[str, Any]) -> None:
    """A part in which nobody decided anything contradicts nobody."""
    draft = contradicting(firm)
    firm.tried(draft, **part)
    with pytest.raises(BacktestMissing):
        submit(firm, draft)
    with pytest.raises(WrongState):
        trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={"0": "why"})
    whole = firm.tried(draft, scope="*")
    firm.tried(draft, **part)
    with pytest.raises(Unacknowledged) as refused:
        submit(firm, draft)
    notes = dict.fromkeys(refused.value.transactions, "The register is right.")
    assert trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes=notes).pk == whole.pk
    assert submit(firm, draft).state == "submitted"


def test_what_is_before_a_second_person_stays_as_it_was_shown(firm: Firm) -> None:
    """While it waits for them, is approved, and is scheduled: no run, no note. An edit takes it back."""
    draft = contradicting(firm)
    number = firm.tried(draft).result["changes"]["B"][0]["transaction"]
    trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: "The register is right."})
    steps = (
        lambda: submit(firm, draft),
        lambda: firm.approve(PolicyDraft.objects.get(pk=draft.pk)),
        lambda: activating.schedule(member=firm.ana, draft_id=draft.pk, version=4, at=clock.now() + timedelta(days=1)),
    )
    for step in steps:
        step()
        with pytest.raises(WrongState):
            firm.tried(draft)
        with pytest.raises(WrongState):
            trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: "Something else."})
    assert Backtest.objects.get().acknowledged[number]["note"] == "The register is right."
    firm.edit(draft, "set_name", name="Later")
    assert firm.tried(draft).state == "done"


@pytest.mark.parametrize("scope", ["%", "../..", "=1+1", "team:x", "client:a*", "a b", "\u200b"])
def test_an_account_that_cannot_be_is_refused(firm: Firm, scope: str) -> None:
    draft = firm.edit(firm.start())
    with pytest.raises(UnknownAccount):
        firm.tried(draft, scope=scope)
    assert firm.tried(draft, scope=" CLIENT:Acme").scope == "client:acme"


def test_an_answer_is_for_one_result(firm: Firm) -> None:
    draft = contradicting(firm)
    number = firm.tried(draft).result["changes"]["B"][0]["transaction"]
    trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: "The register is right."})
    firm.edit(draft, "set_name", name="Later")
    with pytest.raises(WrongState):
        trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes={number: "Still."})
    firm.tried(draft)
    with pytest.raises(Unacknowledged):
        submit(firm, draft)


def test_a_draft_is_tried_once_at_a_time_and_can_be_stopped(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    asked = trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    with pytest.raises(BacktestGoing):
        trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    trying.cancel(member=firm.rui, draft_id=draft.pk)
    trying.carry_out(firm.workspace.pk, asked.pk)
    asked.refresh_from_db()
    assert (asked.state, asked.result, asked.ended_at is not None) == ("cancelled", {}, True)
    assert firm.tried(draft).state == "done"


def test_nothing_is_submitted_while_it_is_being_tried_again(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    firm.tried(draft)
    trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    with pytest.raises(BacktestGoing):
        submit(firm, draft)


def test_a_worker_runs_it_from_outside_the_walls(db: None) -> None:
    with build() as firm:
        draft = firm.edit(firm.start())
        asked = trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    tasks.run_backtest(str(firm.workspace.pk), str(asked.pk))
    asked.refresh_from_db()
    assert (asked.state, asked.error) == ("done", "")


def test_a_second_bell_runs_nothing(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    done = firm.tried(draft)
    trying.carry_out(firm.workspace.pk, done.pk)
    again = Backtest.objects.get(pk=done.pk)
    assert (again.ended_at, again.snapshot) == (done.ended_at, done.snapshot)


def test_a_lost_bell_loses_no_question(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    asked = trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    assert trying.carry_out_waiting() == 0
    Backtest.objects.filter(pk=asked.pk).update(state="cancelled", ended_at=asked.asked_at)
    late = asked.asked_at - 2 * trying.LATE
    again = Backtest.objects.create(
        workspace=firm.workspace, draft=draft, hash=draft.hash, base=draft.base, asked_by=firm.rui, asked_at=late
    )
    assert [trying.carry_out_waiting() for _beat in range(2)] == [1, 0]
    again.refresh_from_db()
    assert again.state == "done"


def test_what_loses_its_workers_for_an_hour_is_given_up(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    long_ago = clock.now() - trying.GIVEN_UP
    given = {"workspace": firm.workspace, "draft": draft, "hash": draft.hash, "base": draft.base, "asked_by": firm.rui}
    lost = Backtest.objects.create(**given, asked_at=long_ago, state="running")
    assert trying.carry_out_waiting() == 1
    lost.refresh_from_db()
    assert (lost.state, lost.error, lost.ended_at is not None) == ("failed", "stopped", True)


def test_a_draft_that_changes_before_a_worker_comes_is_not_tried_as_something_else(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    asked = trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)
    firm.edit(draft, "set_name", name="Later")
    trying.carry_out(firm.workspace.pk, asked.pk)
    asked.refresh_from_db()
    assert (asked.state, asked.error) == ("failed", "draft_changed")


def test_who_only_reads_a_draft_does_not_have_it_tried(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    with pytest.raises(NotAnAuthor):
        trying.ask(member=firm.lia, draft_id=draft.pk, version=draft.version)
    editing.join(member=firm.lia, draft_id=draft.pk)
    trying.ask(member=firm.lia, draft_id=draft.pk, version=draft.version)
