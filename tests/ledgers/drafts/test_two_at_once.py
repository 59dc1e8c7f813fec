"""Two people at the same moment: one is served, the other is told in words that something changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

import pytest

from ledgers.models import DraftEdit, DraftVerdict, EmergencyRollback, Field, PolicyDraft, PolicyVersion
from ledgers.services import registries
from ledgers.services.drafts import activating, editing, emergencies
from memoryhub.accounts import walls
from memoryhub.accounts.errors import Problem
from tests import factories
from tests.cases.posting import at_once
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 5


def outcomes(firm: Firm, *works: Callable[[], object]) -> list[str]:
    """What became of each: done, or the code of its refusal."""

    def tried(work: Callable[[], object]) -> str:
        try:
            with walls.inside(firm.workspace):
                work()
        except Problem as refused:
            return refused.slug
        return "done"

    return sorted(at_once([partial(tried, work) for work in works]))


@pytest.fixture
def firm() -> Firm:
    with build() as made:
        pass
    return made


def test_two_approvers(firm: Firm) -> None:
    for number in range(ROUNDS):
        with walls.inside(firm.workspace):
            draft = firm.submitted(f"Draft {number}")
        both = [partial(firm.approve, draft, by=who) for who in (firm.ana, firm.bia)]
        assert outcomes(firm, *both) == ["done", "draft-changed"]
        assert DraftVerdict.objects.filter(draft=draft).count() == 1


def test_an_approver_and_an_author_who_goes_on_writing(firm: Firm) -> None:
    """Whoever comes first: what is approved is never what nobody saw."""
    for number in range(ROUNDS):
        with walls.inside(firm.workspace):
            draft = firm.submitted(f"Draft {number}")
        edit = partial(
            editing.edit,
            member=firm.rui,
            draft_id=draft.pk,
            version=draft.version,
            kind="set_name",
            params={"name": "x"},
        )
        assert outcomes(firm, partial(firm.approve, draft), edit) == ["done", "draft-changed"]
        fresh = PolicyDraft.objects.get(pk=draft.pk)
        assert (fresh.state, fresh.hash == draft.hash) in {("approved", True), ("editing", False)}


def test_two_authors(firm: Firm) -> None:
    with walls.inside(firm.workspace):
        draft = firm.start()
        editing.join(member=firm.lia, draft_id=draft.pk)
    both = [
        partial(editing.edit, member=who, draft_id=draft.pk, version=1, kind="set_name", params={"name": who.key})
        for who in (firm.rui, firm.lia)
    ]
    assert outcomes(firm, *both) == ["done", "draft-changed"]
    assert DraftEdit.objects.filter(draft=draft, kind="set_name").count() == 1


def test_two_drafts_put_in_force(firm: Firm) -> None:
    """One becomes the next version; the other is told that its base moved, and nobody waits for the other for ever."""
    with walls.inside(firm.workspace):
        first, second = firm.approved("One"), firm.approved("Two")
    both = [
        partial(activating.activate, member=firm.ana, draft_id=draft.pk, version=draft.version)
        for draft in (first, second)
    ]
    assert outcomes(firm, *both) in (["base-moved", "done"], ["done", "draft-changed"])
    assert PolicyVersion.objects.filter(workspace=firm.workspace).count() == 2
    assert sorted(PolicyDraft.objects.values_list("state", flat=True)) == ["active", "conflict"]


def test_two_emergencies(firm: Firm) -> None:
    factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": 2})
    both = [partial(emergencies.roll_back, member=who, seen=2, reason="Harm.") for who in (firm.ana, firm.bia)]
    assert outcomes(firm, *both) == ["done", "draft-not-there-yet"]
    assert EmergencyRollback.objects.count() == 1


def test_an_emergency_and_somebody_who_marks_a_field_as_sensitive(firm: Firm) -> None:
    """What is being marked when the emergency looks is seen by it, and stays."""
    for said in ({"sensitivity": ""}, {}):
        factories.activate_document(firm.workspace, {**DOCUMENT, "fields": {**DOCUMENT["fields"], "zz.x": said}})
    written, looking = Event(), Event()

    def mark() -> None:
        registries.save_field(workspace=firm.workspace, by=None, key="zz.x", sensitivity="contact")
        written.set()
        looking.wait(0.5)

    def put_back() -> None:
        written.wait(5)
        emergencies.roll_back(member=firm.ana, seen=3, reason="Harm.")
        looking.set()

    assert outcomes(firm, mark, put_back) == ["done", "second-person-first"]
    assert Field.objects.get(workspace=firm.workspace, key="zz.x").sensitivity == "contact"
