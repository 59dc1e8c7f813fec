"""Chaos: `python -m tests.chaos --seconds 60 --seed 1 [--broker rabbitmq|redis|filesystem] [--json FILE|-]`."""

# ruff: noqa: T201 - the report is what it is run for
from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from tests.chaos.faults import WEIGHTS
from tests.chaos.run import Plan, run


def main(arguments: list[str]) -> int:
    """0 when nothing was violated, otherwise 1."""
    # Whoever ends the run from outside gets the same tidying as whoever lets it end.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    asked = _parser().parse_args(arguments)
    settings = dict(entry.split("=", 1) for entry in asked.set)
    reports = []
    for seed in range(asked.seed, asked.seed + asked.runs):
        plan = Plan(
            asked.seconds,
            seed,
            asked.broker,
            tuple(asked.only),
            asked.pause,
            tuple(asked.every),
            settings,
            asked.sabotage,
            asked.keep,
        )
        report = run(plan)
        reports.append(report)
        print("\n".join(report.lines()), file=sys.stderr if asked.json == "-" else sys.stdout, flush=True)
    text = json.dumps([report.as_json for report in reports], indent=1)
    if asked.json == "-":
        print(text)
    elif asked.json:
        Path(asked.json).write_text(text, encoding="utf-8")
    return 0 if all(report.good for report in reports) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Kills everything under load.")
    parser.add_argument("--seconds", type=float, default=60, help="how long there is load")
    parser.add_argument("--seed", type=int, default=1, help="of the claims and the faults")
    parser.add_argument("--runs", type=int, default=1, help="so many runs, each with the next seed")
    parser.add_argument("--broker", default="auto", choices=["auto", "redis", "rabbitmq", "filesystem"])
    parser.add_argument("--only", nargs="*", default=[], choices=list(WEIGHTS), help="only these faults")
    parser.add_argument("--pause", type=float, default=0.05, help="a client's rest between two claims, in seconds")
    every = "seconds between two faults, at least and at most"
    parser.add_argument("--every", nargs=2, type=float, default=[1.0, 3.0], metavar="SECONDS", help=every)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the hub")
    parser.add_argument("--sabotage", default="", help="a break of tests.sabotage, switched on in the hub")
    parser.add_argument("--keep", action="store_true", help="leave the folder with its logs behind")
    parser.add_argument("--json", default="", metavar="FILE", help="the report as JSON too; - for standard output")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
