"""Breaks each promise on purpose and checks that its tests turn red: `python -m tests.sabotage [key …]`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass

os.environ.setdefault("SECRET_KEY", "only-for-tests")
from tests.plugins import database

database.prepare()
database.serve()

from tests.sabotage.breaks import BREAKS, Break  # noqa: E402 - after the settings are loaded

LIMIT = 900
FAILED = re.compile(r"^(?:FAILED|ERROR) \S*?([^/:]+\.py(?:::\S+)?)", re.MULTILINE)


@dataclass
class Seen:
    """What a broken run did: which tests turned red, and why if there were none."""

    red: list[str]
    said: str


def main(keys: list[str]) -> int:
    chosen = [one for one in BREAKS if _wanted(one, keys)]
    green = []
    for one in chosen:
        seen = run(one)
        row = ", ".join(seen.red[:3]) + (f" and {len(seen.red) - 3} more" if len(seen.red) > 3 else "")
        print(f"| {one.key} | {one.what} | {row or 'NOTHING TURNED RED'} |", flush=True)  # noqa: T201 - its purpose
        if not seen.red:
            green.append(one.key)
            print(seen.said, file=sys.stderr)  # noqa: T201
    return 1 if green else 0


def _wanted(one: Break, keys: list[str]) -> bool:
    """`I9` names I9-commit too. Of nothing named, all but the long ones; with PROVE=1 those as well."""
    if keys:
        return one.key in keys or one.key.partition("-")[0] in keys
    return not one.long or bool(os.environ.get("PROVE"))


def run(one: Break) -> Seen:
    """The named tests with the break on, in a process of their own."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.sabotage.plugin",
        "-p",
        "no:cacheprovider",
        *one.tests,
    ]
    environment = {**os.environ, "SABOTAGE": one.key}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)
    red = sorted(set(FAILED.findall(done.stdout))) if done.returncode == 1 else []
    return Seen(red, done.stdout[-2000:] + done.stderr[-1000:])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
