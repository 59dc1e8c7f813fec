"""Figures of bad inputs: the heaviest that a body limit lets in, each refused quickly and without growing the web."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.chaos.stack import Stack
from tests.figures.figure import Figure
from tests.figures.posting import headers

KIB = 1024
SPACE = 63 * KIB
_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")
# Each fills what one claim may weigh.
BODIES = {
    "nested arrays": b"[" * (SPACE // 2) + b"]" * (SPACE // 2),
    "nested objects": b'{"a":' * (SPACE // 6) + b"1" + b"}" * (SPACE // 6),
    "a long number": b'{"value": ' + b"9" * (SPACE - 20) + b"}",
    "a large exponent": b'{"value": 1e' + b"9" * 1_000 + b"}",
    "the same name again and again": b"{" + b'"a":1,' * (SPACE // 6 - 2) + b'"a":1}',
    "many members": b"{" + b",".join(b'"m%d":0' % number for number in range(SPACE // 10)) + b"}",
    "a long text": b'{"subject": "' + b"x" * (SPACE - 20) + b'"}',
    "combining marks": b'{"subject": "a' + "\u0301".encode() * (SPACE // 2 - 20) + b'"}',
    "escaped zeros": b'{"value": "' + b"\\u0000" * (SPACE // 6 - 5) + b'"}',
    "no JSON": b"\xff" * SPACE,
}


def refusing(stack: Stack, *, long: bool) -> Iterator[Figure]:
    """Every heavy body several times; the slowest answer and the most memory."""
    token = next(iter(stack.world.values()))["tokens"]["crm"]
    slowest, name = 0.0, ""
    _ask(stack.port, token, b"{}")
    before = _peak(stack)
    for said, body in list(BODIES.items()) * (5 if long else 2):
        began = time.perf_counter()
        status = _ask(stack.port, token, body)
        assert 400 <= status < 500, (said, status)
        if (seconds := time.perf_counter() - began) > slowest:
            slowest, name = seconds, said
    yield Figure("the slowest bad input", round(slowest * 1000, 1), "ms", 200, note=f"{name}; {len(BODIES)} heavy ones")
    yield Figure(
        "memory a bad input takes", round((_peak(stack) - before) / KIB, 1), "MiB", 50, note="of all web processes"
    )


def _ask(port: int, token: str, body: bytes) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("POST", "/api/v1/claims", body, {"Content-Type": "application/json", **headers(token, "bad")})
    status = line.getresponse().status
    line.close()
    return status


def _peak(stack: Stack) -> int:
    """KiB that the web processes have held at most so far."""
    peak, web = 0, stack.product["web"]
    for pid in (web.pid, *web.below(".")):
        with suppress(OSError):
            found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
            peak += int(found[1]) if found else 0
    return peak
