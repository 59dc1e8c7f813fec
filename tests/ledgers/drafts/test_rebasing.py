"""A draft and another version come together place by place, and what was found out is found out again."""

from __future__ import annotations

from typing import Any

import pytest

from ledgers.draft_errors import BacktestStale, BaseMoved, RebaseClashes
from ledgers.models import DraftEdit, PolicyDraft
from ledgers.services.drafts import activating, editing, rebasing, rolling_back, submitting, trying
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm


def moved(firm: Firm, **members: Any) -> PolicyDraft:  # noqa: ANN401 - JSON
    """An approved draft whose base moved meanwhile."""
    draft = firm.approved()
    factories.activate_document(firm.workspace, {**DOCUMENT, **members})
    return PolicyDraft.objects.get(pk=draft.pk)


def rebase(firm: Firm, draft: PolicyDraft, **choices: Any) -> PolicyDraft:  # noqa: ANN401 - sides
    return rebasing.rebase(member=firm.rui, draft_id=draft.pk, version=draft.version, choices=choices)


def test_changes_of_other_places_come_together_and_go_the_whole_way_again(firm: Firm) -> None:
    draft = moved(firm, write_back_days=2)
    assert rebasing.planned(draft).clashes == ()
    up = rebase(firm, draft)
    assert (up.state, up.base.version, up.document["write_back_days"]) == ("editing", 2, 2)
    assert up.document["tiers"][2] == "counterparty"
    assert DraftEdit.objects.filter(draft=draft).latest("id").kind == "rebase"
    with pytest.raises(BacktestStale):
        submitting.submit(member=firm.rui, draft_id=draft.pk, version=up.version)
    firm.tried(draft)
    again = submitting.submit(member=firm.rui, draft_id=draft.pk, version=up.version)
    firm.approve(again)
    done = activating.activate(member=firm.ana, draft_id=draft.pk, version=again.version + 1)
    assert done.activated is not None
    assert done.activated.version == 3


def test_the_base_counts_also_where_no_word_changes(firm: Firm) -> None:
    """The version in force says the same as before, and is another one all the same."""
    draft = moved(firm)
    up = rebase(firm, draft)
    assert (up.hash, up.base.version, up.state) == (draft.hash, 2, "editing")
    with pytest.raises(BacktestStale):
        submitting.submit(member=firm.rui, draft_id=draft.pk, version=up.version)


def test_where_both_changed_a_place_somebody_chooses(firm: Firm) -> None:
    theirs = ["approved_document", "system_of_record", *DOCUMENT["tiers"][2:]]
    draft = moved(firm, tiers=theirs)
    with pytest.raises(RebaseClashes) as refused:
        rebase(firm, draft)
    assert [(one.path, one.theirs) for one in refused.value.clashes] == [("tiers", theirs)]
    assert PolicyDraft.objects.get(pk=draft.pk).state == "conflict"
    assert rebase(firm, draft, tiers="theirs").document["tiers"] == theirs


def test_the_side_of_the_draft_can_be_chosen_too(firm: Firm) -> None:
    draft = moved(firm, tiers=["approved_document", "system_of_record", *DOCUMENT["tiers"][2:]])
    assert rebase(firm, draft, tiers="ours").document["tiers"] == draft.document["tiers"]


def test_in_conflict_it_is_edited_but_goes_nowhere(firm: Firm) -> None:
    draft = moved(firm, write_back_days=2)
    edited = firm.edit(draft, "set_name", name="Later")
    assert edited.state == "conflict"
    with pytest.raises(BaseMoved):
        submitting.submit(member=firm.rui, draft_id=draft.pk, version=edited.version)
    with pytest.raises(BaseMoved):
        trying.ask(member=firm.rui, draft_id=draft.pk, version=edited.version)
    editing.withdraw(member=firm.rui, draft_id=draft.pk, version=edited.version)


def test_any_version_comes_back_under_a_new_number(firm: Firm) -> None:
    for days in (1, 2, 3):
        factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": days})
    draft = rolling_back.roll_back(member=firm.rui, version=1, title="As at first")
    assert (draft.document, draft.base.version) == (DOCUMENT, 4)
    first = DraftEdit.objects.get(draft=draft)
    assert (first.kind, first.changes) == ("roll_back", [{"path": "write_back_days", "old": 3}])
    firm.tried(draft)
    firm.approve(submitting.submit(member=firm.rui, draft_id=draft.pk, version=draft.version))
    done = activating.activate(member=firm.bia, draft_id=draft.pk, version=draft.version + 2)
    assert done.activated is not None
    assert (done.activated.version, done.activated.document) == (5, DOCUMENT)
