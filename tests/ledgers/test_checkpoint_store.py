"""Checkpoints in an object store: each put once, none lost while the store is away, and what they show is found."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from ledgers import sealer, store_keeper
from ledgers.models import Chain
from ledgers.services import checkpoint_store, checkpoints, object_store
from ledgers.services.object_store import StoreFailed
from ledgers.verify import outside
from memoryhub.accounts.models import Member, Role
from tests.cases.world import World
from tests.factories import make_member, sign_in
from tests.invariants.saying import Said, say, seal_all, world
from tests.ledgers.s3 import BUCKET, SECRET, Server, environment, serving
from tests.local.processes import until

FOLDER = "hub/one"
ADDRESS = f"s3://{BUCKET}/{FOLDER}"


@dataclass
class Kept:
    """A world whose checkpoints go to a file and to a store."""

    place: World
    server: Server
    file: Path

    def checkpoint(self, many: int = 1) -> None:
        """Something new, sealed, and a checkpoint of it in the file, so many times."""
        for _ in range(many):
            say(self.place, Said(value=f"plan {time.monotonic_ns()}"))
            seal_all()
            assert checkpoints.write_due(everything=True) == 1

    @property
    def lines(self) -> list[bytes]:
        return self.file.read_bytes().splitlines(keepends=True)

    @property
    def stored(self) -> list[bytes]:
        return list(self.server.objects().values())

    def path(self, place: int) -> Path:
        return self.server.folder / sorted(self.server.objects())[place]


@pytest.fixture
def kept(transactional_db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    settings.CHECKPOINTS = str(tmp_path / "outside" / "checkpoints.jsonl")
    settings.CHECKPOINT_KEY_FILE = str(tmp_path / "outside" / "signing.pem")
    settings.CHECKPOINT_STORE = ADDRESS
    with serving(tmp_path / "s3") as server:
        reach(monkeypatch, server.port)
        yield Kept(world(), server, Path(settings.CHECKPOINTS))


def reach(monkeypatch: pytest.MonkeyPatch, port: int, secret: str = SECRET) -> None:
    for name, value in environment(port, secret).items():
        monkeypatch.setenv(name, value)


def one_pass() -> None:
    """What the thread of a worker does once."""
    try:
        store_keeper.keep_up()
    finally:
        connection.close()


def verified(**options: str) -> tuple[int, str]:
    """The exit code of the command, and all that it said."""
    said = StringIO()
    try:
        call_command("verify_log", stdout=said, stderr=said, **options)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue()
    return 0, said.getvalue()


def late() -> float | None:
    """What /metrics says of the oldest checkpoint that is not in the store."""
    found = Client(SERVER_NAME="localhost").get("/metrics").content.decode()
    lines = [line for line in found.splitlines() if line.startswith("memoryhub_checkpoint_store_age_seconds ")]
    return float(lines[0].split()[1]) if lines else None


def test_each_checkpoint_becomes_an_object_with_the_bytes_of_its_line(kept: Kept) -> None:
    kept.checkpoint(3)
    assert checkpoint_store.put_waiting() == 3
    assert kept.stored == kept.lines
    seals = [json.loads(line)["seal"] for line in kept.lines]
    names = [f"{FOLDER}/{kept.place.workspace.id}/{seal:020d}.json" for seal in seals]
    assert list(kept.server.objects()) == names
    for options in ({}, {"store": ADDRESS}, {"store": ADDRESS, "workspace": kept.place.workspace.key}):
        code, words = verified(**options)
        assert code == 0
        assert "good; 3 rows under 3 seals, 0 not sealed yet, 3 checkpoints; " in words


def test_nothing_is_put_twice(kept: Kept) -> None:
    kept.checkpoint(2)
    checkpoint_store.put_waiting()
    times = [kept.path(place).stat().st_mtime_ns for place in range(2)]
    assert checkpoint_store.put_waiting() == 0
    # A worker that was killed between putting and noting it finds its own object.
    Chain.objects.update(stored_number=0)
    assert checkpoint_store.put_waiting() == 2
    assert [kept.path(place).stat().st_mtime_ns for place in range(2)] == times


def test_an_outage_loses_nothing_and_is_seen(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    kept.checkpoint()
    assert store_keeper.keep_up() == store_keeper.PAUSE
    assert late() == 0
    kept.server.stop()
    kept.checkpoint(3)
    assert len(kept.lines) == 4
    assert store_keeper.keep_up() == store_keeper.AFTER_FAILURE
    assert f"{ADDRESS}: nobody answers there" in caplog.text
    assert SECRET not in caplog.text
    time.sleep(0.05)
    assert (late() or 0) > 0.04
    kept.server.start()
    order: list[str] = []
    right = object_store.Store.keep

    def noted(store: object_store.Store, name: str, body: bytes) -> bool:
        order.append(name)
        return right(store, name, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(object_store.Store, "keep", noted)
        assert store_keeper.keep_up() == store_keeper.PAUSE
    assert kept.stored == kept.lines
    assert len(order) == 3
    assert order == sorted(order)
    assert late() == 0


def test_several_workers_put_each_checkpoint_once(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    kept.checkpoint(4)

    workers = [threading.Thread(target=one_pass) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    # This server answers 500 where two make the same object at the same moment; the next pass makes up for it.
    store_keeper.keep_up()
    assert kept.stored == kept.lines
    assert late() == 0
    assert "another checkpoint" not in caplog.text


def test_an_object_that_is_there_with_other_bytes_stays_and_is_told(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    kept.checkpoint()
    checkpoint_store.put_waiting()
    kept.server.alter(0, b"somebody else's")
    Chain.objects.update(stored_number=0)
    kept.checkpoint()
    assert checkpoint_store.put_waiting() == 2
    assert kept.stored == [b"somebody else's", kept.lines[1]]
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(told) == 1
    assert "holds another checkpoint" in told[0].getMessage()


def test_an_altered_object_is_found(kept: Kept) -> None:
    kept.checkpoint(3)
    checkpoint_store.put_waiting()
    whole = kept.stored[1]
    said = json.loads(whole)
    for body in (json.dumps({**said, "rows": said["rows"] + 1}).encode(), b"{", kept.lines[2]):
        kept.server.alter(1, body)
        code, words = verified(store=ADDRESS)
        assert code == 1, body
        assert "This checkpoint was not signed by the key of this hub." in words
        assert f"{said['seal']:020d}.json" in words
    kept.server.alter(1, whole)
    assert verified(store=ADDRESS)[0] == 0


def test_a_line_of_the_file_that_was_altered_is_found(kept: Kept) -> None:
    kept.checkpoint(2)
    checkpoint_store.put_waiting()
    for last in (kept.lines[1].replace(b'"rows":', b'"rows":1'), b"{}\n"):
        kept.file.write_bytes(kept.lines[0] + last)
        assert verified()[0] == 1, last
    assert verified(store=ADDRESS)[0] == 0


def test_a_file_cut_off_is_found_through_the_store(kept: Kept) -> None:
    kept.checkpoint(3)
    checkpoint_store.put_waiting()
    kept.file.write_bytes(b"".join(kept.lines[:2]))
    code, words = verified()
    assert code == 1
    assert "The file of checkpoints ends before this one" in words
    # The log is whole, as the store shows; and the file alone shows nothing.
    assert verified(store=ADDRESS)[0] == verified(checkpoints=str(kept.file))[0] == 0


def test_a_log_cut_off_with_its_file_is_found_through_the_store(kept: Kept) -> None:
    kept.checkpoint(3)
    checkpoint_store.put_waiting()
    kept.file.write_bytes(b"".join(kept.lines[:2]))
    seal = json.loads(kept.stored[2])["seal"]
    last = json.loads(kept.lines[-1])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        cursor.execute(
            "DELETE FROM ledgers_transaction t USING ledgers_seal s WHERE s.number > %s AND t.workspace_id = "
            "s.workspace_id AND (t.xid, t.id) >= (s.first_xid, s.first_id)",
            [last["seal"]],
        )
        cursor.execute("DELETE FROM ledgers_seal WHERE number > %s", [last["seal"]])
    assert verified(checkpoints=str(kept.file))[0] == 0
    code, words = verified(store=ADDRESS)
    assert code == 1
    assert f"seal {seal}" in words
    assert "its end was cut off" in words


def asked(kept: Kept) -> tuple[int, Any]:  # JSON
    """What an auditor is answered who asks whether anybody rewrote the log."""
    auditor = Member.objects.filter(workspace=kept.place.workspace, key="auditor").first()
    auditor = auditor or make_member(kept.place.workspace, "auditor", Role.AUDITOR)
    client = Client(SERVER_NAME="localhost")
    assert auditor.user is not None
    sign_in(client, auditor.user)
    answer = client.get("/api/v1/log/verify")
    return answer.status_code, answer.json()


def test_over_rest_the_store_is_read_too(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.checkpoint(3)
    checkpoint_store.put_waiting()
    # As on a machine that serves requests alone: the file is elsewhere.
    kept.file.rename(kept.file.with_name("elsewhere"))
    status, said = asked(kept)
    assert (status, said["good"], said["checkpoints"]) == (200, True, 3)
    monkeypatch.setattr(outside, "NEWEST", 2)
    assert asked(kept)[1]["checkpoints"] == 2
    kept.server.alter(2, kept.stored[2].replace(b'"rows":', b'"rows":1'))
    status, said = asked(kept)
    assert (status, said["good"], said["findings"][0]["wrong"]) == (200, False, "checkpoint_forged")


def test_over_rest_a_store_that_does_not_answer_leaves_nothing_called_good(kept: Kept) -> None:
    kept.checkpoint()
    kept.server.stop()
    status, said = asked(kept)
    assert (status, said["type"]) == (503, "/problems/checkpoints-unavailable")


def test_a_long_log_is_compared_from_a_seal_on(kept: Kept) -> None:
    kept.checkpoint(4)
    checkpoint_store.put_waiting()
    seals = [json.loads(line)["seal"] for line in kept.lines]
    found = outside.everywhere(kept.place.workspace.id, since=seals[2])
    known = found.by_workspace[str(kept.place.workspace.id)]
    assert sorted(one.seal for one in known) == sorted(seals[2:] * 2)


def test_a_checkpoint_signed_anew_is_found_through_the_store(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds database, file and key writes both anew; the store still holds what was."""
    kept.checkpoint()
    checkpoint_store.put_waiting()
    [right] = kept.stored
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE ledgers_chain SET root = sha256(root), written_number = 0, stored_number = 0")
        cursor.execute("DELETE FROM ledgers_checkpoint")
    kept.file.unlink()
    assert checkpoints.write_due(everything=True) == 1
    checkpoint_store.put_waiting()
    assert kept.lines != [right]
    assert kept.stored == [right]
    code, words = verified()
    assert code == 1
    assert "it was written anew" in words


