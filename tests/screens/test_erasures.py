"""Erasing somebody by hand: first how much it is, then the key typed once more, and nothing without either."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from escalations.models import Case
from ledgers import clock
from ledgers.models import Claim, Erasure
from memoryhub.accounts.models import Member, Role
from memoryhub.conversations.models import Conversation, Message
from memoryhub.hooks import webhooks
from tests.factories import PASSWORD, make_member, sign_in
from tests.screens.reading import text_of
from tests.screens.world import Firm, make_firm

WHERE, CONFIRM = "/registry/erasures/", "/registry/erasures/confirm/"
ASKED = {"subject": " Customer: ACME ", "reason": "request"}


@pytest.fixture
def admin(firm: Firm) -> Member:
    return make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)


@pytest.fixture
def client(firm: Firm, admin: Member) -> Client:
    return firm.client(admin)


def hidden(page: str) -> dict[str, str]:
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"}


def test_it_says_how_much_it_is_and_erases_only_with_the_key_typed(firm: Firm, admin: Member, client: Client) -> None:
    firm.dispute()
    preview = client.post(WHERE, ASKED)
    words = text_of(preview)
    assert preview.status_code == 200
    for said in ("customer:acme", "2 claims lose their values", "They stand in 1 place.", "1 open case about it is"):
        assert said in words
    assert "Lee" not in words
    seen = hidden(preview.content.decode())
    for typed in ("", "customer:acm"):
        refused = client.post(CONFIRM, {**seen, "typed": typed})
        assert refused.status_code == 422
        assert "This is not the key above. Nothing was erased." in text_of(refused)
    assert not Erasure.objects.exists()
    done = client.post(CONFIRM, {**seen, "typed": "Customer:ACME"}, follow=True)
    assert "2 claims were erased." in text_of(done)
    erasure = Erasure.objects.get()
    assert (erasure.by, erasure.reason) == (admin, "request")
    assert erasure.mark in done.content.decode()
    assert set(Claim.objects.values_list("value", flat=True)) == {None}
    assert Case.objects.get().state == Case.State.CLOSED
    # The words beside the field name a customer:acme as an example.
    assert done.content.decode().lower().count("acme") == 1


def test_somebody_of_whom_nothing_is_remembered_leaves_their_conversations(firm: Firm, client: Client) -> None:
    now, here = clock.now(), {"workspace": firm.workspace}
    talk = Conversation.objects.create(
        **here, user=firm.ana, character="luna", started_at=now, author="agent:inbox", request_digest=b""
    )
    said = {"conversation": talk, "role": "user", "said_at": now, "agent": firm.agent, "author": "agent:inbox"}
    Message.objects.create(**here, **said, number=1, text="Good morning!")
    preview = client.post(WHERE, {"subject": "person:ana", "reason": "request"})
    assert "No claim about them is recorded. 1 message of their conversations is emptied" in text_of(preview)
    done = client.post(CONFIRM, {**hidden(preview.content.decode()), "typed": "person:ana"}, follow=True)
    assert "0 claims were erased. 1 message was emptied." in text_of(done)
    assert Message.objects.get().text == ""
    again = client.post(WHERE, {"subject": "person:ana", "reason": "request"})
    assert "Nothing is recorded about this subject." in text_of(again)


def test_what_came_meanwhile_is_shown_before_it_is_erased(firm: Firm, client: Client) -> None:
    firm.dispute()
    seen = hidden(client.post(WHERE, ASKED).content.decode())
    firm.say("Kim Sato")
    refused = client.post(CONFIRM, {**seen, "typed": "customer:acme"})
    assert refused.status_code == 422
    assert "There are 3 claims by now. Look again and confirm." in text_of(refused)
    assert not Erasure.objects.exists()
    seen = hidden(refused.content.decode())
    assert client.post(CONFIRM, {**seen, "typed": "customer:acme"}).status_code == 302
    assert Erasure.objects.get().counts["claims"] == 3


def test_it_asks_again_who_it_is_and_keeps_what_was_typed(firm: Firm, admin: Member) -> None:
    firm.dispute()
    client = Client()
    assert admin.user is not None
    sign_in(client, admin.user, ago=301)
    preview = client.post(WHERE, ASKED).content.decode()
    assert 'name="confirm_password"' in preview
    said = {**hidden(preview), "typed": "customer:acme"}
    for wrong in ({}, {"confirm_password": "no"}, {"passkey": "{}"}):
        refused = client.post(CONFIRM, {**said, **wrong})
        assert refused.status_code == 403
        assert re.search(r'name="typed" value="customer:acme"', refused.content.decode())
    assert not Erasure.objects.exists()
    assert client.post(CONFIRM, {**said, "confirm_password": PASSWORD}).status_code == 302
    assert Erasure.objects.get().by == admin


def test_the_api_erases_for_a_fresh_sign_in_alone(firm: Firm, admin: Member) -> None:
    firm.dispute()
    client, path = Client(), "/api/v1/erasures"
    assert admin.user is not None
    sign_in(client, admin.user, ago=301)
    body = {"subject": "customer:acme", "reason": "request"}
    told = client.post(path, body, content_type="application/json", headers={"Idempotency-Key": "first"})
    assert (told.status_code, told.json()["claims"]) == (200, 2)
    act = {**body, "confirm": 2}
    refused = client.post(path, act, content_type="application/json", headers={"Idempotency-Key": "second"})
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/step-up-required")
    assert not Erasure.objects.exists()
    client.post("/sign-in/again/", {"password": PASSWORD})
    done = client.post(path, act, content_type="application/json", headers={"Idempotency-Key": "third"})
    assert done.status_code == 201


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"subject": "customer:nobody"}, "Nothing is recorded about this subject."),
        ({"subject": ""}, "This field is required."),
        ({"reason": "fun"}, "Select a valid choice."),
    ],
)
def test_what_makes_no_sense_is_said(firm: Firm, client: Client, said: dict[str, str], told: str) -> None:
    firm.dispute()
    answer = client.post(WHERE, {**ASKED, **said})
    assert answer.status_code == 422
    assert told in text_of(answer)


def test_of_another_workspace_nothing_is_told_nor_erased(firm: Firm, client: Client) -> None:
    other = make_firm()
    other.dispute()
    assert "Nothing is recorded" in text_of(client.post(WHERE, ASKED))
    said = {"subject": "customer:acme", "reason": "request", "claims": "2", "typed": "customer:acme"}
    assert client.post(CONFIRM, said).headers["Location"] == WHERE
    assert not Erasure.objects.exists()


def test_only_an_account_admin_is_led_there(firm: Firm, client: Client) -> None:
    assert 'id="to-erasures"' in client.get("/registry/").content.decode()
    others = firm.client(firm.rui)
    assert 'id="to-erasures"' not in others.get("/registry/").content.decode()
    for path in (WHERE, CONFIRM):
        assert others.post(path, ASKED).status_code == 403


def test_what_was_worked_out_from_it_about_others_is_named_before(firm: Firm, client: Client) -> None:
    parent = firm.say("Dana Souza", source="crm")
    field, other, rests = "company.address", "customer:Other", (parent.id,)
    made = firm.say("at Dana's", field=field, subject=other, derived_from=rests)
    firm.say("at Dana's", field=field, subject=other, scope="user:eva", derived_from=rests)
    preview = client.post(WHERE, {**ASKED, "subject": "customer:acme"})
    assert "2 claims about others were worked out from these. They stay" in text_of(preview)
    page = preview.content.decode()
    assert re.findall(r'id="made-([-0-9a-f]+)"', page) == [str(made.pk)]
    assert client.get(f"/facts/{made.pk}/").status_code == 200


def test_an_emptied_message_says_so_and_is_not_sent_again(firm: Firm, admin: Member, client: Client) -> None:
    url = "https://hooks.example.test/"
    desk = webhooks.add(by=admin, name="desk", url=url, events=["fact.changed"], at=clock.now()).webhook
    firm.say("Dana Souza", source="crm")
    sent = webhooks.deliveries(desk)
    sent.update(next_at=None, sent_at=clock.now())
    assert f'id="again-{sent.get().pk}"' in client.get(f"/webhooks/{desk.pk}/").content.decode()
    seen = hidden(client.post(WHERE, ASKED).content.decode())
    client.post(CONFIRM, {**seen, "typed": "customer:acme"})
    page = client.get(f"/webhooks/{desk.pk}/")
    assert "Erased with whom it was about." in text_of(page)
    assert "Show the body" not in text_of(page)
    assert f'id="again-{sent.get().pk}"' not in page.content.decode()
