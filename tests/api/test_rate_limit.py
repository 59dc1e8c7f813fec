"""A token that asks too often waits, others notice nothing, and the count is one for all web processes."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from escalations.models import Case
from ledgers.models import Claim
from ledgers.services import registries
from memoryhub.accounts import rates, secrets
from memoryhub.accounts.models import Token, TokenCount
from tests.api.bad_inputs import FILE, read
from tests.api.server import Server, serving
from tests.api.world import Answer, World, build

pytestmark = pytest.mark.django_db
MOST = 600
MAIL = "a@b.example"


def told(answer: Answer) -> tuple[int, str]:
    return answer.status_code, json.loads(answer.content)["type"]


def limited(world: World, actor: str, most: int | None) -> None:
    Token.objects.filter(agent__key=actor, workspace=world.workspace).update(requests_per_minute=most)


def a_while_passes(world: World, seconds: float) -> None:
    """As if the token's window had begun that much earlier."""
    rates._resting.clear()
    TokenCount.objects.update(began=F("began") - timedelta(seconds=seconds))


def test_the_601st_request_within_a_minute_waits_and_other_tokens_do_not(world: World) -> None:
    """OPS-01, on the limit that a token has when nobody says otherwise."""
    case = next((case for case in read() if case.id == "OPS-01"), None)
    if case is not None:
        assert (case.said["expected_status"], case.said["problem"]) == (429, "rate-limited"), FILE
    for _time in range(MOST):
        assert rates.refused(world.secrets["agent"]) is None
    before = Claim.objects.count()
    answer = world.claim()
    assert told(answer) == (429, "/problems/rate-limited")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert Claim.objects.count() == before
    assert world.claim("agent_2").status_code == 201


def test_after_a_flood_a_token_gets_a_trickle_and_no_burst(world: World) -> None:
    limited(world, "agent", 60)
    key = secrets.digest(world.secrets["agent"])
    let_in = [rates.count(key) for _time in range(100)]
    assert sum(one.let_in for one in let_in if one) == 60
    a_while_passes(world, 90)
    # Half of the window before still lies within the last sixty seconds.
    again = [rates.count(key) for _time in range(100)]
    assert 29 <= sum(one.let_in for one in again if one) <= 31
    last = again[-1]
    assert last is not None
    assert 0 < last.wait <= 2
    a_while_passes(world, 300)
    assert sum(one.let_in for one in [rates.count(key) for _time in range(100)] if one) == 60


def test_a_token_may_have_a_limit_of_its_own_or_none(world: World) -> None:
    limited(world, "agent", 2)
    limited(world, "agent_2", 0)
    assert [world.get("/claims").status_code for _time in range(3)] == [200, 200, 429]
    assert {world.get("/claims", "agent_2").status_code for _time in range(5)} == {200}
    assert not TokenCount.objects.exclude(most=2).exists()


def test_the_limit_is_set_with_the_token(world: World) -> None:
    body = {"name": "import", "agent": "importer", "sources": ["crm-main"], "requests_per_minute": 9_000}
    admin = world.signed_in("admin")
    answer = admin.post("/api/v1/tokens", json.dumps(body), content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert (answer.json()["requests_per_minute"], answer.json()["open_cases"]) == (9_000, None)
    wrong = admin.post("/api/v1/tokens", json.dumps({**body, "open_cases": -1}), content_type="application/json")
    assert wrong.status_code == 422


def test_counting_is_one_statement_and_a_flood_none(world: World) -> None:
    limited(world, "agent", 1)
    with CaptureQueriesContext(connection) as queries:
        assert rates.refused(world.secrets["agent"]) is None
    assert len(queries) == 1
    assert rates.refused(world.secrets["agent"]) is not None
    with CaptureQueriesContext(connection) as queries:
        assert told(world.claim())[0] == 429
    assert len(queries) == 0


def test_a_text_that_is_no_token_is_not_counted(world: World) -> None:
    for secret in ("", "mh_pat_x", "mh_pat_" + "A" * 39, secrets.generate()):
        assert rates.refused(secret) is None
    assert not TokenCount.objects.exists()


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_counted_exactly() -> None:
    """Two web processes, eight connections, one token: as many are let in as may be, to the last one."""
    world = build()
    limited(world, "agent", 40)
    with serving() as one, serving() as two, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: ask(world, (one, two)[number % 2]), range(120)))
    assert Counter(answers) == {200: 40, 429: 80}


def ask(world: World, server: Server) -> int:
    return server.send("GET", "/api/v1/registry/scopes", world.headers("agent")).status


def test_who_fills_the_queue_of_the_owners_waits_until_they_have_decided(world: World) -> None:
    """Only what agents infer is counted: a connector brings what its system holds, however much of it is new."""
    registries.save_source(workspace=world.workspace, by=world.people["admin"], key="chat", tier="agent_inference")
    token = Token.objects.filter(agent__key="agent", workspace=world.workspace)
    token.update(sources=["chat", "crm-main"], open_cases=None)

    def asked(number: int, source: str = "chat", key: str = "") -> Answer:
        return world.claim(subject=f"customer:c{number}", source=source, field="contact.email", value=MAIL, key=key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.TOKEN_OPEN_CASES", 3)
        first = [asked(number, key=f"k{number}") for number in range(3)]
        assert [answer.status_code for answer in first] == [202, 202, 202]
        refused = asked(3)
        assert told(refused) == (429, "/problems/too-many-open-cases")
        assert int(refused.headers["Retry-After"]) > 0
        assert asked(4, source="crm-main").status_code == 202
        assert asked(0, key="k0").headers["Idempotency-Replayed"] == "true"
        assert Case.objects.filter(state=Case.State.OPEN).count() == 3
        token.update(open_cases=0)
        assert asked(5).status_code == 202


def test_the_quota_ends_with_the_cases(world: World) -> None:
    Token.objects.filter(agent__key="agent", workspace=world.workspace).update(open_cases=1)
    # The first value of a sensitive field from a system of record stands; another one waits.
    assert world.claim(field="contact.email", value=MAIL).status_code == 202
    assert world.claim(field="contact.email", value="c@d.example").status_code == 202
    assert told(world.claim(subject="customer:other", field="contact.email", value=MAIL))[0] == 429
    Case.objects.update(state=Case.State.CLOSED, closed_at=F("opened_at"))
    assert world.claim(subject="customer:other", field="contact.email", value=MAIL).status_code == 202
