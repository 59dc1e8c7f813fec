"""Standard output carries the protocol and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories import ROOT

pytestmark = pytest.mark.processes

HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ASK = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "why", "arguments": {"subject": "customer:acme"}},
}  # fmt: skip
TOKEN = "mh_pat_" + "q" * 43


def start(*options: str, home: Path, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "manage.py"), "mcp", "--hub", "http://127.0.0.1:9", *options]
    known = {"MEMORYHUB_HOME": str(home), **environment}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=known, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_every_line_is_a_message_even_where_the_logs_say_all(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    with start("--token-file", str(file), home=tmp_path, LOG_LEVEL="DEBUG") as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write("not JSON\n" + "".join(json.dumps(said) + "\n" for said in (HELLO, READY, ASK)))
        server.stdin.flush()
        lines: list[str] = []
        while not lines or json.loads(lines[-1]).get("id") != ASK["id"]:
            lines.append(server.stdout.readline())
        # It ends when its input does.
        rest, logged = server.communicate(timeout=30)
    messages = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    answers = {message["id"]: message["result"] for message in messages if message.get("id")}
    assert answers[1]["serverInfo"]["name"] == "memory-hub"
    assert answers[2]["isError"] is True
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    assert "why refused" in logged
    assert TOKEN not in "".join(lines) + rest + logged
    assert "Traceback" not in "".join(lines) + rest
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("options", "environment", "said"),
    [
        ([], {}, "MEMORYHUB_TOKEN"),
        ([], {"MEMORYHUB_TOKEN": "a-password"}, "There is no token"),
        (["--token-file", "/nowhere/at/all"], {}, "cannot be read"),
        (["--hub", "hub.example.org"], {"MEMORYHUB_TOKEN": TOKEN}, "begins with http"),
    ],
    ids=["none", "another", "no-file", "no-address"],
)
def test_it_says_at_once_what_it_misses(
    tmp_path: Path, options: list[str], environment: dict[str, str], said: str
) -> None:
    with start(*options, home=tmp_path, **environment) as server:
        printed, logged = server.communicate(timeout=60)
    assert server.returncode == 1
    assert printed == ""
    assert said in logged
    assert "a-password" not in logged
