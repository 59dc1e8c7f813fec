"""`manage.py up` from outside: it gets ready, survives the death of any part, and leaves nothing in the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import stat
import urllib.request
from pathlib import Path

import pytest

from tests.local.processes import Hub, alive, below, connected, gone, until

pytestmark = pytest.mark.processes

WEB, WORKER, BEAT, KEEPER = "-m granian", "celery .* worker", "celery .* beat", "local.keeper"


def _status(url: str, path: str) -> int:
    try:
        with urllib.request.urlopen(url + path, timeout=5) as answer:  # noqa: S310 (our own address)
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def _answers(url: str) -> None:
    until(lambda: _status(url, "/healthz") == _status(url, "/readyz") == 200, "both health answers")


def test_either_signal_stops_everything_and_the_data_stays(used_home: Path) -> None:
    hub = Hub(used_home)
    _answers(hub.ready()["url"])
    for part in (WEB, WORKER, BEAT, KEEPER):
        hub.child(part)
    with connected(used_home) as database:
        database.execute("create table kept as select 1 as one")
    running = below(hub.process.pid)
    assert hub.end(signal.SIGTERM) == 0, hub.said
    gone(*running)

    again = Hub(used_home)
    _answers(again.ready()["url"])
    with connected(used_home) as database:
        assert database.execute("select one from kept").fetchone() == (1,)
    running = below(again.process.pid)
    assert again.end(signal.SIGINT) == 0, again.said
    gone(*running)


def test_a_second_start_is_short_and_says_one_line_for_programs(used: Path, running: Hub) -> None:
    """Five seconds on two cores, counted in processor time of all its processes: the wall clock of a busy machine
    measures the neighbours."""
    assert running.took <= 8
    lines = [line for line in running.said.splitlines() if line.startswith("ready ")]
    assert len(lines) == 1
    said = json.loads(lines[0].removeprefix("ready "))
    assert set(said) == {"url", "workspace", "logins", "tokens"}
    assert {"owner", "admin", "approver", "auditor"} <= set(said["logins"])
    assert {"email", "password"} == set(said["logins"]["owner"])
    assert said["tokens"]["admin"].startswith("mh_pat_")
    key = running.home.secret_key
    assert key.read_text() == (used / key.name).read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.parametrize(("name", "part"), [("web", WEB), ("worker", WORKER), ("beat", BEAT)])
def test_a_killed_part_is_started_again_and_said(running: Hub, name: str, part: str) -> None:
    first = running.child(part)
    under = below(first)
    os.kill(first, signal.SIGKILL)
    gone(first, *under)  # a worker that outlived its server would keep the port
    running.wait_for(f"The {name} process was ended by SIGKILL; starting it again")
    until(lambda: running.child(part) != first, "another one")
    _answers(running.ready()["url"])


def test_kill_9_of_the_database_loses_nothing_acknowledged(running: Hub) -> None:
    with connected(running.home.root) as database:
        database.execute("create table kept as select 1 as one")
    first = running.postmaster
    os.kill(first, signal.SIGKILL)
    gone(first)
    until(lambda: running.postmaster != first, "another server")
    _answers(running.ready()["url"])
    with connected(running.home.root) as database:
        assert database.execute("select one from kept").fetchone() == (1,)


def test_kill_9_of_the_keeper_brings_another_with_another_server(running: Hub) -> None:
    server, keeper = running.postmaster, running.child(KEEPER)
    os.kill(keeper, signal.SIGKILL)
    gone(keeper, server)
    _answers(running.ready()["url"])
    assert running.postmaster != server


def test_kill_9_of_the_hub_and_then_of_all_at_once_blocks_nothing(used_home: Path) -> None:
    """The rest goes along, and the port is free for the next at once."""
    hub = Hub(used_home)
    url = hub.ready()["url"]
    running = below(hub.process.pid)
    assert len(running) >= 5, running
    hub.end(signal.SIGKILL)
    again = Hub(used_home, port=int(url.rpartition(":")[2]))  # at once: the old ones may still be going
    _answers(again.ready()["url"])
    gone(*running)

    running = below(again.process.pid)
    for pid in (again.process.pid, *running):
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    again.wait()
    last = Hub(used_home, port=int(url.rpartition(":")[2]))
    _answers(last.ready()["url"])
    assert last.end() == 0


def test_hubs_that_start_together_share_one_server(used_home: Path) -> None:
    hubs = [Hub(used_home), Hub(used_home)]
    urls = [hub.ready()["url"] for hub in hubs]
    for url in urls:
        _answers(url)
    servers = [pid for hub in hubs for pid, line in below(hub.process.pid).items() if "/postgres -D " in line]
    assert len(servers) == 1
    first = next(hub for hub in hubs if servers[0] in below(hub.process.pid))
    second = next(hub for hub in hubs if hub is not first)
    assert first.end() == 0  # the one that had started the server
    _answers(second.ready()["url"])
    assert alive(servers[0])
    assert second.end() == 0
    gone(*servers)


def test_a_taken_port_is_said_and_nothing_is_started(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        hub = Hub(home, port=port)
        assert hub.wait() == 3
    assert f"Port {port} on 127.0.0.1" in hub.said
    assert f"--port {port + 1}" in hub.said
    assert not home.exists()


def test_another_database_by_url_starts_none_here(running: Hub, tmp_path: Path) -> None:
    shutil.copytree(running.home.static, tmp_path / "home" / "static")  # only to save collecting them again
    from_url = Hub(tmp_path / "home", DATABASE_URL=running.home.database_url)
    _answers(from_url.ready()["url"])
    assert not from_url.home.data.exists()
    assert not any("keeper" in line for line in below(from_url.process.pid).values())
    assert from_url.end() == 0


def test_an_unreachable_database_by_url_is_said(home: Path) -> None:
    hub = Hub(home, DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert hub.wait() == 9
    assert "DATABASE_URL cannot be used" in hub.said
