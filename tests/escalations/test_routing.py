"""Who a case goes to, and who may decide it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from escalations.routing import Question, Reason, Route, may_decide, people_behind, route
from ledgers.domain.responsibility import Responsibility

DUE = datetime(2026, 11, 30, 12, tzinfo=UTC)
BEFORE, AFTER = DUE - timedelta(seconds=1), DUE
ACTIVE = {"ana", "bia", "eva", "rui", "admin"}
ROW = Responsibility("r", scope="client:*", owner="ana", backup="eva", delegates=frozenset({"bia"}))
CASE = Question(ROW, "client:acme", "client:acme", DUE)


@pytest.mark.parametrize(
    ("member", "at", "reason", "allowed"),
    [
        ("ana", BEFORE, Reason.OWNER, True),
        ("ana", AFTER, Reason.OWNER, True),
        ("bia", BEFORE, Reason.DELEGATE, True),
        ("eva", BEFORE, Reason.BACKUP_BEFORE_DUE, False),
        ("eva", AFTER, Reason.BACKUP_AFTER_DUE, True),
        ("rui", AFTER, Reason.NOT_RESPONSIBLE, False),
        ("admin", AFTER, Reason.NOT_RESPONSIBLE, False),
        ("gone", AFTER, Reason.INACTIVE, False),
    ],
)
def test_owner_delegate_and_from_the_due_date_the_backup(
    member: str, at: datetime, reason: Reason, allowed: bool
) -> None:
    verdict = may_decide(CASE, member, at=at, active=ACTIVE)
    assert (verdict.reason, verdict.allowed) == (reason, allowed)


def test_whom_the_owner_handed_the_case_to_decides_it_and_no_longer_once_inactive() -> None:
    handed = replace(CASE, assignee="rui")
    assert may_decide(handed, "rui", at=BEFORE, active=ACTIVE).reason is Reason.ASSIGNEE
    assert may_decide(handed, "ana", at=BEFORE, active=ACTIVE).reason is Reason.OWNER
    assert may_decide(handed, "admin", at=BEFORE, active=ACTIVE).reason is Reason.NOT_RESPONSIBLE
    assert may_decide(handed, "rui", at=BEFORE, active=ACTIVE - {"rui"}).reason is Reason.INACTIVE
    assert may_decide(replace(CASE, assignee="eva"), "eva", at=BEFORE, active=ACTIVE).reason is Reason.ASSIGNEE


def test_four_eyes_hold_for_whom_the_case_was_handed_to() -> None:
    own = replace(CASE, four_eyes=True, proposers=frozenset({"rui"}), assignee="rui")
    assert may_decide(own, "rui", at=BEFORE, active=ACTIVE).reason is Reason.OWN_CLAIM


def test_whoever_proposed_does_not_decide_where_four_eyes_hold() -> None:
    own = replace(CASE, four_eyes=True, proposers=frozenset({"ana"}))
    assert may_decide(own, "ana", at=BEFORE, active=ACTIVE).reason is Reason.OWN_CLAIM
    assert may_decide(own, "bia", at=BEFORE, active=ACTIVE).allowed
    assert may_decide(replace(own, four_eyes=False), "ana", at=BEFORE, active=ACTIVE).allowed


def test_four_eyes_hold_for_backup_and_delegate_too() -> None:
    own = replace(CASE, four_eyes=True, proposers=frozenset({"bia", "eva"}))
    assert may_decide(own, "bia", at=AFTER, active=ACTIVE).reason is Reason.OWN_CLAIM
    assert may_decide(own, "eva", at=AFTER, active=ACTIVE).reason is Reason.OWN_CLAIM
    assert may_decide(own, "ana", at=AFTER, active=ACTIVE).allowed


def test_an_agents_claim_counts_as_its_controllers() -> None:
    assert people_behind("agent:inbox", "ana") == {"ana"}
    assert people_behind("agent:inbox", None) == frozenset()
    assert people_behind("member:ana", None) == {"ana"}


def test_without_an_active_owner_the_backup_decides_at_once() -> None:
    left = ACTIVE - {"ana"}
    assert route(CASE, active=left) == Route(None, "eva", frozenset({"bia"}), Reason.BACKUP_FOR_OWNER)
    assert may_decide(CASE, "eva", at=BEFORE, active=left).reason is Reason.BACKUP_FOR_OWNER
    assert may_decide(CASE, "ana", at=BEFORE, active=left).reason is Reason.INACTIVE


def test_nobody_decides_where_nobody_is_responsible() -> None:
    orphan = replace(CASE, responsibility=None)
    assert route(orphan, active=ACTIVE).reason is Reason.NOBODY_RESPONSIBLE
    assert not may_decide(orphan, "admin", at=AFTER, active=ACTIVE).allowed


def test_self_is_the_person_the_subject_is() -> None:
    mine = replace(CASE, responsibility=replace(ROW, owner=None, owner_is_self=True), scope="user:Rui", subject="code")
    assert route(mine, active=ACTIVE).owner == "rui"
    assert may_decide(mine, "rui", at=BEFORE, active=ACTIVE).reason is Reason.OWNER
    assert may_decide(mine, "ana", at=BEFORE, active=ACTIVE).reason is Reason.NOT_RESPONSIBLE


def test_a_changed_responsibility_routes_the_same_case_anew() -> None:
    moved = replace(CASE, responsibility=replace(ROW, owner="rui", delegates=frozenset()))
    assert route(moved, active=ACTIVE).owner == "rui"
    assert not may_decide(moved, "ana", at=BEFORE, active=ACTIVE).allowed
    assert not may_decide(moved, "bia", at=BEFORE, active=ACTIVE).allowed
