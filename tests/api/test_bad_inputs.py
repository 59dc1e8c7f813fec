"""Every bad input of the shared file gets its exact answer, within two seconds, and changes nothing.

The file is named by BAD_INPUTS, else lies beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import json
import os

import pytest
from django.urls import Resolver404, resolve

from tests.api import bad_sending as sending
from tests.api.bad_inputs import DESCRIBED, FILE, WAITING, Case, placeholders, read, waits_as, why_it_waits, world_line
from tests.api.bad_setups import PLACEHOLDERS, SETUPS, THEN
from tests.api.server import serving
from tests.api.world import World, build

pytestmark = pytest.mark.django_db

# These stop or hold something and have a test of their own, which says so, here or in the file named.
APART = {
    "IDM-05": "test_dependencies_down.py",
    "IDM-10": "test_database_down.py",
    "IDM-11": "test_dependencies_down.py",
    "OPS-01": "test_rate_limit.py",
}
CASES = read()
HERE = [case for case in CASES if why_it_waits(case) is None and not case.raw and case.id not in APART]
RAW = [case for case in CASES if why_it_waits(case) is None and case.raw]
WAITS = [case for case in CASES if why_it_waits(case) is not None]


def named(cases: list[Case]) -> list[object]:
    """The cases as parameters; a single skipped one where there is no file."""
    if not cases:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{FILE.name} holds none"), id="absent")]
    return [pytest.param(case, id=case.id) for case in cases]


@pytest.mark.parametrize("case", named(HERE))
def test_a_bad_input_gets_its_answer_and_changes_nothing(world: World, case: Case) -> None:
    refuse_what_nobody_knows(world, case)
    answered(world, case)
    if case.said.get("then") and case.id not in THEN:
        pytest.skip(f"{case.id}: the answer is right; nobody wrote down how to check: {case.said['then']}")


def answered(world: World, case: Case) -> None:
    known = sending.known_to(world, case)
    before = sending.rows()
    try:
        answer = sending.send(world, case, known)
    finally:
        while world.undo:
            world.undo.pop()()
    sending.check(case, answer, before)
    if case.id in THEN:
        THEN[case.id](world, answer)


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_bad_bytes_on_the_wire_get_their_answer() -> None:
    if not RAW:
        pytest.skip(f"{FILE.name} holds none")
    world = build()
    with serving() as server:
        for case in RAW:
            refuse_what_nobody_knows(world, case)
            sending.check_raw(world, case, server)


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_length_beside_a_rightly_chunked_body_is_refused_too() -> None:
    """Granian drops the length (RFC 9112 allows it), so the hub sees a chunked body and refuses it as one."""
    case = next((case for case in RAW if case.id == "SYN-27"), None)
    if case is None:
        pytest.skip(f"{FILE.name} does not hold the case")
    world = build()
    with serving() as server:
        assert server.raw(sending.bytes_of(world, case, both_framings=True)).status == 411


@pytest.mark.parametrize("case", named(WAITS))
def test_a_line_that_waits_does_so_for_something_that_is_not_there(world: World, case: Case) -> None:
    """A line whose address exists by now, or that would pass, has to be taken out of WAITING."""
    entry = waits_as(case)
    assert entry is not None
    if entry.startswith("/"):
        assert not is_served(case), f"{entry} exists by now: take its lines out of WAITING"
    else:
        with pytest.raises((AssertionError, KeyError)):
            answered(world, case)
    pytest.skip(f"{case.id} waits for: {why_it_waits(case)}")


def is_served(case: Case) -> bool:
    path = case.path(dict.fromkeys(placeholders(case), "0192f5c8-6f0e-4c1e-9d1a-3b1f0a7c2d55"))
    try:
        return resolve(path.partition("?")[0]).url_name != "api-nothing"
    except Resolver404:
        return False


def test_nothing_waits_that_no_line_names() -> None:
    if not CASES or "BAD_INPUTS" in os.environ:
        pytest.skip("only for the file beside the checkout")
    assert {waits_as(case) for case in WAITS} == set(WAITING)


def test_the_world_of_the_file_is_the_one_that_is_built(world: World) -> None:
    """What the world's line names is there: sources, fields and scopes by key, actors by name."""
    line = world_line()
    if not line:
        pytest.skip(f"{FILE.name} describes no world")
    missing = sending.missing(world, line)
    assert not missing, f"tests/api/world.py does not build: {', '.join(missing)}"


def refuse_what_nobody_knows(world: World, case: Case) -> None:
    """A line that asks for more than the harness can do fails and says what that is."""
    assert case.setup in SETUPS, f"{case.id}: the harness does not know the setup: {case.setup!r}"
    described = case.said.get("description", "")
    assert not described or described in DESCRIBED, f"{case.id}: the harness cannot do: {described!r}"
    assert sending.is_known(world, case.actor), f"{case.id}: the harness does not know the actor {case.actor!r}"
    strange = placeholders(case) - set(PLACEHOLDERS) - sending.made_by(case.setup)
    assert not strange, f"{case.id}: nothing stands for {json.dumps(sorted(strange))}"
