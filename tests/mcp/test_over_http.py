"""Who is let in over HTTP: a token with every request, under a name of this server, from no page of somebody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.client.scripted import Say, scripted
from tests.mcp.talking import serving

pytestmark = pytest.mark.processes

TOKEN = "mh_pat_" + "q" * 43
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
GOOD = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Mcp-Protocol-Version": "2025-06-18",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mcp")


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with serving("http://127.0.0.1:9", home, "--allow-host", "tools.example.org", LOG_LEVEL="DEBUG") as url:
        yield url


def post(address: str, **headers: str) -> httpx.Response:
    sent = {name: value for name, value in {**GOOD, **headers}.items() if value}
    return httpx.post(address, json=LIST, headers=sent, trust_env=False)


def test_a_token_opens_the_door(address: str) -> None:
    answer = post(address)
    assert answer.status_code == 200, answer.text
    assert {tool["name"] for tool in answer.json()["result"]["tools"]} == {"remember", "recall", "why", "disputes"}
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Basic bWhfcGF0Xzo=", "Bearer eyJhbGciOiJub25lIn0.e30.", f"mh_pat {TOKEN}"]
)
def test_nobody_gets_in_without(address: str, sent: str) -> None:
    answer = post(address, Authorization=sent)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert "tools" not in answer.json()


def test_two_tokens_are_none(address: str) -> None:
    headers = [*GOOD.items(), ("Authorization", "Bearer mh_pat_other")]
    assert httpx.post(address, json=LIST, headers=headers, trust_env=False).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example.org", "127.0.0.1.evil.example.org:80", "tools.example.org.evil.example"]
)
@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_name_that_is_not_ours_is_turned_away(address: str, host: str, version: str) -> None:
    assert post(address, Host=host, **{"Mcp-Protocol-Version": version}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["https://evil.example.org", "null", "http://tools.example.org", "https://127.0.0.1"]
)
@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_page_of_somebody_else_is_turned_away(address: str, origin: str, version: str) -> None:
    assert post(address, Origin=origin, **{"Mcp-Protocol-Version": version}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "tools.example.org"},
        {"Host": "tools.example.org:8443"},
        {"Host": "localhost:1"},
        {"Origin": "https://tools.example.org"},
        {"Origin": "http://localhost:3000"},
    ],
)
def test_names_of_ours_are_answered(address: str, headers: dict[str, str]) -> None:
    assert post(address, **headers).status_code == 200


def test_a_body_beyond_measure_is_not_read(address: str) -> None:
    answer = httpx.post(address, content=b" " * 300_000, headers={**GOOD, "Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize("value", ["NaN", "1e999", '{"a": [-Infinity]}'])
def test_what_is_no_json_is_named(address: str, value: str) -> None:
    said = {"subject": "a", "field": "f", "scope": "s", "source": "x", "value": "HERE"}
    call = {**LIST, "method": "tools/call", "params": {"name": "remember", "arguments": said}}
    body = json.dumps(call).replace('"HERE"', value)
    answer = httpx.post(address, content=body, headers={**GOOD, "Content-Type": "application/json"}, trust_env=False)
    found = answer.json()["result"]
    assert found["isError"] is True
    assert "`value`: Value error, NaN and Infinity are no JSON." in found["content"][0]["text"]


def test_it_listens_on_this_machine_alone_and_logs_no_token(address: str, home: Path) -> None:
    call = {**LIST, "method": "tools/call", "params": {"name": "why", "arguments": {"subject": "customer:acme"}}}
    answer = httpx.post(address, json=call, headers=GOOD, trust_env=False, timeout=30)
    assert answer.json()["result"]["isError"] is True
    assert "127.0.0.1" in address
    log = (home / "mcp.log").read_text(encoding="utf-8")
    assert "why refused" in log
    assert TOKEN not in log
    assert "customer:acme" not in log


@pytest.mark.long
def test_the_hub_hears_by_which_way_a_call_came(home: Path) -> None:
    """A token bound to addresses is bound to those of agents; which proxies are believed, the hub knows."""
    nobody = Say(200, {"items": [], "next": None})
    with scripted(nobody) as hub, serving(hub.url, home, log=home / "other.log") as url:
        call = {
            **LIST,
            "method": "tools/call",
            "params": {"name": "disputes", "arguments": {"subject": "customer:acme"}},
        }
        for way in ({}, {"X-Forwarded-For": "10.1.2.3"}):
            assert httpx.post(url, json=call, headers={**GOOD, **way}, trust_env=False, timeout=30).status_code == 200
    assert [got.headers["authorization"] for got in hub.got] == [f"Bearer {TOKEN}"] * 4
    assert [got.headers["x-forwarded-for"] for got in hub.got] == ["127.0.0.1"] * 2 + ["10.1.2.3, 127.0.0.1"] * 2
