"""The edits of the editor, each on a document of its own: what it changes, what it leaves, what it refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ledgers.domain.policy import lint
from ledgers.policies import editing
from ledgers.policies.changes import changes
from ledgers.policies.editing import DOWN, EDITS, UP, EditRefused
from tests.factories import read_policy

TIERS = ["system_of_record", "approved_document", "authorized_person", "counterparty", "agent_inference"]


def document(**said: object) -> dict[str, Any]:
    return {"tiers": [*TIERS, "unattributed"], "fields": {"diet": {"review_days": 30}}, **said}


def changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {one["path"]: (one.get("old"), one.get("new")) for one in changes(old, new)}


def test_a_tier_moves_one_place_and_back() -> None:
    up = editing.move_tier(document(), tier="counterparty", by=UP)
    assert up["tiers"][2:4] == ["counterparty", "authorized_person"]
    assert editing.move_tier(up, tier="counterparty", by=DOWN) == document()


@pytest.mark.parametrize(
    ("tier", "by", "code"),
    [
        ("unattributed", UP, "tier_locked"),
        ("agent_inference", DOWN, "tier_at_the_end"),
        ("system_of_record", UP, "tier_at_the_end"),
        ("counterparty", 2, "tier_at_the_end"),
        ("rumour", UP, "tier_not_alone"),
    ],
)
def test_a_tier_that_cannot_move_stays(tier: str, by: int, code: str) -> None:
    with pytest.raises(EditRefused) as refused:
        editing.move_tier(document(), tier=tier, by=by)
    assert refused.value.code == code


def test_the_last_place_is_the_last_also_where_outside_content_is_left_out() -> None:
    with pytest.raises(EditRefused, match="tier_at_the_end"):
        editing.move_tier(document(tiers=TIERS), tier="agent_inference", by=DOWN)


def test_a_tier_in_a_tie_group_leaves_it_first() -> None:
    tied = document(tiers=[["system_of_record", "counterparty"], *TIERS[1:3], "agent_inference"])
    with pytest.raises(EditRefused, match="tier_not_alone"):
        editing.move_tier(tied, tier="counterparty", by=DOWN)


ORDER = ["counterparty", ["system_of_record", "approved_document"], "authorized_person", "agent_inference"]


@pytest.mark.parametrize(
    ("kind", "params", "path", "new"),
    [
        ("set_order", {"field": "diet", "order": ORDER}, "fields.diet.order", ORDER),
        ("set_authoritative", {"field": "diet", "entry": "system_of_record:crm"}, "fields.diet.authoritative",
         "system_of_record:crm"),
        ("set_sensitivity", {"field": "diet", "sensitivity": "personal"}, "fields.diet.sensitivity", "personal"),
        ("set_sensitivity", {"field": "diet", "sensitivity": ""}, "fields.diet.sensitivity", ""),
        ("set_review_days", {"field": "diet", "days": 60}, "fields.diet.review_days", 60),
        ("set_field_four_eyes", {"field": "diet", "wanted": False}, "fields.diet.four_eyes", False),
        ("set_newer_weaker", {"field": "diet", "mode": "ask"}, "fields.diet.newer_weaker", "ask"),
        ("set_newer_weaker", {"field": None, "mode": "record"}, "newer_weaker", "record"),
        ("set_automatic", {"entries": ["diet", {"field": "note.*", "scope": "pair:*"}]}, "automatic",
         ["diet", {"field": "note.*", "scope": "pair:*"}]),
        ("set_four_eyes", {"classes": ["payment"]}, "four_eyes", ["payment"]),
        ("set_detectors", {"names": []}, "detectors", []),
        ("set_sla", {"sensitivity": "payment", "hours": 2}, "sla_hours.payment", 2),
        ("set_write_back_days", {"days": 3}, "write_back_days", 3),
        ("set_name", {"name": "Ours"}, "name", "Ours"),
        ("set_tiers", {"order": [*TIERS[1:], TIERS[0]]}, "tiers", [*TIERS[1:], TIERS[0]]),
        ("add_field", {"field": "skill.*"}, 'fields."skill.*"', {}),
    ],
)  # fmt: skip
def test_an_edit_changes_its_own_place_alone(kind: str, params: dict[str, Any], path: str, new: object) -> None:
    before = document()
    kept = copy.deepcopy(before)
    after = EDITS[kind](before, **params)
    assert before == kept
    assert {place: told[1] for place, told in changed(before, after).items()} == {path: new}
    assert [found for found in lint(after) if found.level == "blocking"] == []


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("set_review_days", {"field": "diet", "days": None}),
        ("set_order", {"field": "diet", "order": None}),
        ("set_sla", {"sensitivity": "other", "hours": None}),
        ("set_write_back_days", {"days": None}),
    ],
)
def test_nothing_said_is_left_out(kind: str, params: dict[str, Any]) -> None:
    after = EDITS[kind](document(sla_hours={"other": 9}, write_back_days=1), **params)
    assert None not in [one.get("new", 0) for one in changes(document(), after)]
    assert "null" not in str(after)


def test_whose_matter_a_field_is_has_two_languages() -> None:
    after = editing.set_owner_role(document(), field="diet", role="cook", role_pt="cozinha")
    assert after["fields"]["diet"] == {"review_days": 30, "owner_role": "cook", "owner_role_pt": "cozinha"}


def test_a_field_is_declared_by_its_first_edit_and_taken_out_again() -> None:
    after = editing.set_review_days(document(), field="skill", days=5)
    assert after["fields"]["skill"] == {"review_days": 5}
    assert editing.remove_field(after, field="skill") == document()
    with pytest.raises(EditRefused, match="field_not_declared"):
        editing.remove_field(document(), field="skill")
    with pytest.raises(EditRefused, match="field_declared"):
        editing.add_field(document(), field="diet")


def test_every_edit_of_the_editor_leaves_the_shipped_policy_readable() -> None:
    shipped = read_policy("ledgers/policies/shipped.toml")
    assert set(EDITS) == {name for name in vars(editing) if name.startswith(("set_", "move_", "remove_", "add_"))}
    after = editing.move_tier(shipped, tier="counterparty", by=UP)
    assert changed(shipped, after).keys() == {"tiers"}
