"""Addresses that are told of events, and what was sent to each, on pages."""

from __future__ import annotations

import datetime as dt
import json
import re
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.text import capfirst

from escalations import evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.evidence_requests import ask
from escalations.plain_words import EVENTS
from escalations.registry import webhook_views
from ledgers.models import RegistryChange
from memoryhub.accounts.models import Workspace
from memoryhub.hooks import outgoing, sending, signing
from memoryhub.hooks.models import Delivery, Webhook
from tests.hooks.conftest import loopback, receiver
from tests.hooks.receiver import Receiver
from tests.screens.world import Firm, make_firm

__all__ = ["loopback", "receiver"]  # fixtures
pytestmark = pytest.mark.django_db


@pytest.fixture
def firm() -> Firm:
    return make_firm()


@pytest.fixture
def client(firm: Firm) -> Client:
    return firm.client(firm.rui)


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def add(client: Client, url: str = "https://hooks.example.test/in", **more: object) -> str:
    page = client.post("/webhooks/", {"url": url, "form": "standard", "events": ["case.opened"], **more})
    assert page.status_code == 201
    found = re.search(r'value="(whsec_[^"]+)"', page.content.decode())
    assert found is not None
    return found[1]


def test_the_secret_is_shown_once(client: Client, firm: Firm) -> None:
    secret = add(client)
    webhook = Webhook.objects.get()
    assert webhook.name == "hooks.example.test"
    for path in ("/webhooks/", f"/webhooks/{webhook.pk}/"):
        assert secret not in client.get(path).content.decode()
    noted = RegistryChange.objects.get(kind="webhook")
    assert (noted.member, noted.after["url"]) == (firm.rui, webhook.url)
    assert secret not in str(noted.after)


def test_what_is_wrong_is_said_and_what_was_typed_stays(client: Client) -> None:
    page = client.post(
        "/webhooks/", {"url": "https://10.0.0.7/in", "form": "slack", "name": "inside", "events": ["fact.changed"]}
    )
    assert page.status_code == 422
    body = page.content.decode()
    assert "lies inside a network" in body
    assert 'value="inside"' in body
    assert 'value="slack" selected' in body
    assert len(re.findall(r'name="events"[^>]*checked', body)) == 1
    assert not Webhook.objects.exists()
    add(client, name="desk")
    page = client.post(
        "/webhooks/",
        {"url": "https://hooks.example.test/", "form": "standard", "name": "desk", "events": ["case.opened"]},
    )
    assert "Another address has this name" in page.content.decode()


def test_a_channel_of_slack_is_told_in_words_without_values_and_led_to_the_case(
    client: Client, firm: Firm, receiver: Receiver
) -> None:
    add(client, receiver.url, form="slack", events=["case.opened", "case.decided"])
    webhook = Webhook.objects.get()
    case = firm.dispute()
    assert sending.send_next(webhook.workspace_id, webhook.pk, now()) is not None
    [got] = receiver.got
    said = json.loads(got.body)
    assert said["text"].startswith("A case was opened · ACME (customer) · Main contact · client:acme · Due on ")
    assert said["blocks"][0]["text"]["text"].endswith(f"<{settings.PUBLIC_URL}/cases/{case.pk}/|Open the case>")
    for value in ("Dana", "Lee", "chat:77"):
        assert value not in got.body
    for page in (client.get("/webhooks/"), client.get(f"/webhooks/{webhook.pk}/")):
        assert "Slack" in page.content.decode()
        assert "/in?from=hub" not in page.content.decode()
    assert "/in" not in str(RegistryChange.objects.get(kind="webhook").after)


