"""Asking whoever proposed a value for what is missing: over the API and back, and no claim changes by it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, cast

import pytest
from django.test import Client

from escalations import checks, evidence_requests
from escalations.errors import EvidenceChanged, InvalidStep, NotYours
from escalations.models import Case, EvidenceRequest, Notice
from escalations.triage import settle_now
from ledgers.models import Claim, Fact, Source
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Agent, Role
from memoryhub.hooks.models import Delivery, Webhook
from tests.factories import make_agent, make_member
from tests.screens.world import Firm, make_firm

JSON = "application/json"
ANSWER = {"evidence": {"text": "Lee signed the contract.", "ref": "doc:9"}, "note": "See page 2."}


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


def _program(firm: Firm, agent: Agent, *, may_write: bool = True) -> dict[str, str]:
    issued = tokens.issue(
        workspace=firm.workspace, name=agent.key, agent=agent, sources=["*"], scopes=["*"], may_write=may_write,
        expires_at=None, by=firm.rui,
    )  # fmt: skip
    return {"Authorization": f"Bearer {issued.secret}"}


def _ask(firm: Firm, case: Case, **said: Any) -> EvidenceRequest:  # noqa: ANN401  # any of its arguments
    case.refresh_from_db()
    asked = {"missing": ["document", "author"], "due_at": datetime.now(UTC) + timedelta(hours=8), **said}
    return evidence_requests.ask(member=firm.ana, case_id=case.pk, version=case.version, **asked)


def _open(headers: dict[str, str], **query: str) -> list[dict[str, Any]]:
    answer = Client().get("/api/v1/evidence-requests", query, headers=headers)
    assert answer.status_code == 200, answer.content
    return cast("list[dict[str, Any]]", answer.json()["items"])


def _answer(headers: dict[str, str], request: EvidenceRequest, said: object) -> tuple[int, dict[str, Any]]:
    path = f"/api/v1/evidence-requests/{request.pk}/answer"
    answer = Client().post(path, json.dumps(said), content_type=JSON, headers=headers)
    return answer.status_code, answer.json()


def test_the_agent_that_proposed_finds_the_request_answers_it_and_changes_nothing(firm: Firm) -> None:
    case = firm.dispute()
    headers = _program(firm, firm.agent)
    before = list(Fact.objects.order_by("id").values())
    request = _ask(firm, case, note="Which contract?")
    [found] = _open(headers)
    assert (found["id"], found["missing"], found["note"]) == (
        str(request.pk), ["document", "author"], "Which contract?",
    )  # fmt: skip
    lee = Claim.objects.get(value="Lee Ramos")
    shown = Client().get(f"/api/v1/claims/{lee.pk}", headers=headers).json()
    assert shown["evidence_request"]["id"] == str(request.pk)
    version = Case.objects.get(pk=case.pk).version
    status, told = _answer(headers, request, ANSWER)
    assert (status, told["closed_because"]) == (200, "answered")
    request.refresh_from_db()
    assert request.answer["evidence"] == ANSWER["evidence"]
    assert Case.objects.get(pk=case.pk).version == version + 1
    assert list(Fact.objects.order_by("id").values()) == before
    assert Claim.objects.get(pk=lee.pk).evidence == lee.evidence
    assert _open(headers) == []
    assert Client().get(f"/api/v1/claims/{lee.pk}", headers=headers).json()["evidence_request"] is None
    assert Notice.objects.filter(case=case, member=firm.ana, code="evidence_answered").exists()


def test_an_address_that_asked_for_it_hears_of_a_request_without_its_note(firm: Firm) -> None:
    Webhook.objects.create(
        workspace=firm.workspace, name="bot", url="https://bot.example/in", secret=b"x",
        events=["case.evidence_requested"], created_by=firm.rui, created_at=datetime.now(UTC),
    )  # fmt: skip
    request = _ask(firm, firm.dispute(), note="Is it Lee?")
    told = json.loads(Delivery.objects.get().body)
    assert told["type"] == "case.evidence_requested"
    assert (told["data"]["evidence_request"], told["data"]["agent"]) == (str(request.pk), "inbox")
    assert "Lee" not in json.dumps(told)


def test_an_answer_is_taken_once_and_not_after_the_decision(firm: Firm) -> None:
    case = firm.dispute()
    headers = _program(firm, firm.agent)
    request = _ask(firm, case)
    assert _answer(headers, request, ANSWER)[0] == 200
    status, told = _answer(headers, request, ANSWER)
    assert (status, told["type"]) == (409, "/problems/evidence-request-closed")
    second = _ask(firm, case)
    Case.objects.update(state="decided")
    assert _answer(headers, second, ANSWER)[0] == 409
    assert _open(headers) == []


def test_only_who_was_asked_sees_and_answers_it(firm: Firm) -> None:
    case = firm.dispute()
    other = _program(firm, make_agent(firm.workspace, "other"))
    reader = _program(firm, firm.agent, may_write=False)
    request = _ask(firm, case)
    assert _open(other) == []
    assert _answer(other, request, ANSWER)[0] == 404
    assert len(_open(reader)) == 1
    assert _answer(reader, request, ANSWER)[0] == 403
    lee = Claim.objects.get(value="Lee Ramos")
    assert Client().get(f"/api/v1/claims/{lee.pk}", headers=other).json()["evidence_request"] is None


@pytest.mark.parametrize(
    "said",
    [{}, {"evidence": {}}, {"evidence": {"text": ""}}, {**ANSWER, "value": "Kim"}, {"evidence": {"text": "x" * 9_000}}],
)
def test_an_answer_says_something_and_nothing_else(firm: Firm, said: dict[str, object]) -> None:
    request = _ask(firm, firm.dispute())
    assert _answer(_program(firm, firm.agent), request, said)[0] == 422
    request.refresh_from_db()
    assert request.closed_at is None


def test_the_list_goes_on_by_key(firm: Firm) -> None:
    headers = _program(firm, firm.agent)
    for name in ("acme", "bolt", "cord"):
        firm.say("Lee", subject=f"customer:{name}", effective_at=datetime(2026, 11, 16, tzinfo=UTC))
    for case in Case.objects.all():
        _ask(firm, case)
    first = Client().get("/api/v1/evidence-requests", {"limit": "2"}, headers=headers).json()
    rest = _open(headers, cursor=first["next"])
    assert len({found["id"] for found in [*first["items"], *rest]}) == 3


def test_what_nobody_answers_in_time_comes_back_to_the_owner(firm: Firm) -> None:
    case = firm.dispute()
    request = _ask(firm, case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledgers.clock.now", lambda: request.due_at + timedelta(minutes=1))
        checks.sweep()
        checks.sweep()
    request.refresh_from_db()
    assert request.closed_because == "due"
    assert case.events.filter(code="evidence_due").count() == 1


def test_a_person_who_proposed_is_asked_in_person(firm: Firm) -> None:
    case = firm.dispute()
    Source.objects.create(
        workspace=firm.workspace, key="rui", name="Rui", tier="authorized_person", person=firm.rui, undated="now"
    )
    claim = submit(
        workspace=firm.workspace,
        author=Author(member=firm.rui, sources=["*"], scopes=["*"]),
        data=ClaimInput(
            subject="customer:ACME", scope="client:acme", field="contact.primary", source="rui", value="Kim Sato"
        ),
        idempotency_key="kim",
        request_digest=b"kim",
    ).claim
    settle_now(claim.pk)
    request = _ask(firm, case)
    assert (request.claim, request.agent) == (claim, None)
    assert Notice.objects.filter(case=case, member=firm.rui, code="evidence_asked").exists()
    assert _open(_program(firm, firm.agent)) == []


def test_a_reviewer_asks_and_a_stranger_does_not(firm: Firm) -> None:
    case = firm.dispute()
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    due = datetime.now(UTC) + timedelta(hours=8)
    ask = partial(evidence_requests.ask, case_id=case.pk, missing=["date"], due_at=due)
    with pytest.raises(NotYours):
        ask(member=firm.rui, version=case.version)
    with pytest.raises(EvidenceChanged):
        ask(member=rita, version=case.version + 1)
    assert ask(member=rita, version=case.version).asked_by == rita


@pytest.mark.parametrize(
    "said",
    [
        {"missing": []},
        {"missing": ["money"]},
        {"due_at": datetime(2020, 1, 1, tzinfo=UTC)},
        {"due_at": datetime(2096, 1, 1, tzinfo=UTC)},
    ],
)
def test_a_request_names_what_is_missing_and_a_day(firm: Firm, said: dict[str, Any]) -> None:
    with pytest.raises(InvalidStep):
        _ask(firm, firm.dispute(), **said)


def test_one_request_at_a_time_and_none_where_nothing_is_proposed(firm: Firm) -> None:
    case = firm.dispute()
    _ask(firm, case)
    with pytest.raises(InvalidStep):
        _ask(firm, case)
    EvidenceRequest.objects.update(closed_at=datetime.now(UTC))
    case.candidates.update(left_at=datetime.now(UTC))
    with pytest.raises(InvalidStep):
        _ask(firm, case)


def test_the_owner_asks_hands_on_and_puts_off_over_the_api(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)

    def post(step: str, **said: object) -> tuple[int, dict[str, Any]]:
        answer = client.post(f"/api/v1/cases/{case.pk}/{step}", json.dumps(said), content_type=JSON)
        return answer.status_code, answer.json()

    due = (datetime.now(UTC) + timedelta(hours=3)).isoformat()
    assert post("evidence-request", missing=["date"], due_at=due, version=1)[0] == 201
    assert post("delegate", to="rui", version=2)[1]["assignee"] == "rui"
    status, told = post("snooze", until=due, version=3)
    assert (status, told["version"]) == (200, 4)
    assert told["snoozed_until"] is not None
    assert post("snooze", until=None, version=3)[1]["type"] == "/problems/evidence-changed"
    assert post("delegate", to="nobody", version=4)[1]["type"] == "/problems/invalid-step"
    assert firm.client(firm.eva).post(
        f"/api/v1/cases/{case.pk}/snooze", json.dumps({"until": None, "version": 4}), content_type=JSON
    ).status_code == 403  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_an_erasure_takes_the_words_of_an_answer_with_it(firm: Firm) -> None:
    case = firm.dispute()
    request = _ask(firm, case, note="Is it Lee?")
    assert _answer(_program(firm, firm.agent), request, ANSWER)[0] == 200
    admin = make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)
    client, body = firm.client(admin), {"subject": "customer:ACME", "reason": "request"}
    said = client.post("/api/v1/erasures", json.dumps(body), content_type=JSON).json()
    confirmed = {**body, "confirm": said["claims"]}
    done = client.post("/api/v1/erasures", json.dumps(confirmed), content_type=JSON)
    assert done.status_code == 201, done.content
    request.refresh_from_db()
    assert (request.note, request.answer) == ("", {})
