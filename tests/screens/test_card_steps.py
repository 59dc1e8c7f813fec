"""The small forms of a card, sent as plain forms: ask, hand on, put off, answer, look at masked values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django.fixtures import Settings

from escalations.models import Case, CaseEvent, EvidenceRequest
from escalations.triage import settle_now
from ledgers.models import Claim, Fact, Field, Source
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member
from tests.screens.reading import Answer, form_in, text_of
from tests.screens.world import Firm

REASON = "Seen in the contract."


def _send(
    firm: Firm,
    case: Case,
    step: str,
    member: Member | None = None,
    *,
    form: str = "",
    **said: Any,  # noqa: ANN401
) -> HttpResponse:
    client = firm.client(member or firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/"), form or step).fields
    answer = client.post(f"/cases/{case.pk}/{step}", {**seen, **said})
    assert isinstance(answer, HttpResponse)
    return answer


def _day(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


def test_evidence_is_asked_for_and_the_next_page_says_so(firm: Firm) -> None:
    case = firm.dispute()
    answer = _send(firm, case, "evidence", missing=["document", "date"], day=_day(1), note="Which?")
    assert (answer.status_code, answer["Location"]) == (302, "/queue/")
    request = EvidenceRequest.objects.get()
    assert (request.missing, request.note, request.agent) == (["document", "date"], "Which?", firm.agent)
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    assert 'id="step-evidence"' not in page.content.decode()


@pytest.mark.parametrize(
    ("step", "said", "told"),
    [
        ("evidence", {"missing": [], "day": _day(1)}, "Say what is missing"),
        ("evidence", {"missing": ["date"], "day": ""}, "Choose a day."),
        ("evidence", {"missing": ["date"], "day": "2020-01-01"}, "Choose a day from now on"),
        ("delegate", {"to": ""}, "Say who may decide it."),
        ("delegate", {"to": "nobody"}, "Nobody active has this key: nobody."),
        ("snooze", {"day": ""}, "Choose a day."),
        ("snooze", {"day": "2096-01-01"}, "not past the due date"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    firm: Firm, step: str, said: dict[str, Any], told: str
) -> None:
    case = firm.dispute()
    kept = {"evidence": "note", "snooze": "reason"}.get(step, "")
    answer = _send(firm, case, step, **{**said, kept or "unread": "My note."})
    assert answer.status_code == 422
    assert told in text_of(answer)
    page = answer.content.decode()
    assert f'id="step-{step}" open' in page
    assert not kept or "My note." in page
    case.refresh_from_db()
    assert case.version == 1


def test_a_colleague_is_named_and_the_case_taken_back(firm: Firm) -> None:
    case = firm.dispute()
    assert _send(firm, case, "delegate", to="rui").status_code == 302
    case.refresh_from_db()
    assert case.assignee == firm.rui
    assert _send(firm, case, "delegate", to="").status_code == 302
    case.refresh_from_db()
    assert case.assignee is None


def test_it_is_put_off_until_a_day_or_until_something_new_comes(firm: Firm) -> None:
    case = firm.dispute()
    Case.objects.update(due_at=datetime.now(UTC) + timedelta(days=9))
    assert _send(firm, case, "snooze", day=_day(3), reason="She is away.").status_code == 302
    case.refresh_from_db()
    assert case.snoozed_until is not None
    assert case.snoozed_until < case.due_at
    assert "Reason: She is away." in text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert _send(firm, case, "snooze", until="news").status_code == 302
    case.refresh_from_db()
    assert case.snoozed_until == case.due_at


def test_a_step_on_a_card_that_changed_says_what_changed_and_keeps_what_was_typed(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/"), "evidence").fields
    _send(firm, case, "delegate", to="rui")
    answer = client.post(
        f"/cases/{case.pk}/evidence", {**seen, "missing": ["scope"], "day": _day(1), "note": "My note."}
    )
    assert answer.status_code == 409
    words = text_of(answer)
    assert "Ana handed it to Rui, who may decide it too." in words
    assert "My note." in answer.content.decode()
    assert not EvidenceRequest.objects.exists()


def test_a_decision_on_a_card_that_changed_words_every_step_since(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    _send(firm, case, "evidence", missing=["document"], day=_day(1))
    _send(firm, case, "snooze", until="news")
    answer = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": REASON})
    words = text_of(answer)
    assert answer.status_code == 409
    assert "Ana asked inbox for evidence, until" in words
    assert "Ana put it off until" in words
    assert REASON in words
    assert "choice=keep" in form_in(answer).checked


def test_somebody_else_is_refused_and_a_reviewer_may_only_ask(firm: Firm) -> None:
    case = firm.dispute()
    stranger = firm.client(firm.rui)
    for step, said in (("delegate", {"to": "eva"}), ("snooze", {"until": "news"})):
        assert stranger.post(f"/cases/{case.pk}/{step}", {"version": "1", **said}).status_code == 403
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    page = firm.client(rita).get(f"/cases/{case.pk}/").content.decode()
    assert 'id="step-evidence"' in page
    assert 'id="step-snooze"' not in page
    assert _send(firm, case, "evidence", rita, missing=["author"], day=_day(1)).status_code == 302


def test_a_person_who_proposed_answers_on_the_card(firm: Firm) -> None:
    case = firm.dispute()
    Source.objects.create(
        workspace=firm.workspace, key="rui", name="Rui", tier="authorized_person", person=firm.rui, undated="now"
    )
    data = ClaimInput(subject="customer:ACME", scope="client:acme", field="contact.primary", source="rui", value="Kim")
    author = Author(member=firm.rui, sources=["*"], scopes=["*"])
    claim = submit(workspace=firm.workspace, author=author, data=data, idempotency_key="k", request_digest=b"k").claim
    settle_now(claim.pk)
    _send(firm, case, "evidence", missing=["document"], day=_day(1))
    assert _send(firm, case, "answer", firm.rui, text="").status_code == 422
    assert _send(firm, case, "answer", firm.rui, text="It is in the minutes.").status_code == 302
    assert EvidenceRequest.objects.get().closed_because == "answered"
    assert "It is in the minutes." in text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert firm.client(firm.ana).post(f"/cases/{case.pk}/answer", {"text": "Me too."}).status_code == 409


IBANS = ("FR1420041010050500013M02606", "GB82WEST12345698765432")


def _payment(firm: Firm) -> Case:
    Field.objects.create(workspace=firm.workspace, key="payment.iban", name="IBAN", type="iban", sensitivity="payment")
    firm.say(IBANS[0], source="crm", field="payment.iban", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    firm.say(
        IBANS[1], field="payment.iban", effective_at=datetime(2026, 11, 16, tzinfo=UTC), evidence={"text": IBANS[1]}
    )
    return Case.objects.get()


def test_a_payment_is_masked_until_it_is_asked_for_and_who_looked_is_kept(firm: Firm) -> None:
    case = _payment(firm)
    client = firm.client(firm.ana)
    page = client.get(f"/cases/{case.pk}/").content.decode()
    for iban in IBANS:
        assert iban not in page.replace(" ", "")
    shown = client.post(f"/cases/{case.pk}/reveal")
    assert shown.status_code == 200
    for iban in IBANS:
        assert iban in shown.content.decode().replace(" ", "")
    event = CaseEvent.objects.get(code="revealed")
    assert (event.member, event.case) == (firm.ana, case)
    again = client.get(f"/cases/{case.pk}/").content.decode().replace(" ", "")
    assert IBANS[0] not in again
    refused = firm.client(firm.rui).post(f"/cases/{case.pk}/reveal")
    assert refused.status_code == 403
    assert IBANS[0] not in refused.content.decode().replace(" ", "")
    assert CaseEvent.objects.filter(code="revealed").count() == 1


def _values(answer: Answer) -> set[str]:
    """Which of the two values the page shows unmasked."""
    page = answer.content.decode().replace(" ", "")
    return {iban for iban in IBANS if iban in page}


def test_what_was_looked_at_stays_in_sight_when_a_press_is_refused(firm: Firm) -> None:
    case = _payment(firm)
    client = firm.client(firm.ana)
    shown = client.post(f"/cases/{case.pk}/reveal")
    seen = form_in(shown).fields
    refused = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": ""})
    assert (refused.status_code, _values(refused)) == (422, set(IBANS))
    refused = client.post(f"/cases/{case.pk}/delegate", {"version": seen["version"], "to": ""})
    assert (refused.status_code, _values(refused)) == (422, set(IBANS))
    assert CaseEvent.objects.filter(code="revealed").count() == 1
    theirs = firm.client(firm.ana).post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": ""})
    assert (theirs.status_code, _values(theirs)) == (422, set())


def test_a_look_is_forgotten_after_a_while_and_in_another_workspace(firm: Firm, settings: Settings) -> None:
    case = _payment(firm)
    client = firm.client(firm.ana)

    def refused() -> Answer:
        return client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": ""})

    seen = form_in(client.post(f"/cases/{case.pk}/reveal")).fields
    assert _values(refused()) == set(IBANS)
    client.post("/preferences/workspace/", {"workspace": str(firm.workspace.pk)})
    assert _values(refused()) == set()
    client.post(f"/cases/{case.pk}/reveal")
    assert _values(refused()) == set(IBANS)
    session = client.session
    session["revealed"] = [[case, digest, at - settings.STEP_UP_SECONDS] for case, digest, at in session["revealed"]]
    session.save()
    assert _values(refused()) == set()


def test_a_value_that_came_since_is_masked_again(firm: Firm) -> None:
    case = _payment(firm)
    client = firm.client(firm.ana)
    seen = form_in(client.post(f"/cases/{case.pk}/reveal")).fields
    firm.say("DE89370400440532013000", field="payment.iban", effective_at=datetime(2026, 11, 20, tzinfo=UTC))
    said = {**seen, "choice": "keep", "reason": REASON, "last4": "2606"}
    stale = client.post(f"/cases/{case.pk}/decide", said)
    assert (stale.status_code, _values(stale)) == (409, set())


def test_a_page_opened_anew_masks_what_was_looked_at(firm: Firm) -> None:
    case = _payment(firm)
    client = firm.client(firm.ana)
    seen = form_in(client.post(f"/cases/{case.pk}/reveal")).fields
    assert _values(client.get(f"/cases/{case.pk}/")) == set()
    refused = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": ""})
    assert (refused.status_code, _values(refused)) == (422, set())


def test_where_evidence_is_not_shown_the_card_says_why(firm: Firm) -> None:
    case = _payment(firm)
    decider, reader = (text_of(firm.client(who).get(f"/cases/{case.pk}/")) for who in (firm.ana, firm.rui))
    assert "masked like the values" in decider
    assert "shown to those who decide" not in decider
    assert "shown to those who decide" in reader
    assert "masked like the values" not in reader


def test_a_payment_is_let_stand_by_its_last_four_signs(firm: Firm) -> None:
    case = _payment(firm)
    accept = f"accept:{Claim.objects.get(source='client').pk}"
    for last4 in ("", "3000", "543"):
        answer = _send(firm, case, "decide", choice=accept, reason=REASON, last4=last4)
        assert answer.status_code in {403, 422}
        assert Fact.objects.filter(claim__source="client", standing="timeline").count() == 0
    told = _send(firm, case, "decide", choice=accept, reason=REASON, last4="9999")
    if told.status_code == 422:
        assert "Type the last four signs of the value you let stand." in text_of(told)
