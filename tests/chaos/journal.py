"""What clients were told, on disk before they go on: an answer that is not written down was not given."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Line = dict[str, Any]  # as JSON has it
Found = list[str]  # what a check finds wrong, in words; empty when all is well


class Journal:
    """One line per answer, each on disk (fsync) before `write` returns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("ab")
        self._lock = threading.Lock()

    def write(self, line: Line) -> None:
        text = json.dumps(line, sort_keys=True).encode() + b"\n"
        with self._lock:
            self._file.write(text)
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def taken(lines: list[Line]) -> list[Line]:
    """The claims that were acknowledged."""
    return [line for line in lines if line["status"] in {201, 202}]
