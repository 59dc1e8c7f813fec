"""Sends a bad input as its actor, through the test client or as bytes on a wire, and holds the answer to the line."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any, cast

from django.db.models import Model, QuerySet

from escalations.models import Case as OpenCase
from ledgers.models import (
    Claim,
    Fact,
    Field,
    Outbox,
    PolicyVersion,
    Scope,
    Slot,
    Source,
    Subject,
    Transaction,
    UnknownField,
)
from memoryhub.accounts.models import Token
from tests.api.bad_browsing import send_form
from tests.api.bad_inputs import Case, placeholders
from tests.api.bad_setups import PLACEHOLDERS, SETUP_NAMES, SETUPS, valid
from tests.api.server import Reply, Server
from tests.api.world import Answer, World

TABLES: list[type[Model]] = [
    *(Claim, Fact, Outbox, Slot, Subject, Transaction, UnknownField, OpenCase),
    *(Field, PolicyVersion, Scope, Source, Token),
]
PATIENCE = 2.0
PROBLEM = {"type", "title", "status", "detail", "instance", "request_id", "errors"}
_MEGABYTES = re.compile(r"(\d+) MB")


def known_to(world: World, case: Case) -> dict[str, str]:
    """What stands for the placeholders, once the setup has made its part of the world."""
    world.actor = case.actor
    made = SETUPS[case.setup](world)
    known: dict[str, str] = {"valid": cast("str", valid())}
    if isinstance(made, Mapping):
        known.update(made)
    for name in placeholders(case) - set(known):
        known[name] = PLACEHOLDERS[name](world)
    return known


def made_by(setup: str) -> set[str]:
    """The placeholders that a setup fills itself."""
    return SETUP_NAMES.get(setup, set())


def is_known(world: World, actor: str) -> bool:
    return actor in world.secrets or actor in world.people or actor == "anonymous"


def missing(world: World, line: Mapping[str, Any]) -> list[str]:
    """What the world's line names and `build` does not make."""
    held: dict[str, QuerySet[Any]] = {  # Any: three kinds of row, each with a key
        "sources": Source.objects.filter(workspace=world.workspace),
        "fields": Field.objects.filter(workspace=world.workspace),
        "scopes": Scope.objects.filter(workspace=world.workspace),
    }
    wanted = {kind: {one["key"] if isinstance(one, dict) else one for one in line.get(kind, [])} for kind in held}
    absent = [
        f"{kind}: {key}"
        for kind, keys in wanted.items()
        for key in keys - set(held[kind].values_list("key", flat=True))
    ]
    return absent + [f"actors: {actor}" for actor in line.get("actors", {}) if not is_known(world, actor)]


def send(world: World, case: Case, known: dict[str, str]) -> Answer:
    """As a program with its token, as a person with a session, or as nobody. Held to the line's time."""
    if case.page and case.said["method"] == "POST":
        return send_form(world, case, known)
    client = world.signed_in(case.actor) if case.actor in world.people else world.client
    headers = {**world.headers(case.actor), **case.headers(known)}
    content_type = headers.pop("Content-Type", None) or ""
    sent = {name: value for name, value in headers.items() if value is not None}
    path = case.path(known)
    if case.said.get("description") == "?access_token=...":
        path += f"?access_token={world.secrets[case.actor]}"
    begun, worked = time.monotonic(), time.process_time()
    answer = client.generic(case.said["method"], path, case.body(known), content_type=content_type, headers=sent)
    world.spent = time.process_time() - worked
    assert time.monotonic() - begun < PATIENCE, case.id
    return cast("Answer", answer)


def check(case: Case, answer: Answer, before: list[int]) -> None:
    status, content = answer.status_code, answer.content
    assert status == case.said["expected_status"], content[:500]
    if status >= 400 or case.said["method"] == "GET":
        assert rows() == before
    if status >= 400 and not case.page:
        _check_problem(case, answer)


def _check_problem(case: Case, answer: Answer) -> None:
    assert answer.headers["Content-Type"] == "application/problem+json"
    found = json.loads(answer.content)
    assert set(found) >= PROBLEM
    assert found["status"] == answer.status_code
    if case.said.get("problem"):
        assert found["type"] == f"/problems/{case.said['problem']}"
    if answer.status_code == 405:
        assert answer.headers["Allow"]
    if answer.status_code == 422:
        assert found["errors"] == [] or all(error["pointer"].startswith("#") for error in found["errors"])


def rows() -> list[int]:
    return [table._default_manager.count() for table in TABLES]


def check_raw(world: World, case: Case, server: Server) -> Reply:
    before = rows()
    begun = time.monotonic()
    reply = server.raw(bytes_of(world, case))
    assert time.monotonic() - begun < PATIENCE, case.id
    assert reply.status == case.said["expected_status"], case.id
    assert rows() == before, case.id
    # What a server refuses before the hub sees it may come as a page.
    if case.said.get("problem"):
        assert json.loads(reply.body)["type"] == f"/problems/{case.said['problem']}", case.id
    return reply


def bytes_of(world: World, case: Case, *, both_framings: bool = False) -> bytes:
    """The request byte by byte: sent chunked, with both lengths, or a header twice, as the case says.

    With both lengths the body is as long as the one says; `both_framings` makes it true to the other too.
    """
    headers = [
        ("Host", "localhost"),
        ("Connection", "close"),
        *world.headers(case.actor).items(),
        *((name, value) for name, value in case.headers({"valid": cast("str", valid())}).items() if value is not None),
    ]
    body = _raw_body(case)
    chunked = any(name == "Transfer-Encoding" for name, _value in headers) or both_framings
    if case.said.get("description") == "raw socket":
        headers += [("Content-Length", str(len(body))), ("Transfer-Encoding", "chunked")]
    elif case.said.get("description") == "raw: Authorization sent twice":
        headers += world.headers(case.actor).items()
    if chunked:
        body = f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
    elif not any(name == "Content-Length" for name, _value in headers):
        headers.append(("Content-Length", str(len(body))))
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"{case.said['method']} {case.path({})} HTTP/1.1\r\n{head}\r\n".encode() + body


def _raw_body(case: Case) -> bytes:
    """What the case says, else a valid claim, or blanks as many as it says."""
    if large := _MEGABYTES.search(str(case.said.get("description", ""))):
        return b" " * (int(large[1]) * 1_000_000)
    if case.said["method"] != "POST":
        return b""
    return case.body({"valid": cast("str", valid())}) or json.dumps(valid()).encode()
