"""Bells as files: never read half written."""

from __future__ import annotations

import threading
from pathlib import Path
from queue import Empty
from typing import cast

import pytest
from kombu import Connection

from memoryhub.celery import app
from memoryhub.hooks import bells

BELLS = 200


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    options = {name: str(tmp_path / "queue") for name in ("data_folder_in", "data_folder_out")}
    options |= {"control_folder": str(tmp_path / "control"), "processed_folder": str(tmp_path / "done")}
    for folder in set(options.values()):
        Path(folder).mkdir()
    return Connection("filesystem://localhost", transport_options={**options, "store_processed": True})


def test_the_application_uses_this_transport() -> None:
    assert app.connection_for_write().transport_cls == "filesystem"
    assert Connection("filesystem://localhost").get_transport_cls() is bells.Transport


def test_a_bell_that_is_being_written_is_not_seen(connection: Connection, tmp_path: Path) -> None:
    channel = cast("bells.Channel", connection.channel())
    channel._put("celery", {"bell": 1})
    [bell] = (tmp_path / "queue").iterdir()
    bell.rename(f"{bell}.part")
    with pytest.raises(Empty):
        channel._get("celery")
    Path(f"{bell}.part").rename(bell)
    assert channel._get("celery") == {"bell": 1}


def test_a_reader_beside_a_writer_reads_whole_bells(connection: Connection) -> None:
    writer, reader = (cast("bells.Channel", connection.channel()) for _side in range(2))

    def write() -> None:
        for number in range(BELLS):
            writer._put("celery", {"bell": number, "long": "x" * 20_000})

    thread = threading.Thread(target=write)
    thread.start()
    read: set[int] = set()
    over = False
    while not over:
        last_look = not thread.is_alive()
        try:
            read.add(reader._get("celery")["bell"])
        except Empty:
            over = last_look
    assert read == set(range(BELLS))
