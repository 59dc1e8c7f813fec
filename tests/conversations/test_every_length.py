"""A conversation of every length up to 200, through the API: each message is in exactly one layer of its context."""

from __future__ import annotations

import json

import pytest
from pytest_django.fixtures import Settings

from memoryhub.conversations.layers import BATCH, WINDOW
from tests.conversations import test_endpoint
from tests.conversations.talking import Talk, Told, place, talk, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
LENGTH = 200
SUMMED = "They talk about stones."
model = test_endpoint.model


def test_summed_up_offline() -> None:
    told = _grown(talk(place()))
    assert told["summary"]["offline"]


def test_summed_up_by_a_language_model(model: test_endpoint.Model, settings: Settings) -> None:
    # Nothing here is about how long it takes.
    settings.CHAT_SECONDS = 30.0
    given: list[str] = []

    def answer(asked: Told) -> tuple[int, dict[str, str], bytes]:
        system, said = (message["content"] for message in asked["messages"])
        told: Told = {"remembered": []}
        if "summary" in system:
            given.extend(json.loads(said)["messages"])
            told = {"lines": [{"text": SUMMED, "domain": ""}]}
        return 200, {}, json.dumps({"choices": [{"message": {"content": json.dumps(told)}}]}).encode()

    model.answer = answer
    told = _grown(talk(place()))
    assert told["summary"] == {"until": 180, "text": SUMMED, "offline": False}
    # What was summed up is what left the other layers, each message once.
    assert given == [f"{_role(number)}: {_text(number)}" for number in range(1, 181)]


def _grown(said: Talk) -> Told:
    """Say one message after the other and look at the context after each; the last one."""
    told: Told = {}
    for last in range(1, LENGTH + 1):
        said.say(_text(last), role=_role(last))
        work(said.place)
        told = said.context(query="stones")
        waiting, window = ([(one["number"], one["text"]) for one in told[layer]] for layer in ("waiting", "window"))
        summed = [(number, _text(number)) for number in range(1, told["summary"]["until"] + 1)]
        assert [*summed, *waiting, *window] == [(number, _text(number)) for number in range(1, last + 1)]
        assert (len(window), len(waiting) < BATCH) == (min(last, WINDOW), True)
    return told


def _role(number: int) -> str:
    return "user" if number % 2 else "character"


def _text(number: int) -> str:
    return f"The stone with the number {number} is grey."
