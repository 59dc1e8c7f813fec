"""Absences over REST: said for oneself, by an admin for others, ended early, refused in the registry's words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from ledgers.models import Absence
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member
from tests.screens.world import Firm, make_firm

ADDRESS = "/api/v1/registry/absences"
TODAY = datetime.now(UTC).date()
DAYS = {"begins": str(TODAY + timedelta(days=10)), "ends": str(TODAY + timedelta(days=20))}


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


def send(client: Client, **body: object) -> Any:  # noqa: ANN401 - an answer
    return client.post(ADDRESS, body, content_type="application/json")


def test_a_member_says_so_and_ends_it(firm: Firm) -> None:
    client = firm.client(firm.ana)
    answer = send(client, delegate="rui", fields=["contact.*"], **DAYS)
    assert answer.status_code == 201
    # A day is that of the workspace, and the last one is hers to its end.
    assert answer.json() == {
        "id": answer.json()["id"], "member": "ana", "delegate": "rui", "fields": ["contact.*"],
        "begins": f"{TODAY + timedelta(days=10)}T03:00:00Z", "ends": f"{TODAY + timedelta(days=21)}T03:00:00Z",
        "ended_at": None,
    }  # fmt: skip
    assert [one["id"] for one in client.get(ADDRESS).json()["items"]] == [answer.json()["id"]]
    one = f"{ADDRESS}/{answer.json()['id']}"
    assert [client.delete(one).status_code, client.delete(one).status_code] == [204, 204]
    assert client.get(ADDRESS).json()["items"] == []
    assert Absence.objects.get().ended_at is not None


def test_an_admin_says_it_for_others_and_nobody_else_does(firm: Firm) -> None:
    admin: Member = make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)
    assert send(firm.client(firm.eva), member="ana", delegate="rui", **DAYS).status_code == 403
    answer = send(firm.client(admin), member="ana", delegate="rui", **DAYS)
    assert answer.status_code == 201
    assert firm.client(firm.eva).delete(f"{ADDRESS}/{answer.json()['id']}").status_code == 403


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"delegate": "ana"}, "#/delegate", "delegate-is-member"),
        ({"delegate": "nobody"}, "#/delegate", "unknown"),
        ({"delegate": "rui", "ends": str(TODAY)}, "#/ends", "ends-before-it-begins"),
        ({"delegate": "rui", "fields": ["Contact"]}, "#/fields/0", "invalid-pattern"),
    ],
)
def test_a_refusal_names_what_is_wrong(firm: Firm, body: dict[str, object], pointer: str, code: str) -> None:
    answer = send(firm.client(firm.ana), **{**DAYS, **body})
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [(pointer, code)]