@pytest.mark.parametrize("event", [*EVENTS])
def test_every_event_has_its_words_and_one_way_to_go(client: Client, firm: Firm, event: str) -> None:
    add(client, form="slack", events=[event])
    Workspace.objects.filter(pk=firm.workspace.pk).update(language="pt-br")
    firm.workspace.refresh_from_db()
    case = firm.dispute()
    ask(member=firm.ana, case_id=case.pk, missing=["document"], due_at=now() + dt.timedelta(hours=1), version=1)
    case.refresh_from_db()
    seen = Choice("accept", case.version, evidence.digest(case), uuid4(), reason="seen")
    decide(member=firm.ana, case_id=case.pk, choice=seen)
    address = firm.say("Rua A 1", source="crm", field="company.address")
    firm.say("Rua B 2", source="crm", field="company.address", kind="correct", corrects=address.pk)
    said = json.loads(Delivery.objects.filter(event=event).latest("id").body)["blocks"][0]["text"]["text"]
    with translation.override("pt-br"):
        assert said.startswith(f"*{capfirst(str(EVENTS[event]))}*")
    field = "Endereço" if event.startswith("fact.") else "Contato principal"
    assert f"ACME (cliente) · {field}" in said
    assert said.count("|") == said.count("<") == 1


def test_a_test_is_sent_and_its_fate_shown(client: Client, receiver: Receiver) -> None:
    add(client, receiver.url)
    webhook = Webhook.objects.get()
    where = f"/webhooks/{webhook.pk}/"
    receiver.answers = [503, 204]
    assert "A test is on its way" in client.post(f"{where}do/", {"what": "test"}, follow=True).content.decode()
    assert "waits to be sent" in client.get(where).content.decode()
    sending.send_next(webhook.workspace_id, webhook.pk, now())
    page = client.get(where).content.decode()
    assert "will be tried again" in page
    assert "answered 503" in page
    sending.send_next(webhook.workspace_id, webhook.pk, now() + dt.timedelta(minutes=1))
    assert "taken:" in client.get(where).content.decode()
    sent = Delivery.objects.get()
    client.post(f"{where}again/", {"delivery": str(sent.pk)})
    assert Delivery.objects.get().state == "waiting"


def test_stopped_it_is_told_nothing_and_started_again_it_is(client: Client) -> None:
    add(client)
    webhook = Webhook.objects.get()
    where = f"/webhooks/{webhook.pk}/do/"
    assert "Stopped by hand" in client.post(where, {"what": "stop"}, follow=True).content.decode()
    assert "Start it before" in client.post(where, {"what": "test"}, follow=True).content.decode()
    assert not Delivery.objects.exists()
    client.post(where, {"what": "start"})
    assert Webhook.objects.get().stopped_at is None
    assert [row.after for row in RegistryChange.objects.filter(kind="webhook").order_by("at")][1:] == [
        {"state": "stopped"},
        {"state": "told"},
    ]


def test_another_secret_is_shown_once_too(client: Client) -> None:
    first = add(client)
    page = client.post(f"/webhooks/{Webhook.objects.get().pk}/do/", {"what": "rotate"})
    found = re.search(r'value="(whsec_[^"]+)"', page.content.decode())
    assert found is not None
    assert found[1] != first
    assert "24 hours" in page.content.decode()


def test_a_secret_of_another_key_gives_way_to_a_new_one(client: Client) -> None:
    add(client)
    Webhook.objects.update(secret=b"sealed with a key that is gone")
    page = client.post(f"/webhooks/{Webhook.objects.get().pk}/do/", {"what": "rotate"})
    found = re.search(r'value="(whsec_[^"]+)"', page.content.decode())
    assert found is not None
    assert signing.unseal(Webhook.objects.get().secret) == signing.Secrets(found[1])


def test_a_body_is_shown_as_text_page_by_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_views, "PAGE", 2)
    add(client)
    webhook = Webhook.objects.get()
    for _one in range(3):
        outgoing.announce(workspace_id=webhook.workspace_id, event="case.opened", data={"subject": "<b>x</b>"})
    first = client.get(f"/webhooks/{webhook.pk}/").content.decode()
    assert "&lt;b&gt;" in first
    assert "<b>x" not in first
    onward = re.search(r'id="page-next"[^>]*href="([^"]+)"', first)
    assert onward is not None
    assert client.get(onward[1]).content.decode().count('<tr id="delivery-') == 1


def test_only_admins_of_the_same_workspace_see_it(firm: Firm, client: Client) -> None:
    add(client)
    where = f"/webhooks/{Webhook.objects.get().pk}/"
    assert firm.client(firm.ana).get(where).status_code == 403
    other = make_firm()
    assert other.client(other.rui).get(where).status_code == 404
