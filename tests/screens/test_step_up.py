"""A payment asks again who it is: on the card, in the same form, and nothing is typed twice."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from escalations.models import Approval, Case
from ledgers.models import Field
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from tests.accounts.codes import half_a_minute_later, turn_on
from tests.accounts.devices import Device, add, ask
from tests.factories import PASSWORD, activate_document, make_member, sign_in
from tests.screens.world import TIERS, Firm

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def case(firm: Firm) -> Case:
    """Two account numbers, of which the owner has to choose one."""
    Field.objects.create(workspace=firm.workspace, key="payment.iban", name="IBAN", type="iban", sensitivity="payment")
    firm.say("DE89370400440532013000", source="crm", field="payment.iban")
    firm.say("GB82WEST12345698765432", field="payment.iban")
    return Case.objects.get(workspace=firm.workspace, state="open")


def stale(firm: Firm) -> Client:
    client = firm.client(firm.ana)
    assert firm.ana.user is not None
    sign_in(client, firm.ana.user, ago=301)
    return client


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def press(client: Client, case: Case, **more: str) -> tuple[int, str]:
    page = client.get(f"/cases/{case.pk}/").content.decode()
    seen = {name: value for name, value in hidden(page).items() if name != "csrfmiddlewaretoken"}
    said = {**seen, "choice": "keep", "reason": "the bank was called", "last4": "3000", **more}
    answer = client.post(f"/cases/{case.pk}/decide", said, headers=HTMX)
    return answer.status_code, answer.content.decode()


def state(firm: Firm, case: Case) -> str:
    with walls.inside(firm.workspace):
        return Case.objects.get(pk=case.pk).state


def test_without_a_fresh_sign_in_the_card_comes_back_as_it_was(firm: Firm, case: Case) -> None:
    status, page = press(stale(firm), case)
    assert status == 403
    assert "Sign in again to record a payment" in page
    assert "the bank was called" in page
    assert re.search(r'value="keep"[^>]* checked', page)
    assert 'autocomplete="current-password"' in page
    assert state(firm, case) == "open"


def test_the_password_in_the_same_form_decides(firm: Firm, case: Case) -> None:
    client = stale(firm)
    assert press(client, case, confirm_password="no")[0] == 403
    assert state(firm, case) == "open"
    assert press(client, case, confirm_password=PASSWORD)[0] == 204
    assert state(firm, case) == "decided"


def test_the_password_counts_though_something_else_is_missing(firm: Firm, case: Case) -> None:
    client = stale(firm)
    status, page = press(client, case, confirm_password=PASSWORD, reason="")
    assert status == 422
    assert "confirm_password" not in page
    assert press(client, case)[0] == 204


def test_with_a_second_factor_a_code_is_asked_for_too(firm: Firm, case: Case) -> None:
    phone, _codes = turn_on(firm.client(firm.ana))
    half_a_minute_later(firm.ana)
    firm.ana.refresh_from_db()
    client = stale(firm)
    status, page = press(client, case, confirm_password=PASSWORD)
    assert status == 403
    assert 'name="confirm_code"' in page
    half_a_minute_later(firm.ana)
    assert press(client, case, confirm_password=PASSWORD, confirm_code=phone.code())[0] == 204


def test_a_passkey_in_the_same_form_decides_and_somebody_elses_does_not(
    firm: Firm, case: Case, settings: Settings
) -> None:
    here = ("http://localhost", "localhost")
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [here[0]]
    mine, theirs = Device(*here), Device(*here)
    add(firm.client(firm.rui), theirs)
    add(firm.client(firm.ana), mine)
    firm.ana.refresh_from_db()
    client = stale(firm)
    assert 'data-passkey="/sign-in/passkey/"' in client.get(f"/cases/{case.pk}/").content.decode()
    status, page = press(client, case, passkey=theirs.answer(ask(client)))
    assert (status, "This passkey was not accepted" in page) == (403, True)
    assert "the bank was called" in page
    assert press(client, case, passkey="{}")[0] == 403
    assert state(firm, case) == "open"
    answer = mine.answer(ask(client))
    assert press(client, case, passkey=answer)[0] == 204
    assert state(firm, case) == "decided"


def test_a_fresh_sign_in_asks_for_nothing(firm: Firm, case: Case) -> None:
    client = firm.client(firm.ana)
    assert "confirm_password" not in client.get(f"/cases/{case.pk}/").content.decode()
    assert press(client, case)[0] == 204


def test_reverting_a_payment_asks_again_too(firm: Firm, case: Case) -> None:
    assert press(firm.client(firm.ana), case)[0] == 204
    client, page = stale(firm), f"/cases/{case.pk}/revert"
    shown = client.get(page).content.decode()
    assert 'name="confirm_password"' in shown
    back = {"claim": "nothing", "reason": "wrong account", "key": hidden(shown)["key"]}
    refused = client.post(page, back)
    assert refused.status_code == 403
    assert "Sign in again" in refused.content.decode()
    with walls.inside(firm.workspace):
        assert not Case.objects.filter(kind="revert").exists()
    assert client.post(page, {**back, "confirm_password": PASSWORD}).status_code == 302


def test_the_page_that_reverts_a_payment_masks_it_until_its_reader_is_asked(firm: Firm, case: Case) -> None:
    assert press(firm.client(firm.ana), case)[0] == 204
    client, path = stale(firm), f"/cases/{case.pk}/revert"
    number = "GB82WEST12345698765432"
    page = client.get(path).content.decode()
    assert number not in page.replace(" ", "")
    assert "•••5432" in page
    key = hidden(page)["key"]
    for said in ({}, {"claim": "nothing", "reason": "wrong account", "confirm_password": "no"}):
        assert number not in client.post(path, {"key": key, **said}).content.decode().replace(" ", "")
    assert f'href="/sign-in/again/?next={path.replace("/", "%2F")}"' in page
    assert client.post("/sign-in/again/", {"password": PASSWORD, "next": path}).headers["Location"] == path
    assert number in client.get(path).content.decode().replace(" ", "")


def test_the_second_person_is_asked_at_the_door_of_the_first_as_well(firm: Firm, case: Case) -> None:
    activate_document(firm.workspace, {"tiers": TIERS, "four_eyes": ["payment"]})
    rita = make_member(firm.workspace, "rita", Role.REVIEWER)
    assert press(firm.client(firm.ana), case)[0] == 204
    assert Approval.objects.filter(case=case, cleared_at__isnull=True).exists()
    # The second presses the same by hand: the card shows them another form.
    case.refresh_from_db()
    given = Approval.objects.get(case=case)
    said = {"choice": "keep", "reason": "yes", "last4": "3000", "version": str(case.version),
            "evidence_digest": given.evidence_digest, "decision_key": str(uuid4())}  # fmt: skip
    client = firm.client(rita)
    assert rita.user is not None
    sign_in(client, rita.user, ago=301)
    refused = client.post(f"/cases/{case.pk}/decide", said, headers=HTMX)
    assert refused.status_code == 403
    assert "Sign in again" in refused.content.decode()
    assert state(firm, case) == "open"
    proved = {**said, "confirm_password": PASSWORD}
    # Neither unseen nor without its last signs, by this door either.
    assert client.post(f"/cases/{case.pk}/decide", proved).status_code == 422
    client.post(f"/cases/{case.pk}/reveal")
    assert client.post(f"/cases/{case.pk}/decide", {**said, "last4": "9999"}).status_code == 422
    assert state(firm, case) == "open"
    assert client.post(f"/cases/{case.pk}/decide", said).status_code == 302
    assert state(firm, case) == "decided"


def test_other_cases_never_ask(firm: Firm) -> None:
    case = firm.dispute()
    assert press(stale(firm), case)[0] == 204


def test_the_api_says_what_is_needed(firm: Firm, case: Case) -> None:
    client = stale(firm)
    seen = hidden(client.get(f"/cases/{case.pk}/").content.decode())
    body = {"choice": "keep", "version": int(seen["version"]), "evidence_digest": seen["evidence_digest"],
            "decision_key": str(uuid4())}  # fmt: skip
    path = f"/api/v1/cases/{case.pk}/decision"
    refused = client.post(path, body, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/step-up-required")
    assert state(firm, case) == "open"
    client.post("/sign-in/again/", {"password": PASSWORD})
    assert client.post(path, body, content_type="application/json").status_code == 200


def test_who_may_not_decide_is_told_that_and_not_asked(firm: Firm, case: Case) -> None:
    client = firm.client(firm.rui)
    assert firm.rui.user is not None
    sign_in(client, firm.rui.user, ago=301)
    page = client.get(f"/cases/{case.pk}/").content.decode()
    assert "confirm_password" not in page
