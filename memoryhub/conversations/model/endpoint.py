"""The endpoint of a language model: one question, one JSON object. Whatever else comes back is no use."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
from django.conf import settings

from memoryhub.recall.embedding.bounded import Answer, Bounds, post

# A longer answer than this is not read.
LONGEST_ANSWER = 200_000
# Where a crowded endpoint does not say when to come back.
PAUSE_SECONDS = 30.0
LONGEST_PAUSE = 600.0
# For so long one that did not answer is not asked again.
REST_SECONDS = 30.0


class NoUse(Exception):
    """No answer in time, or one that cannot be used; the words say why and quote nothing of it."""


@dataclass(slots=True)
class Endpoint:
    """Where to ask, as whom, and for how long. While it said that it is crowded, or did not answer a
    moment ago, it is not asked again."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    seconds: float = 20.0
    _closed_until: float = field(default=0.0, init=False)

    def ask(self, system: str, said: str) -> dict[str, Any]:  # Any: JSON
        """The object that the model answered. Raises NoUse."""
        if time.monotonic() < self._closed_until:
            raise NoUse("the endpoint asked for a pause")
        try:
            answer = self._answer(self._question(system, said))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            # One message after the other would wait as long for nothing.
            self._closed_until = time.monotonic() + REST_SECONDS
            raise NoUse(type(error).__name__) from error
        if answer.status == httpx.codes.TOO_MANY_REQUESTS:
            self._closed_until = time.monotonic() + _pause(answer.headers.get("Retry-After", ""))
        if answer.status != httpx.codes.OK:
            raise NoUse(f"status {answer.status}")
        return _object(answer.content)

    def _answer(self, question: dict[str, Any]) -> Answer:  # Any: JSON
        told = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        with httpx.Client(headers=told, timeout=self.seconds) as client:
            address = f"{self.url.rstrip('/')}/chat/completions"
            return post(client, address, question, Bounds(self.seconds, LONGEST_ANSWER))

    def _question(self, system: str, said: str) -> dict[str, Any]:  # Any: JSON
        return {
            "model": self.model,
            "temperature": 0,
            "response_format": {"type": "json_object"},
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": said}],
        }


def endpoint() -> Endpoint | None:
    """None where the settings name none: what serves without a model serves."""
    if not settings.CHAT_URL:
        return None
    return _made(settings.CHAT_URL, settings.CHAT_MODEL, settings.CHAT_KEY, settings.CHAT_SECONDS)


@cache
def _made(url: str, model: str, key: str, seconds: float) -> Endpoint:
    return Endpoint(url, model, key, seconds)


def _pause(told: str) -> float:
    seconds = float(told) if told.isascii() and told.isdigit() else PAUSE_SECONDS
    return min(seconds, LONGEST_PAUSE)


def _object(content: bytes) -> dict[str, Any]:  # Any: JSON
    try:
        found = json.loads(json.loads(content)["choices"][0]["message"]["content"])
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise NoUse("the answer is not JSON of the agreed shape") from error
    if not isinstance(found, dict):
        raise NoUse("the answer is no object")
    return found
