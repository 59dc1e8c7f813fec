"""Tries a draft on the log of the only workspace and prints how it went: `python -m tests.figures.trying FILE`."""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import resource
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import django

CANCEL_AFTER = 0.7


def main(file: str) -> None:
    django.setup()
    from ledgers.backtest import report  # noqa: PLC0415 - the settings are loaded by now
    from ledgers.backtest.result import Window  # noqa: PLC0415
    from ledgers.backtest.running import run  # noqa: PLC0415
    from ledgers.domain.policy import parse  # noqa: PLC0415
    from memoryhub.accounts.models import Workspace  # noqa: PLC0415

    draft = parse(tomllib.loads(Path(file).read_text(encoding="utf-8")))
    workspace = Workspace.objects.get()
    began, worked = time.monotonic(), time.process_time()
    result = run(workspace, draft, Window())
    told = report.as_bytes(result)
    seconds, processor = time.monotonic() - began, time.process_time() - worked
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    said: dict[str, Any] = json.loads(told)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "processor": round(processor, 1),
                "memory": round(memory, 1),
                "cancelled": _cancelled(workspace, draft),
                "decisions": said["decisions"],
                "differences": said["control"]["differences"],
                "otherwise": said["decisions"] - said["buckets"]["same"],
                "bytes": len(told),
                "same": report.as_bytes(run(workspace, draft, Window())) == told,
            }
        )
    )


def _cancelled(workspace: Any, draft: Any) -> float:  # noqa: ANN401 - classes that cannot be imported before set-up
    """Seconds from the wish to its end; nothing where all was done before."""
    from ledgers.backtest.result import Window  # noqa: PLC0415
    from ledgers.backtest.running import Cancelled, run  # noqa: PLC0415

    began = time.monotonic()
    try:
        run(workspace, draft, Window(), cancelled=lambda: time.monotonic() - began > CANCEL_AFTER)
    except Cancelled:
        return round(max(0.0, time.monotonic() - began - CANCEL_AFTER), 2)
    return 0.0


if __name__ == "__main__":
    main(sys.argv[1])
