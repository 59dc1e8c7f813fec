"""Putting an approved draft in force: now, at a time, once; and what another version means for the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from escalations.registry import registering
from ledgers import clock
from ledgers.draft_errors import BaseMoved, DraftChanged, DraftOver, WrongState
from ledgers.models import Field, PolicyDraft, PolicyVersion, RegistryChange
from ledgers.services.drafts import activating, editing, news, submitting
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def fresh(draft: PolicyDraft) -> PolicyDraft:
    return PolicyDraft.objects.get(pk=draft.pk)


def active(firm: Firm) -> PolicyVersion:
    return PolicyVersion.objects.get(workspace=firm.workspace, active=True)


def scheduled(firm: Firm, at: datetime) -> PolicyDraft:
    draft = firm.approved()
    return activating.schedule(member=firm.ana, draft_id=draft.pk, version=draft.version, at=at)


def test_what_nobody_approved_is_not_put_in_force(firm: Firm) -> None:
    for draft in (firm.edit(firm.start("One")), firm.submitted("Two")):
        with pytest.raises(WrongState):
            activating.activate(member=firm.ana, draft_id=draft.pk, version=fresh(draft).version)
    assert active(firm).version == 1


@pytest.mark.parametrize(("who", "may"), [("rui", False), ("ana", True), ("bia", True), ("eva", True), ("lia", False)])
def test_approvers_put_it_in_force(firm: Firm, who: str, may: bool) -> None:
    draft = firm.approved()
    member: Member = getattr(firm, who)
    if may:
        assert activating.activate(member=member, draft_id=draft.pk, version=draft.version).state == "active"
    else:
        with pytest.raises(NotAllowed):
            activating.activate(member=member, draft_id=draft.pk, version=draft.version)


def test_it_is_put_in_force_once(firm: Firm) -> None:
    draft = firm.approved()
    activating.activate(member=firm.ana, draft_id=draft.pk, version=draft.version)
    for version in (draft.version, draft.version + 1):
        with pytest.raises(DraftOver):
            activating.activate(member=firm.ana, draft_id=draft.pk, version=version)
    assert active(firm).version == 2


def test_the_record_says_who_wrote_it_and_which_way_it_came(firm: Firm) -> None:
    draft = firm.approved()
    registering.activate_draft(member=firm.ana, draft_id=draft.pk, version=draft.version)
    said = RegistryChange.objects.get(workspace=firm.workspace, key="v2")
    assert (said.member, said.after["way"], said.after["hash"]) == (firm.rui, f"draft {draft.pk}", draft.hash)
    steps = RegistryChange.objects.filter(workspace=firm.workspace, key=f"draft {draft.pk}").order_by("at", "id")
    told = [(step.after.get("state"), step.member) for step in steps if "state" in step.after]
    assert told == [
        ("editing", firm.rui),
        ("submitted", firm.rui),
        ("approved", firm.ana),
        ("active", firm.ana),
    ]


def test_fields_it_declares_are_registered(firm: Firm) -> None:
    draft = firm.edit(firm.start(), "set_review_days", field="company.size", days=10)
    firm.tried(draft)
    firm.approve(submitting.submit(member=firm.rui, draft_id=draft.pk, version=draft.version))
    activating.activate(member=firm.bia, draft_id=draft.pk, version=fresh(draft).version)
    assert Field.objects.get(workspace=firm.workspace, key="company.size").review_days == 10


def test_at_its_time_and_not_before(firm: Firm) -> None:
    now = clock.now()
    draft = scheduled(firm, now + HOUR)
    assert activating.due(firm.workspace, now) == []
    assert activating.activate_due(firm.workspace, draft.pk, now) is None
    assert activating.due(firm.workspace, now + HOUR) == [draft.pk]
    done = activating.activate_due(firm.workspace, draft.pk, now + HOUR)
    assert done is not None
    assert (done.state, active(firm).hash) == ("active", draft.hash)


def test_two_clocks_put_it_in_force_once(firm: Firm) -> None:
    now = clock.now()
    draft = scheduled(firm, now + HOUR)
    assert activating.activate_due(firm.workspace, draft.pk, now + HOUR) is not None
    assert activating.activate_due(firm.workspace, draft.pk, now + HOUR) is None
    assert active(firm).version == 2


def test_the_beat_puts_in_force_what_is_due_in_every_workspace(firm: Firm) -> None:
    draft = scheduled(firm, clock.now() + HOUR)
    PolicyDraft.objects.filter(pk=draft.pk).update(activate_at=clock.now())
    assert registering.activate_due() == 1
    assert registering.activate_due() == 0
    assert fresh(draft).activated == active(firm)


def test_a_time_is_taken_back_and_is_one_to_come(firm: Firm) -> None:
    now = clock.now()
    draft = scheduled(firm, now + HOUR)
    west = firm.workspace.zone
    for at in (now - HOUR, now + 400 * DAY, datetime.max.replace(tzinfo=west), datetime.min.replace(tzinfo=UTC)):
        with pytest.raises(WrongState):
            activating.schedule(member=firm.ana, draft_id=draft.pk, version=draft.version, at=at)
    back = activating.schedule(member=firm.ana, draft_id=draft.pk, version=draft.version, at=None)
    assert (back.state, back.activate_at) == ("approved", None)
    assert activating.activate_due(firm.workspace, draft.pk, now + HOUR) is None


def test_another_version_puts_every_open_draft_in_conflict(firm: Firm) -> None:
    at = clock.now() + HOUR
    waiting = scheduled(firm, at)
    edited, withdrawn = firm.edit(firm.start("Other")), firm.start("Gone")
    editing.withdraw(member=firm.rui, draft_id=withdrawn.pk, version=1)
    factories.activate_document(firm.workspace, DOCUMENT)
    assert [fresh(one).state for one in (waiting, edited, withdrawn)] == ["conflict", "conflict", "withdrawn"]
    assert fresh(waiting).activate_at is None
    assert activating.activate_due(firm.workspace, waiting.pk, at) is None
    with pytest.raises(DraftChanged):
        activating.activate(member=firm.ana, draft_id=waiting.pk, version=waiting.version)
    with pytest.raises(BaseMoved):
        activating.activate(member=firm.ana, draft_id=waiting.pk, version=fresh(waiting).version)
    assert active(firm).version == 2


def test_of_two_approved_drafts_the_second_is_brought_up_first(firm: Firm) -> None:
    first, second = firm.approved("One"), firm.approved("Two")
    activating.activate(member=firm.ana, draft_id=first.pk, version=first.version)
    assert fresh(second).state == "conflict"
    with pytest.raises(BaseMoved):
        activating.activate(member=firm.ana, draft_id=second.pk, version=fresh(second).version)


def test_the_base_is_looked_at_again_even_if_nobody_said_that_it_moved(firm: Firm) -> None:
    draft = firm.approved()
    PolicyVersion.objects.filter(workspace=firm.workspace).update(active=False)
    with pytest.raises(BaseMoved):
        activating.activate(member=firm.ana, draft_id=draft.pk, version=draft.version)


def test_what_the_registries_no_longer_bear_waits_and_everybody_is_told(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    draft = scheduled(firm, now + HOUR)
    type(firm.bia).objects.filter(pk=firm.bia.pk).update(active=False)
    told: list[str] = []
    monkeypatch.setattr(news, "tell", lambda _draft, what: told.append(what))
    assert activating.activate_due(firm.workspace, draft.pk, now + HOUR) is None
    assert (fresh(draft).state, fresh(draft).activate_at, told) == ("approved", None, ["held_up"])
    assert active(firm).version == 1
