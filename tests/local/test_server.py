"""The one database server of a home: who starts it, who stops it, and what may lie in its way."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryhub.local.errors import DatabaseFailed, DiskFull, OtherVersion
from memoryhub.local.places import SOCKET_LIMIT, Home
from memoryhub.local.server import Server
from tests.local.processes import Holder, below, connected, gone, postmaster, until

pytestmark = pytest.mark.processes


def _joined(home: Path, said: list[str] | None = None) -> Server:
    place = Home(home)
    place.make()
    server = Server(place, (said if said is not None else []).append, durable=False)
    server.join()
    return server


def test_four_first_starts_at_once_make_one_server(home: Path) -> None:
    holders = [Holder(home) for _ in range(4)]
    for holder in holders:
        holder.joined()
    server = postmaster(home)
    running = [pid for holder in holders for pid, line in below(holder.process.pid).items() if "/postgres -D " in line]
    assert running == [server]
    for holder in holders[:3]:
        holder.leave()
        with connected(home) as database:
            assert database.execute("select 1").fetchone() == (1,)
    holders[3].leave()
    gone(server)


def test_a_killed_holder_counts_no_more(home: Path) -> None:
    first, second = Holder(home).joined(), Holder(home).joined()
    server = postmaster(home)
    first.end(signal.SIGKILL)
    with connected(home) as database:
        assert database.execute("select 1").fetchone() == (1,)
    second.end(signal.SIGKILL)
    gone(server)


def test_the_process_number_of_a_dead_server_may_be_anyones(home: Path) -> None:
    holder = Holder(home).joined()
    server = postmaster(home)
    keeper = int((home / "run" / "keeper.pid").read_text())
    for pid in (holder.process.pid, keeper, server):
        os.kill(pid, signal.SIGKILL)
    holder.wait()
    gone(keeper, server)
    written = home / "postgres" / "postmaster.pid"
    written.write_text(written.read_text().replace(str(server), str(os.getpid()), 1))
    _joined(home).leave()


def test_data_of_another_major_version_is_left_as_it_is(home: Path) -> None:
    _joined(home).leave()
    version = home / "postgres" / "PG_VERSION"
    version.write_text("15\n")
    before = sorted((path, path.stat().st_mtime_ns) for path in (home / "postgres").rglob("*"))
    with pytest.raises(OtherVersion, match="PostgreSQL 15"):
        _joined(home)
    assert sorted((path, path.stat().st_mtime_ns) for path in (home / "postgres").rglob("*")) == before


def test_a_home_whose_path_is_too_long_for_a_socket(home: Path) -> None:
    deep = home / ("long" * 20) / ("path" * 20)
    assert len(str(deep)) > SOCKET_LIMIT
    server = _joined(deep)
    link = Home(deep).short_link
    with connected(deep) as database:
        assert database.execute("select 1").fetchone() == (1,)
    server.leave()
    assert not link.is_symlink()


def test_an_interrupted_first_start_is_begun_again(home: Path) -> None:
    (home / "postgres.new" / "base").mkdir(parents=True)
    _joined(home).leave()
    assert not (home / "postgres.new").exists()


def test_a_server_that_cannot_start_shows_its_reason(home: Path) -> None:
    _joined(home).leave()
    with (home / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("shared_buffers = 'a lot'\n")
    with pytest.raises(DatabaseFailed, match="shared_buffers"):
        _joined(home)


def test_recovery_after_a_crash_is_waited_for(home: Path) -> None:
    """No time limit: the server is stopped as if its recovery were long, and let go on once that has been said."""
    holder = Holder(home).joined()
    keeper = int((home / "run" / "keeper.pid").read_text())
    server = postmaster(home)
    with connected(home) as database:
        database.execute("create table many as select generate_series(1, 1000) as number")
    os.kill(keeper, signal.SIGSTOP)
    os.kill(server, signal.SIGKILL)
    gone(server)
    waiting = Holder(home)
    waiting.wait_for("Waiting for the database.* so far")
    os.kill(keeper, signal.SIGCONT)
    waiting.joined()
    with connected(home) as database:
        assert database.execute("select count(*) from many").fetchone() == (1000,)
    holder.leave()
    waiting.leave()


def test_a_hub_that_waits_on_a_keeper_that_ends_starts_its_own(home: Path) -> None:
    holder = Holder(home).joined()
    keeper, server = int((home / "run" / "keeper.pid").read_text()), postmaster(home)
    os.kill(keeper, signal.SIGSTOP)
    os.kill(server, signal.SIGKILL)
    gone(server)
    waiting = Holder(home)
    waiting.wait_for("Waiting for the database.* so far")
    os.kill(keeper, signal.SIGKILL)
    waiting.joined()
    assert postmaster(home) != server
    holder.leave()
    waiting.leave()


def test_a_server_that_dies_as_soon_as_it_is_ready_is_started_again(home: Path) -> None:
    """Before its keeper had a chance to see it ready."""
    holder = Holder(home).joined()
    keeper = int((home / "run" / "keeper.pid").read_text())
    holder.leave()
    gone(keeper)
    log = (home / "log" / "postgres.log").stat().st_size
    again = Holder(home)
    until(lambda: b"starting PostgreSQL" in (home / "log" / "postgres.log").read_bytes()[log:], "a new server")
    keeper = int((home / "run" / "keeper.pid").read_text())
    os.kill(keeper, signal.SIGSTOP)
    again.joined()
    server = postmaster(home)
    os.kill(server, signal.SIGKILL)
    gone(server)
    os.kill(keeper, signal.SIGCONT)
    until(lambda: Home(home).data.joinpath("postmaster.pid").exists() and postmaster(home) != server, "another server")
    Holder(home).joined().leave()
    again.leave()


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """A disk that a new cluster does not fit on; only root may make one."""
    home.parent.chmod(0o711)
    disk = home.parent / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if made.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_said_and_no_half_is_left(small_disk: Path) -> None:
    with pytest.raises(DiskFull, match="is full"):
        _joined(small_disk / "home")
    assert not (small_disk / "home" / "postgres").exists()
    assert not (small_disk / "home" / "postgres.new").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to step down")
def test_root_steps_down_and_loosens_nothing(home: Path) -> None:
    before = stat.S_IMODE(home.parent.stat().st_mode)
    assert before == 0o700
    server = _joined(home)
    owner = Path(f"/proc/{postmaster(home)}").stat()
    assert owner.st_uid != 0
    assert stat.S_IMODE(home.parent.stat().st_mode) == before
    assert stat.S_IMODE((home / "postgres").stat().st_mode) == 0o700
    server.leave()


def test_nobody_else_reaches_the_socket(home: Path) -> None:
    server = _joined(home)
    with connected(home) as database:
        assert database.execute("show listen_addresses").fetchone() == ("",)
    assert stat.S_IMODE((home / "postgres").stat().st_mode) == 0o700
    server.leave()
    until(lambda: not (home / "postgres" / ".s.PGSQL.5432").exists(), "the socket to go")
