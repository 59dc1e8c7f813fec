"""Writing in a draft: whoever writes is kept with what they changed, and an approval does not outlive an edit."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from ledgers.draft_errors import DraftBlocked, DraftChanged, DraftOver, InvalidEdit, NotAnAuthor, WrongState
from ledgers.models import DraftEdit, PolicyDraft, RegistryChange
from ledgers.registry_errors import NoActivePolicy
from ledgers.services.drafts import activating, editing
from ledgers.services.drafts.rights import authors
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Role
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, TIERS, Firm
from tests.plugins.walls import as_owner


def test_a_draft_begins_with_the_version_in_force(firm: Firm) -> None:
    draft = firm.start()
    assert (draft.document, draft.hash, draft.base.version) == (DOCUMENT, draft.base.hash, 1)
    assert (draft.state, draft.version, draft.created_by) == ("editing", 1, firm.rui)
    said = RegistryChange.objects.get(workspace=firm.workspace, key=f"draft {draft.pk}")
    assert (said.kind, said.member, said.after["state"], said.after["base"]) == ("policy", firm.rui, "editing", 1)


def test_only_policy_editors_write(firm: Firm) -> None:
    with pytest.raises(NotAllowed):
        editing.start(member=firm.ana, title="Mine")
    with pytest.raises(NotAllowed):
        firm.edit(firm.start(), by=firm.ana)


def test_without_a_policy_in_force_there_is_no_base(firm: Firm) -> None:
    stranger = factories.make_member(factories.make_workspace(), "eli", Role.POLICY_EDITOR)
    with pytest.raises(NoActivePolicy):
        editing.start(member=stranger, title="First")


def test_an_edit_is_kept_with_who_and_what(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    kept = DraftEdit.objects.filter(draft=draft).latest("id")
    moved = ["system_of_record", "approved_document", "counterparty", "authorized_person", "agent_inference"]
    assert (kept.kind, kept.member, kept.before, kept.after) == ("move_tier", firm.rui, draft.base.hash, draft.hash)
    assert kept.changes == [{"path": "tiers", "old": DOCUMENT["tiers"], "new": [*moved, "unattributed"]}]
    assert (draft.version, draft.state) == (2, "editing")


def test_an_edit_on_what_somebody_changed_meanwhile_is_refused(firm: Firm) -> None:
    draft = firm.start()
    firm.edit(draft)
    with pytest.raises(DraftChanged):
        editing.edit(
            member=firm.rui,
            draft_id=draft.pk,
            version=1,
            kind="set_name",
            params={"name": "Other"},
        )


def test_an_edit_that_says_the_same_is_none(firm: Firm) -> None:
    draft = firm.start()
    same = firm.edit(draft, "set_name", name="Firm")
    assert (same.version, DraftEdit.objects.filter(draft=draft).count()) == (1, 1)


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("move_tier", {"tier": "unattributed", "by": -1}),
        ("move_tier", {"tier": "agent_inference", "by": 1}),
        ("move_tier", {"tier": "counterparty"}),
        ("set_order", {"field": "company.plan", "order": 7}),
        ("set_sla", {"sensitivity": ["payment"], "hours": 1}),
        ("paint", {"colour": "red"}),
        ("__class__", {}),
    ],
)
def test_an_edit_without_meaning_is_refused_in_words(firm: Firm, kind: str, params: dict[str, Any]) -> None:
    draft = firm.start()
    with pytest.raises(InvalidEdit) as refused:
        editing.edit(member=firm.rui, draft_id=draft.pk, version=1, kind=kind, params=params)
    assert str(refused.value.detail).endswith(".")
    assert "{" not in str(refused.value.detail)


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "missing_member"),
        ({"tiers": TIERS, "colour": "red"}, "unknown_member"),
        ({"tiers": ["unattributed", *TIERS]}, "unattributed_not_last"),
        ({"tiers": TIERS, "fields": {"a.b": {"review_days": 0}}}, "not_positive"),
        ({"tiers": [*TIERS, "counterparty"]}, "order_in_a_circle"),
    ],
)
def test_what_cannot_be_read_is_not_kept(firm: Firm, document: dict[str, Any], code: str) -> None:
    draft = firm.start()
    with pytest.raises(DraftBlocked) as refused:
        editing.save(member=firm.rui, draft_id=draft.pk, version=1, document=document)
    assert [found.code for found in refused.value.findings] == [code]
    with pytest.raises(DraftBlocked):
        editing.start(member=firm.rui, title="Imported", document=document)


def test_what_only_blocks_is_kept_and_can_be_mended(firm: Firm) -> None:
    draft = firm.edit(firm.start(), "set_automatic", entries=["*", "company.plan"])
    assert draft.document["automatic"] == ["*", "company.plan"]


def test_somebody_elses_draft_is_read_until_one_joins_it(firm: Firm) -> None:
    draft = firm.start()
    with pytest.raises(NotAnAuthor):
        firm.edit(draft, by=firm.lia)
    editing.join(member=firm.lia, draft_id=draft.pk)
    editing.join(member=firm.lia, draft_id=draft.pk)
    assert firm.edit(draft, by=firm.lia).version == 2
    assert authors(draft) == {"rui", "lia"}
    assert DraftEdit.objects.filter(draft=draft, kind="join").count() == 1


def test_nobody_joins_what_waits_for_a_second_person(firm: Firm) -> None:
    draft = firm.submitted()
    with pytest.raises(WrongState):
        editing.join(member=firm.lia, draft_id=draft.pk)


def test_an_edit_takes_back_what_was_submitted_or_approved(firm: Firm) -> None:
    draft = firm.approved()
    fresh = firm.edit(draft, "set_name", name="Later")
    assert (fresh.state, fresh.submitted_by, fresh.submitted_at) == ("editing", None, None)
    with pytest.raises(WrongState):
        activating.activate(member=firm.ana, draft_id=draft.pk, version=fresh.version)


def test_an_edit_takes_back_the_time_of_a_scheduled_draft(firm: Firm) -> None:
    draft = firm.approved()
    soon = draft.created_at.replace(year=draft.created_at.year + 1)
    at = activating.schedule(member=firm.ana, draft_id=draft.pk, version=draft.version, at=soon)
    assert at.state == "scheduled"
    assert firm.edit(draft, "set_name", name="Later").activate_at is None
    assert activating.due(firm.workspace, soon.replace(year=soon.year + 1)) == []


def test_a_withdrawn_draft_is_over(firm: Firm) -> None:
    draft = firm.start()
    editing.withdraw(member=firm.rui, draft_id=draft.pk, version=1)
    with pytest.raises(DraftOver):
        editing.edit(member=firm.rui, draft_id=draft.pk, version=2, kind="set_name", params={"name": "x"})
    with as_owner(), pytest.raises(IntegrityError, match="over never changes"), transaction.atomic():
        PolicyDraft.objects.filter(pk=draft.pk).update(title="Another")


def test_what_was_edited_is_never_rewritten(firm: Firm) -> None:
    draft = firm.edit(firm.start())
    rows = DraftEdit.objects.filter(draft=draft)
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        rows.update(kind="save")
    with as_owner(), pytest.raises(IntegrityError), transaction.atomic():
        rows.delete()


def test_a_draft_of_another_workspace_is_not_there(firm: Firm) -> None:
    draft = firm.start()
    stranger = factories.make_member(factories.make_workspace(), "eli", Role.POLICY_EDITOR)
    with pytest.raises(PolicyDraft.DoesNotExist):
        editing.join(member=stranger, draft_id=draft.pk)
