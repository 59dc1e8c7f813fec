"""Every bad input of the shared file gets its exact answer, within two seconds, and changes nothing.

The file is named by BAD_INPUTS, else lies beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import json
import time
from typing import cast

import pytest
from django.db.models import Model

from escalations.models import Case as OpenCase
from ledgers.models import Claim, Fact, Outbox, Slot, Subject, Transaction, UnknownField
from tests.api.bad_inputs import FILE, Case, read, why_it_waits
from tests.api.bad_setups import SETUPS, THEN, valid
from tests.api.server import serving
from tests.api.world import Answer, World, build

pytestmark = pytest.mark.django_db

TABLES: list[type[Model]] = [Claim, Fact, Outbox, Slot, Subject, Transaction, UnknownField, OpenCase]
PATIENCE = 2.0
# These stop or hold something and have a test of their own below or in test_dependencies_down.py.
APART = {"IDM-05", "IDM-10", "IDM-11"}
CASES = read()
HERE = [case for case in CASES if why_it_waits(case) is None and not case.raw and case.id not in APART]
RAW = [case for case in CASES if why_it_waits(case) is None and case.raw]
WAITING = [case for case in CASES if why_it_waits(case) is not None]


def named(cases: list[Case]) -> list[object]:
    """The cases as parameters; a single skipped one where there is no file."""
    if not cases:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{FILE.name} is not there"), id="absent")]
    return [pytest.param(case, id=case.id) for case in cases]


@pytest.mark.parametrize("case", named(HERE))
def test_a_bad_input_gets_its_answer_and_changes_nothing(world: World, case: Case) -> None:
    known = known_to(world, case)
    SETUPS[case.setup](world)
    before = rows()
    begun = time.monotonic()
    answer = send(world, case, known)
    assert time.monotonic() - begun < PATIENCE
    check(case, answer.status_code, answer.content, before)
    if case.said["expected_status"] == 405:
        assert answer.headers["Allow"]
    if case.id in THEN:
        THEN[case.id](world, answer)


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_bad_bytes_on_the_wire_get_their_answer() -> None:
    if not RAW:
        pytest.skip(f"{FILE.name} is not there")
    world = build()
    with serving() as server:
        for case in RAW:
            before = rows()
            begun = time.monotonic()
            reply = server.raw(bytes_of(world, case))
            assert time.monotonic() - begun < PATIENCE, case.id
            assert reply.status == case.said["expected_status"], case.id
            assert rows() == before, case.id


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_length_beside_a_rightly_chunked_body_is_refused_too() -> None:
    """Granian drops the length (RFC 9112 allows it), so the hub sees a chunked body and refuses it as one."""
    case = next((case for case in RAW if case.id == "SYN-27"), None)
    if case is None:
        pytest.skip(f"{FILE.name} does not hold the case")
    world = build()
    with serving() as server:
        assert server.raw(bytes_of(world, case, both_framings=True)).status == 411


@pytest.mark.parametrize("case", named(WAITING))
def test_cases_that_wait(case: Case) -> None:
    pytest.skip(f"{case.id} waits: {why_it_waits(case)}")


def known_to(world: World, case: Case) -> dict[str, str]:
    known: dict[str, str] = {"valid": cast("str", valid())}
    if "{claim_id}" in json.dumps(case.said):
        known["claim_id"] = json.loads(world.claim().content)["id"]
    return known


def send(world: World, case: Case, known: dict[str, str]) -> Answer:
    actor = case.said["actor"]
    headers = {**world.headers(actor), **case.headers(known)}
    content_type = headers.pop("Content-Type", None) or ""
    sent = {name: value for name, value in headers.items() if value is not None}
    answer = world.client.generic(
        case.said["method"], case.path(known), case.body(known), content_type=content_type, headers=sent
    )
    return cast("Answer", answer)


def check(case: Case, status: int, content: bytes, before: list[int]) -> None:
    assert status == case.said["expected_status"], content[:500]
    if status < 400:
        return
    assert rows() == before
    found = json.loads(content)
    assert {"type", "title", "status", "detail", "instance", "request_id", "errors"} <= set(found)
    assert found["status"] == status
    if case.said.get("problem"):
        assert found["type"] == f"/problems/{case.said['problem']}"
    if status == 422:
        assert found["errors"] == [] or all(error["pointer"].startswith("#") for error in found["errors"])


def rows() -> list[int]:
    return [table._default_manager.count() for table in TABLES]


def bytes_of(world: World, case: Case, *, both_framings: bool = False) -> bytes:
    """A raw request: a valid claim where the case says no body, sent chunked or with both lengths, as it says.

    With both lengths the body is as long as the one says; `both_framings` makes it true to the other too.
    """
    body = json.dumps(valid()).encode()
    chunked = case.id == "SYN-14" or both_framings
    headers = {
        "Host": "localhost",
        "Connection": "close",
        "Content-Type": "application/json",
        "Idempotency-Key": f"raw-{case.id}",
        **world.headers(case.said["actor"]),
    }
    if case.id == "SYN-14":
        body = b" " * 3_000_000
    if case.id == "SYN-27":
        headers["Content-Length"] = str(len(body))
    if case.id in {"SYN-14", "SYN-27"}:
        headers["Transfer-Encoding"] = "chunked"
    if chunked:
        body = f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = f"{case.said['method']} {case.path({})} HTTP/1.1\r\n{head}\r\n".encode()
    return request + (body if case.said["method"] == "POST" else b"")
