"""What lines for a terminal send: a shell reads them as for anyone, and a curl of ours tells what it was given."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from http import HTTPStatus
from itertools import pairwise
from typing import Any

from django.test import Client

# Each word of a call ends in a NUL, and each call in an empty word.
CURL = 'curl() { printf "%s\\0" "$@" ""; }'


@dataclass(frozen=True)
class Sent:
    method: str
    address: str
    headers: dict[str, str]
    body: dict[str, Any]  # Any: as JSON has it

    @property
    def token(self) -> str:
        return self.headers["Authorization"].removeprefix("Bearer ")

    def post(self) -> dict[str, Any]:  # Any: as JSON has it
        """The answer, after the claim is settled."""
        more = {name: value for name, value in self.headers.items() if name != "Content-Type"}
        answer = Client().post(
            "/api/v1/claims",
            json.dumps(self.body),
            content_type=self.headers["Content-Type"],
            headers={**more, "Prefer": "wait=5"},
        )
        assert answer.status_code in {HTTPStatus.CREATED, HTTPStatus.ACCEPTED}, answer.status_code
        found: dict[str, Any] = answer.json()
        return found


def sends(*lines: str) -> list[Sent]:
    typed = "\n".join([CURL, *lines])
    told = subprocess.run(["bash", "-c", typed], check=True, capture_output=True, text=True, env={}).stdout
    return [_call(call.split("\0")) for call in told.split("\0\0") if call]


def _call(words: list[str]) -> Sent:
    method, address = words[words.index("-X") + 1 : words.index("-X") + 3]
    headers = dict(word.split(": ", 1) for option, word in pairwise(words) if option == "-H")
    return Sent(method, address, headers, json.loads(words[words.index("-d") + 1]))
