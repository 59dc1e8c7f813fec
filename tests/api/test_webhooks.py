"""Addresses that are told of events, over REST: made, tried, given another secret, stopped, and looked at."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from escalations.telling import EVENTS
from memoryhub.hooks.models import Delivery, Webhook
from tests.api.world import JSON, Answer, World

pytestmark = pytest.mark.django_db

URL = "https://hooks.example.test/in"


def said(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.content)
    return found


def post(world: World, path: str, body: object) -> Answer:
    client = world.signed_in("admin")
    return cast("Answer", client.post(f"/api/v1{path}", json.dumps(body), content_type=JSON))


def get(world: World, path: str) -> Answer:
    return cast("Answer", world.signed_in("admin").get(f"/api/v1{path}"))


def add(world: World, **body: object) -> dict[str, Any]:
    answer = post(world, "/webhooks", {"url": URL, **body})
    assert answer.status_code == 201, answer.content
    return said(answer)


def test_the_secret_is_in_the_first_answer_and_in_no_other(world: World) -> None:
    made = add(world)
    assert made["secret"].startswith("whsec_")
    assert (made["name"], made["events"]) == ("hooks.example.test", sorted(EVENTS))
    assert add(world)["name"] == "hooks.example.test 2"
    listed = get(world, "/webhooks")
    assert len(said(listed)["items"]) == 2
    assert b"whsec_" not in listed.content
    rotated = said(post(world, f"/webhooks/{made['id']}/rotate", {}))
    assert rotated["secret"].startswith("whsec_")
    assert rotated["secret"] != made["secret"]


def test_of_an_address_of_slack_the_path_is_not_told_again(world: World) -> None:
    assert add(world)["format"] == "standard"
    made = add(world, url="https://hooks.slack.com/services/T0/B0/key", format="slack")
    assert (made["format"], made["url"]) == ("slack", "https://hooks.slack.com/…")
    assert b"B0/key" not in get(world, "/webhooks").content
    assert Webhook.objects.get(pk=made["id"]).url.endswith("/B0/key")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "http://hooks.example.test/"}, "url-not-allowed"),
        ({"url": "https://10.0.0.7/"}, "url-not-allowed"),
        ({"url": "https://[::1]/"}, "url-not-allowed"),
        ({"url": "https://a:b@hooks.example.test/"}, "url-not-allowed"),
        ({"url": "https://hooks.example.test:22/"}, "url-not-allowed"),
        ({"url": "no address"}, "url-not-allowed"),
        ({"url": "https://hooks.example.test/\u0000"}, "control-characters"),
        ({"url": 7}, "wrong-type"),
        ({"url": URL, "events": ["case.exploded"]}, "not-a-choice"),
        ({"url": URL, "events": []}, "too-short"),
        ({"url": URL, "format": "carrier-pigeon"}, "not-a-choice"),
        ({"url": URL, "secret": "mine"}, "unknown-member"),
        ({}, "required"),
    ],
)
def test_what_may_not_be_told_is_refused(world: World, body: dict[str, Any], code: str) -> None:
    answer = post(world, "/webhooks", body)
    assert answer.status_code == 422, answer.content
    assert code in {said(answer)["type"].rpartition("/")[2], *(error["code"] for error in said(answer)["errors"])}
    assert not Webhook.objects.exists()


def test_two_of_one_name_are_refused(world: World) -> None:
    add(world, name="desk")
    answer = post(world, "/webhooks", {"url": URL, "name": "desk"})
    assert (answer.status_code, said(answer)["type"]) == (422, "/problems/name-taken")


def test_a_test_is_kept_and_listed_until_it_is_stopped(world: World) -> None:
    made = add(world)
    sent = post(world, f"/webhooks/{made['id']}/test", {})
    assert (sent.status_code, said(sent)["state"], said(sent)["event"]) == (202, "waiting", "test")
    post(world, f"/webhooks/{made['id']}/test", {})
    first = said(get(world, f"/webhooks/{made['id']}/deliveries?limit=1"))
    second = said(get(world, f"/webhooks/{made['id']}/deliveries?limit=1&cursor={first['next']}"))
    assert {first["items"][0]["id"], second["items"][0]["id"]} == {str(row.id) for row in Delivery.objects.all()}
    assert second["next"] is None
    stopped = said(post(world, f"/webhooks/{made['id']}/stop", {}))
    assert stopped["stopped_because"] == "by_hand"
    assert said(post(world, f"/webhooks/{made['id']}/stop", {}))["stopped_at"] == stopped["stopped_at"]
    refused = post(world, f"/webhooks/{made['id']}/test", {})
    assert (refused.status_code, said(refused)["type"]) == (409, "/problems/webhook-stopped")
    assert {row.state for row in Delivery.objects.all()} == {"stopped"}


def test_agents_and_owners_make_none(world: World) -> None:
    assert world.post("/webhooks", {"url": URL}).status_code == 403
    assert world.signed_in("owner").get("/api/v1/webhooks").status_code == 403
