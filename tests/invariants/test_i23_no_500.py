"""I23: no input makes the hub answer 500, and every refusal has one shape.

The bad inputs of the shared file are `tests/api/test_bad_inputs.py`. Here requests are made up from the OpenAPI file
and sent to a real server: some of them right, most of them wrong, by a program, by a person and by nobody. `make prove`
sends thousands. What fails all the same is told as a problem, and tells nothing else.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import seed as seeded
from hypothesis import settings as how
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from memoryhub.accounts.models import Token
from tests.api.bad_faults import SECRET, break_reading
from tests.api.server import Server, serving
from tests.api.world import World, build

MEMBERS = {"type", "title", "status", "detail", "instance", "request_id", "errors"}
CASES = 5_000 if os.environ.get("PROVE") else 300
SEED = int(os.environ.get("SEED", "23"))
PAGE = "/api/v1/docs"


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_requests_made_up_from_the_contract_never_meet_a_500() -> None:
    world = build()
    Token.objects.update(requests_per_minute=0, open_cases=0)
    seen: Counter[int] = Counter()
    with serving() as server:
        contract = without_security(json.loads(server.send("GET", "/api/v1/openapi.json", {}).body))
        operations = [
            cast("Any", found).ok() for found in schemathesis.openapi.from_dict(contract).get_all_operations()
        ]
        known = cycle(callers(world))
        for number, operation in enumerate(operations):
            # An operation with little to vary sends less than its share; those after it make up for it.
            share = (CASES - seen.total()) // (len(operations) - number) + 1
            send_many(operation, share, server, known, seen)
    assert seen.total() >= CASES
    assert {200, 400, 401, 404, 422} <= set(seen), seen
    print(f"seed {SEED}: {seen.total()} requests, {dict(sorted(seen.items()))}")  # noqa: T201 - what a long run did


def without_security(contract: dict[str, Any]) -> dict[str, Any]:  # Any: JSON
    """The callers bring what identifies them; made-up tokens would hide everything behind a 401."""
    for item in contract["paths"].values():
        for operation in item.values():
            operation.pop("security", None)
    return contract


def send_many(operation: Any, most: int, server: Server, known: Iterator[dict[str, str]], seen: Counter[int]) -> None:  # noqa: ANN401 - the package's own type
    @seeded(SEED)
    @how(
        max_examples=most,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:  # noqa: ANN401 - as above
        headers = {**next(known), "Connection": "close"}
        answer = case.call(base_url=f"http://127.0.0.1:{server.port}", headers=headers)
        seen[answer.status_code] += 1
        check(case, answer)

    send()


def check(case: Any, answer: Any) -> None:  # noqa: ANN401 - the package's own types
    assert answer.status_code < 500 or answer.status_code == 503, (case.as_curl_command(), answer.text[:500])
    if answer.status_code >= 400 and case.path != PAGE:
        assert answer.headers["content-type"] == ["application/problem+json"], case.as_curl_command()
        assert set(answer.json()) >= MEMBERS
        assert answer.json()["status"] == answer.status_code
    case.validate_response(answer, checks=[status_code_conformance, response_schema_conformance])


def callers(world: World) -> list[dict[str, str]]:
    """A program, an admin signed in, and nobody."""
    client = world.signed_in("admin")
    client.get("/queue/")
    session, csrf = client.cookies["session"].value, client.cookies.get("csrf")
    token = csrf.value if csrf is not None else "a" * 32
    person = {"Cookie": f"session={session}; csrf={token}", "X-CSRFToken": token}
    return [world.headers("agent"), person, world.headers("agent"), person, {}]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/claims", "/facts", "/cases", "/policies", "/registry/fields"])
def test_what_nobody_foresaw_is_told_as_a_problem_and_tells_nothing_else(world: World, path: str) -> None:
    """OPS-06: the last-resort handler answers, with an id that finds the fault in the log."""
    mend: Callable[[], None] = break_reading()
    try:
        answer = world.get(path)
    finally:
        mend()
    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "application/problem+json")
    found = json.loads(answer.content)
    assert set(found) >= MEMBERS
    assert found["type"] == "/problems/internal-error"
    assert found["request_id"] == answer.headers["X-Request-ID"]
    assert not [word for word in ("Traceback", "SELECT", SECRET, "Unforeseen") if word in answer.content.decode()]


@pytest.fixture
def world(db: None) -> World:
    return build()