def test_wrong_credentials_are_told_without_the_secret(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept.checkpoint()
    reach(monkeypatch, kept.server.port, "another-secret")
    assert store_keeper.keep_up() == store_keeper.AFTER_FAILURE
    assert f"{ADDRESS}: it answered 403 SignatureDoesNotMatch" in caplog.text
    with pytest.raises(
        CommandError, match=r"it answered 403 SignatureDoesNotMatch\. Nothing was checked\. Look at the"
    ):
        verified(store=ADDRESS)
    assert "another-secret" not in caplog.text
    assert not kept.stored
    reach(monkeypatch, kept.server.port)
    store_keeper.keep_up()
    assert kept.stored == kept.lines


def test_a_bucket_that_is_not_there_is_told(kept: Kept, settings: Settings) -> None:
    kept.checkpoint()
    settings.CHECKPOINT_STORE = "s3://nothing-here/hub"
    with pytest.raises(StoreFailed, match="s3://nothing-here/hub: it answered 404 NoSuchBucket"):
        checkpoint_store.put_waiting()
    with pytest.raises(CommandError, match="s3://nothing-here/hub: it answered 404 NoSuchBucket"):
        verified()


def test_a_store_that_hangs_holds_up_neither_sealing_nor_the_file(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept.checkpoint()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        reach(monkeypatch, silent.getsockname()[1])
        monkeypatch.setenv("AWS_TIMEOUT", "600s")
        keeper = threading.Thread(target=one_pass)
        keeper.start()
        caller, _address = silent.accept()
        with caller:
            say(kept.place, Said(value="while it hangs"))
            until(lambda: sealer.seal() or None, "the seal", 60)
            assert checkpoints.write_due(everything=True) == 1
            assert len(kept.lines) == 2
            assert keeper.is_alive()
        keeper.join()
    assert f"no checkpoint could be put, and none is lost: {ADDRESS}: " in caplog.text


def test_a_store_that_hangs_is_left_in_time(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept.checkpoint()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        reach(monkeypatch, silent.getsockname()[1])
        monkeypatch.setenv("AWS_TIMEOUT", "1s")
        assert store_keeper.keep_up() == store_keeper.AFTER_FAILURE
    assert f"{ADDRESS}: it did not answer in time" in caplog.text


def test_the_figure_is_left_out_where_there_is_no_store(kept: Kept, settings: Settings) -> None:
    kept.checkpoint()
    settings.CHECKPOINT_STORE = ""
    assert late() is None
    assert store_keeper.start() is None
