"""The program outside: what it does when the server is busy, refuses, or has hung up meanwhile."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from memoryhub.learning.door import Door, Refused


class Hub(BaseHTTPRequestHandler):
    """Answers what the test has laid down, in turn; an answer `None` hangs up without one."""

    protocol_version = "HTTP/1.1"
    answers: list[tuple[int, dict[str, str], object] | None] = []
    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        answer = self.answers.pop(0)
        if answer is None:
            self.close_connection = True
            return
        status, headers, body = answer
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(text))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_args: object) -> None:
        """Tests stay quiet."""


@pytest.fixture
def door() -> Iterator[Door]:
    Hub.answers, Hub.asked = [], []
    with HTTPServer(("127.0.0.1", 0), Hub) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with closing(Door(f"http://127.0.0.1:{server.server_port}", "mh_pat_x")) as one:
            yield one
        server.shutdown()
        thread.join()


def test_a_connection_the_server_closed_is_opened_again(door: Door) -> None:
    Hub.answers += [None, (200, {}, {"id": "1"})]
    assert door.get("/claims/1") == {"id": "1"}
    assert Hub.asked == ["/api/v1/claims/1"] * 2


def test_a_busy_hub_is_asked_again_after_the_time_it_names(door: Door) -> None:
    Hub.answers += [(503, {"Retry-After": "0.01"}, {}), (200, {"Idempotency-Replayed": "true"}, {"id": "1"})]
    assert door.get("/claims/1") == {"id": "1"}
    assert door.replayed


def test_a_refusal_is_raised_with_what_the_hub_said(door: Door) -> None:
    Hub.answers += [(422, {}, {"type": "/problems/invalid-value"})]
    with pytest.raises(Refused, match="/problems/invalid-value"):
        door.get("/claims/1")


def test_pages_follow_the_cursor(door: Door) -> None:
    Hub.answers += [(200, {}, {"items": [{"n": 1}], "next": "c"}), (200, {}, {"items": [{"n": 2}], "next": None})]
    assert [item["n"] for item in door.pages("/facts", scope="s")] == [1, 2]
    assert Hub.asked[1].endswith("cursor=c")
