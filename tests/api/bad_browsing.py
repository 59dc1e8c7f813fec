"""Sends a page's form as a browser would: signed in, with the token of a form that was on the screen."""

from __future__ import annotations

import re
import time
from typing import cast
from uuid import uuid4

from django.test import Client

from tests.api.bad_cases import case_of, digest
from tests.api.bad_inputs import Case, replaced
from tests.api.world import Answer, World

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
PATIENCE = 2.0


def send_form(world: World, case: Case, known: dict[str, str], **more: str) -> Answer:
    """Post what the line says, or a whole decision where it says nothing; `more` are headers on top."""
    client = browser(world, case.actor)
    data = form(world, case, known)
    if "no CSRF token" not in str(case.said.get("why")):
        data["csrfmiddlewaretoken"] = csrf_token(client)
    begun = time.monotonic()
    answer = client.post(case.path(known), data, headers={**headers(case, known), **more})
    assert time.monotonic() - begun < PATIENCE, case.id
    return cast("Answer", answer)


def browser(world: World, actor: str) -> Client:
    """A browser that checks forms as the real thing does."""
    if actor in world.people:
        return world.signed_in(actor, enforce_csrf=True)
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def csrf_token(client: Client) -> str:
    found = _TOKEN.search(client.get("/sign-in/", follow=True).content.decode())
    assert found, "no page holds a form"
    return found[1]


def headers(case: Case, known: dict[str, str]) -> dict[str, str]:
    said = {"HX-Request": "true"} if case.said.get("description") == "HX-Request: true" else {}
    own = case.said.get("headers", {})
    return said | {name: value for name, value in case.headers(known).items() if name in own and value is not None}


def form(world: World, case: Case, known: dict[str, str]) -> dict[str, str]:
    if "body" in case.said:
        return {name: str(value) for name, value in replaced(case.said["body"], known).items()}
    if not case.said["path"].endswith("/decide"):
        return {}
    shown = {"evidence_digest": digest(world), "version": world.made["version"], "seen_at": ""}
    return {"choice": "keep", "reason": "checked", "decision_key": str(uuid4()), **shown}


def still_open(world: World) -> bool:
    return case_of(world).state == "open"
