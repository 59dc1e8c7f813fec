"""The second person: never an author, on what they saw, once; and what they saw is kept."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from ledgers.draft_errors import AuthorsDoNotApprove, DraftBlocked, DraftChanged, TooLong, WrongState
from ledgers.models import Backtest, DraftVerdict, PolicyDraft, Responsibility
from ledgers.selectors import draft_comparison, kept_comparison
from ledgers.services import registries
from ledgers.services.drafts import editing, judging, submitting, trying
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member
from tests.ledgers.drafts.firm import Firm
from tests.plugins.walls import as_owner


def test_another_person_lets_it_pass(firm: Firm) -> None:
    draft = firm.submitted()
    verdict = firm.approve(draft)
    fresh = PolicyDraft.objects.get(pk=draft.pk)
    assert (fresh.state, verdict.member, verdict.approved) == ("approved", firm.ana, True)
    assert (verdict.hash, verdict.base, verdict.reason) == (draft.hash, draft.base, "Agreed with sales.")


def test_without_the_role_nobody_does(firm: Firm) -> None:
    draft = firm.submitted()
    with pytest.raises(NotAllowed) as refused:
        firm.approve(draft, by=firm.lia)
    assert not isinstance(refused.value, AuthorsDoNotApprove)


def test_an_author_does_not_approve(firm: Firm) -> None:
    draft = firm.edit(editing.start(member=firm.eva, title="Mine"), by=firm.eva)
    asked = firm.eva, draft.pk, draft.version
    _submit_as(firm, *asked)
    with pytest.raises(AuthorsDoNotApprove):
        firm.approve(PolicyDraft.objects.get(pk=draft.pk), by=firm.eva)


@pytest.mark.parametrize("writes", [True, False], ids=["wrote in it", "joined it"])
def test_an_approver_who_joins_is_an_author(firm: Firm, writes: bool) -> None:
    draft = firm.edit(firm.start())
    editing.join(member=firm.eva, draft_id=draft.pk)
    if writes:
        draft = firm.edit(draft, "set_name", by=firm.eva, name="Ours")
    _submit_as(firm, firm.rui, draft.pk, draft.version)
    waiting = PolicyDraft.objects.get(pk=draft.pk)
    with pytest.raises(AuthorsDoNotApprove):
        firm.approve(waiting, by=firm.eva)
    assert firm.approve(waiting).approved


def _submit_as(firm: Firm, member: Member, draft_id: UUID, version: int) -> None:
    asked = trying.ask(member=member, draft_id=draft_id, version=version)
    trying.carry_out(firm.workspace.pk, asked.pk)
    submitting.submit(member=member, draft_id=draft_id, version=version)


STALE = ({"hash": "0" * 64}, {"base": 7}, {"version": 1}, {"backtest": None}, {"backtest": UUID(int=1)})


@pytest.mark.parametrize("stale", STALE, ids=str)
def test_an_approval_is_of_what_was_seen(firm: Firm, stale: dict[str, Any]) -> None:
    draft = firm.submitted()
    with pytest.raises(DraftChanged):
        firm.approve(draft, **stale)
    assert not DraftVerdict.objects.exists()


def test_what_was_edited_after_it_was_seen_is_not_approved(firm: Firm) -> None:
    draft = firm.submitted()
    firm.edit(draft, "set_name", name="Later")
    with pytest.raises(DraftChanged):
        firm.approve(draft)


def test_of_two_approvers_the_second_is_told(firm: Firm) -> None:
    draft = firm.submitted()
    firm.approve(draft)
    with pytest.raises(DraftChanged):
        firm.approve(draft, by=firm.bia)
    with pytest.raises(WrongState):
        firm.approve(PolicyDraft.objects.get(pk=draft.pk), by=firm.bia)
    assert DraftVerdict.objects.count() == 1


def test_a_draft_that_nobody_submitted_is_not_approved(firm: Firm) -> None:
    with pytest.raises(WrongState):
        firm.approve(firm.edit(firm.start()))


def test_sent_back_it_goes_to_its_authors_with_the_reason(firm: Firm) -> None:
    draft = firm.submitted()
    saw = Seen(draft.version, draft.hash, draft.base.version, Backtest.objects.get().pk)
    verdict = judging.send_back(member=firm.ana, draft_id=draft.pk, seen=saw, reason=" Ask the client first. ")
    fresh = PolicyDraft.objects.get(pk=draft.pk)
    assert (fresh.state, fresh.submitted_by, verdict.approved) == ("editing", None, False)
    assert verdict.reason == "Ask the client first."
    with pytest.raises(DraftChanged):
        firm.approve(draft)


@pytest.mark.parametrize("judge", [judging.approve, judging.send_back])
def test_a_verdict_has_a_reason(firm: Firm, judge: Any) -> None:  # noqa: ANN401 - either service
    draft = firm.submitted()
    saw = Seen(draft.version, draft.hash, draft.base.version, Backtest.objects.get().pk)
    for reason, refusal in (("  ", WrongState), ("x" * 2001, TooLong)):
        with pytest.raises(refusal):
            judge(member=firm.ana, draft_id=draft.pk, seen=saw, reason=reason)


def test_the_registries_are_read_again_before_it_passes(firm: Firm) -> None:
    draft = firm.submitted()
    row = Responsibility.objects.get(workspace=firm.workspace)
    registries.save_responsibility(workspace=firm.workspace, by=None, row=row, field="company.*")
    with pytest.raises(DraftBlocked):
        firm.approve(draft)


def test_the_comparison_reads_as_it_did_when_it_was_approved(firm: Firm) -> None:
    draft = firm.submitted()
    kept = firm.approve(draft).comparison
    assert kept["count"] > 0
    assert [one["path"] for one in kept["amended"]] == ["tiers"]
    assert kept_comparison.read(kept) == draft_comparison.comparison(draft)
    registries.save_source(workspace=firm.workspace, by=None, key="chat", tier="agent_inference")
    registries.save_field(workspace=firm.workspace, by=None, key="company.size", type="number")
    assert kept_comparison.read(kept) != draft_comparison.comparison(draft)
    assert DraftVerdict.objects.get().comparison == kept
    tried = Backtest.objects.get()
    said = {"backtest": str(tried.pk), "snapshot": tried.snapshot, "engine": tried.engine, "decisions": 0, "notes": {}}
    assert kept["tried"] == said


def verdict(draft: PolicyDraft, member: Member, **said: Any) -> DraftVerdict:  # noqa: ANN401 - columns
    row = {"approved": True, "reason": "x", "hash": draft.hash, "base": draft.base, "seen": draft.version, **said}
    return DraftVerdict.objects.create(
        workspace=draft.workspace, draft=draft, member=member, at=draft.created_at, comparison={}, **row
    )


def test_the_database_keeps_authors_from_approving(firm: Firm) -> None:
    draft = firm.submitted()
    editing_too = firm.lia
    with pytest.raises(IntegrityError, match="an author does not approve"), transaction.atomic():
        verdict(draft, firm.rui)
    verdict(draft, editing_too, approved=False)


@pytest.mark.parametrize(
    ("said", "constraint"),
    [
        ({"hash": "0" * 64}, "as it stands"),
        ({"hash": ""}, "as it stands"),
        ({"reason": ""}, "verdict_has_a_reason"),
    ],
)
def test_the_database_takes_a_verdict_only_of_what_stands(firm: Firm, said: dict[str, Any], constraint: str) -> None:
    draft = firm.submitted()
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        verdict(draft, firm.ana, **said)


def test_the_database_takes_one_verdict_of_one_state(firm: Firm) -> None:
    draft = firm.submitted()
    verdict(draft, firm.ana)
    with pytest.raises(IntegrityError, match="verdict_once_per_state"), transaction.atomic():
        verdict(draft, firm.bia)


@pytest.mark.parametrize("state", ["approved", "scheduled", "active"])
def test_the_database_keeps_what_nobody_approved_from_going_on(firm: Firm, state: str) -> None:
    draft = firm.submitted()
    said: dict[str, Any] = {"state": state, "activate_at": draft.created_at}
    if state == "active":
        said["activated"] = draft.base
    with pytest.raises(IntegrityError, match="nobody approved"), transaction.atomic():
        PolicyDraft.objects.filter(pk=draft.pk).update(**said)
    firm.approve(draft)
    with pytest.raises(IntegrityError, match="nobody approved"), transaction.atomic():
        PolicyDraft.objects.filter(pk=draft.pk).update(**said, hash="0" * 64)


def test_a_verdict_is_never_rewritten(firm: Firm) -> None:
    firm.approve(firm.submitted())
    rows = DraftVerdict.objects.all()
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        rows.update(reason="other")
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        rows.delete()
