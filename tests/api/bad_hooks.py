"""A registered address that leads inside, by its name or by a redirect: nothing follows it there."""

from __future__ import annotations

import datetime as dt
import json
import socket
from unittest.mock import patch

from django.test import override_settings

from memoryhub.accounts import walls
from memoryhub.hooks import outgoing, posting, sending
from memoryhub.hooks.models import Delivery, Webhook
from tests.api.world import Answer, World
from tests.hooks.receiver import Receiver, receiving

# What a resolver says of a public name that leads inside.
INSIDE = [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("127.0.0.1", 443))]


def not_followed(world: World, answer: Answer) -> None:
    said = json.loads(answer.content)
    webhook = Webhook._base_manager.get(id=said["id"])
    assert said["secret"].startswith("whsec_")
    assert webhook.url == "https://hooks.example.test/r"
    with walls.inside(world.workspace):
        outgoing.announce(workspace_id=world.workspace.id, event="case.opened", data={})
    now = dt.datetime.now(dt.UTC)
    with patch("socket.getaddrinfo", return_value=INSIDE):
        assert sending.send_next(world.workspace.id, webhook.id, now) == posting.Answer(error="not_allowed")
    opened = override_settings(
        WEBHOOK_ALLOW_INSECURE=True, WEBHOOK_PORTS=["*"], WEBHOOK_ALLOWED_NETWORKS=["127.0.0.1/32"]
    )
    with opened, receiving() as inside, receiving(Receiver(answers=[inside.url])) as turning:
        Webhook._base_manager.filter(id=webhook.id).update(url=turning.url)
        later = now + dt.timedelta(minutes=1)
        assert sending.send_next(world.workspace.id, webhook.id, later) == posting.Answer(status=302)
    assert (len(turning.got), len(inside.got)) == (1, 0)
    assert Delivery._base_manager.get().state == "retrying"
