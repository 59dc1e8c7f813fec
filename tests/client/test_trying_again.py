"""What is sent again, with which key and after how long; and what never is."""

from __future__ import annotations

import itertools

import pytest

from memoryhub.client import Conflict, HubError, Invalid, NotAllowed, TooMany, Unavailable
from tests.client.both import Asker
from tests.client.scripted import Drop, Say, Silence, Step, problem, scripted

TOKEN = "mh_pat_abc"
SAID = ("customer:acme", "contact.primary", "client:acme", "Lee", "crm")
TAKEN = Say(201, {"id": "c-1", "state": "received", "outcome": None})


def remember(by: Asker, url: str, **options: object) -> object:
    return by(url, TOKEN, lambda hub: hub.remember(*SAID), **options)


@pytest.mark.parametrize(
    "refusal",
    [
        problem(503, "temporarily-unavailable"),
        problem(429, "rate-limited"),
        Say(502, "<html>Bad gateway</html>", {"Content-Type": "text/html"}),
        Drop(),
        problem(409, "request-in-progress"),
    ],
    ids=["503", "429", "gateway", "dropped", "first-still-runs"],
)
def test_the_same_request_goes_out_again_with_the_same_key(by: Asker, refusal: Step) -> None:
    with scripted(refusal, refusal, TAKEN) as server:
        said = remember(by, server.url)
    assert getattr(said, "id", None) == "c-1"
    assert len(server.got) == 3
    assert len(set(server.keys)) == 1
    assert server.keys[0]
    assert len({got.body for got in server.got}) == 1


def test_silence_is_not_waited_for_longer_than_was_said(by: Asker) -> None:
    with scripted(Silence(1.0), TAKEN) as server:
        remember(by, server.url, timeout=0.3)
    assert len(server.got) == 2
    assert server.got[1].at - server.got[0].at < 0.9


def test_the_hub_says_when_to_come_back(by: Asker) -> None:
    with scripted(problem(429, "rate-limited", **{"Retry-After": "1"}), TAKEN) as server:
        remember(by, server.url)
    assert 1.0 <= server.got[1].at - server.got[0].at < 1.6


def test_pauses_grow(by: Asker) -> None:
    with scripted(*[problem(503, "temporarily-unavailable")] * 4, TAKEN) as server:
        remember(by, server.url)
    at = [got.at for got in server.got]
    pauses = [later - earlier for earlier, later in itertools.pairwise(at)]
    # Between half of it and all of it: 0.25, 0.5, 1 and 2 seconds, and what the machine takes.
    assert all(pause >= 0.125 * 2**number for number, pause in enumerate(pauses))
    assert pauses[3] > pauses[0]


@pytest.mark.parametrize(
    ("refusal", "error"),
    [
        (problem(400, "malformed-json"), Invalid),
        (problem(401, "unauthenticated"), NotAllowed),
        (problem(403, "scope-not-allowed"), NotAllowed),
        (problem(409, "evidence-changed"), Conflict),
        (problem(422, "idempotency-key-reused"), Invalid),
        (problem(500, "internal-error"), HubError),
        (Say(200, "<html>Sign in to this network</html>"), Unavailable),
        (Say(200, '{"id": "c-1", "sta'), Unavailable),
        (Say(200, {"state": "received"}), Unavailable),
        (Say(200, ["no", "object"]), Unavailable),
        (Say(302, "", {"Location": "http://127.0.0.1:9/"}), HubError),
        (problem(429, "too-many-open-cases", **{"Retry-After": "600"}), TooMany),
    ],
    ids=lambda said: getattr(said, "__name__", None),
)
def test_what_would_be_answered_the_same_is_sent_once(by: Asker, refusal: Step, error: type[HubError]) -> None:
    with scripted(refusal) as server, pytest.raises(error) as raised:
        remember(by, server.url)
    assert len(server.got) == 1
    assert type(raised.value) is error
    assert TOKEN not in f"{raised.value} {raised.value!r} {vars(raised.value)}"


def test_whoever_gives_up_says_why(by: Asker) -> None:
    with (
        scripted(problem(503, "temporarily-unavailable", **{"Retry-After": "0"})) as server,
        pytest.raises(Unavailable) as away,
    ):
        remember(by, server.url, retries=2)
    assert len(server.got) == 3
    assert (away.value.status, away.value.code, away.value.request_id) == (503, "temporarily-unavailable", "r-1")
    with pytest.raises(Unavailable) as nobody:
        remember(by, server.url, retries=0)
    assert nobody.value.status is None


def test_what_a_later_hub_adds_is_left_out(by: Asker) -> None:
    outcome = {"action": "append", "status": "accepted", "rule": "empty", "policy_version": 3, "weather": ["rain"]}
    more = Say(201, {"id": "c-1", "state": "settled", "mood": "good", "outcome": outcome})
    with scripted(more) as server:
        said = by(server.url, TOKEN, lambda hub: hub.remember(*SAID))
    assert (said.state, said.outcome.rule, said.outcome.trace) == ("settled", "empty", ())


@pytest.mark.parametrize(
    "url", ["", "hub.example.org", "ftp://hub.example.org", "http://", "http://h:port", "https:hub"]
)
def test_an_address_that_is_none_is_refused_at_once(by: Asker, url: str) -> None:
    with pytest.raises(ValueError, match="http"):
        remember(by, url)


@pytest.mark.parametrize("token", ["", "mh_pat_ä", "mh_pat_a\r\nX-Other: 1"])
def test_a_token_that_is_none_is_refused_at_once(by: Asker, token: str) -> None:
    with pytest.raises(ValueError, match="no token"):
        by("http://127.0.0.1:9", token, lambda hub: hub.fact("f"))
