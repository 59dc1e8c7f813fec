"""Measures the hub on input it has not seen. Each measurement works in a database of its own and leaves nothing."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memoryhub.learning import scratch
from memoryhub.learning.heritages import rows
from memoryhub.learning.heritages.measuring import ORDERS, measure
from memoryhub.learning.heritages.source_maps import MAPS
from memoryhub.learning.locomo import dialogues
from memoryhub.learning.locomo.measuring import measure as measure_dialogues
from memoryhub.learning.memory import duplicates, finding
from memoryhub.learning.month.firm import holdings
from memoryhub.learning.month.measuring import GOAL, simulate
from memoryhub.recall.embedding.choosing import embedder


class Command(BaseCommand):
    help = (
        "Measure: heritages (real claims about places, against an oracle), month (how few cases a firm gets), recall "
        "(how often the fact that is meant comes first), duplicates (what counts as said already), locomo (which share "
        "of the turns that answer a question is found, beside cosine alone and BM25)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_subparsers(dest="what", required=True)
        heritages = chosen.add_parser("heritages", help="real claims, posted through the API and compared row for row")
        heritages.add_argument("--folder", type=Path, help="where claims.csv and groundtruths.csv lie (or HERITAGES)")
        heritages.add_argument("--places", type=int, help="only the first so many places")
        month = chosen.add_parser("month", help="a simulated month of a firm")
        month.add_argument("--clients", type=int, default=50)
        month.add_argument("--days", type=int, default=30)
        month.add_argument("--seed", type=int, default=1)
        found = chosen.add_parser("recall", help="how often the fact that is meant is among the first five")
        alike = chosen.add_parser("duplicates", help="what counts as said already, at the cut of the embedder")
        for one in (found, alike):
            one.add_argument("--file", type=Path, required=True, help="a JSON document a line (docs/evaluation.md)")
        long = chosen.add_parser("locomo", help="which turns of long dialogues are found, beside cosine and BM25")
        long.add_argument("--file", type=Path, required=True, help="dialogues in LoCoMo's form (docs/evaluation.md)")
        long.add_argument("--dialogues", type=int, help="only the first so many")
        for one in (heritages, month, found, alike, long):
            one.add_argument("--json", metavar="FILE", help="write the figures as JSON; - for the standard output")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse read
        measured = {
            "heritages": self._heritages,
            "month": self._month,
            "recall": self._recall,
            "duplicates": self._duplicates,
            "locomo": self._locomo,
        }
        if measured[options["what"]](options):
            sys.exit(1)

    def _heritages(self, options: dict[str, Any]) -> bool:  # Any: what argparse read
        folder = options["folder"] or Path(
            os.environ.get("HERITAGES", settings.BASE_DIR.parent / "shared/data/heritages")
        )
        data = rows.read(folder)
        if data is None:
            self.stderr.write(f"Skipped: {folder} does not hold {' and '.join(rows.FILES)}. Name a folder by --folder.")
            return False
        data = data.of_places(options["places"]) if options["places"] else data
        with scratch.database() as database, scratch.server(database) as url:
            # The second map shows that the first was no accident; its orders would show nothing new.
            reports = [
                measure(data, source_map, url, self._tell, orders=ORDERS[:1] if place else ORDERS)
                for place, source_map in enumerate(MAPS)
            ]
        for what in [what for report in reports for what in report.broken][:20]:
            self._tell(f"  {what}")
        self._write([report.as_json() for report in reports], options["json"])
        return any(report.broken for report in reports)

    def _month(self, options: dict[str, Any]) -> bool:  # Any: what argparse read
        days, seed = options["days"], options["seed"]
        with scratch.database():
            result = simulate(holdings(options["clients"], days, seed), days=days, seed=seed)
        self._tell(result.in_words())
        self._write(result.as_json(), options["json"])
        return result.beyond_per_1000 > GOAL

    def _recall(self, options: dict[str, Any]) -> bool:  # Any: what argparse read
        with scratch.database():
            figures = finding.measure(finding.read(options["file"]))
        self._write(figures, options["json"] or "-")
        return finding.falls_short(figures)

    def _duplicates(self, options: dict[str, Any]) -> bool:  # Any: what argparse read
        chosen = embedder()
        if chosen is None:
            raise CommandError("EMBEDDER is none: without vectors nothing counts as said already.")
        figures = duplicates.measure(duplicates.read(options["file"], chosen), chosen)
        self._write(figures, options["json"] or "-")
        return bool(figures["contradictions_dropped"])

    def _locomo(self, options: dict[str, Any]) -> bool:  # Any: what argparse read
        if options["dialogues"] is not None and options["dialogues"] < 1:
            raise CommandError(f"--dialogues is {options['dialogues']}: name at least 1, or leave it out for all.")
        try:
            read = dialogues.read(options["file"])[: options["dialogues"]]
        except dialogues.Unreadable as error:
            raise CommandError(str(error)) from error
        with scratch.database():
            figures = measure_dialogues(read, self.stderr.write)
        if options["json"] != "-":
            self._tell(figures.in_words())
        self._write(figures.as_json(), options["json"])
        return False

    def _tell(self, line: str) -> None:
        self.stdout.write(line)

    def _write(self, figures: object, target: str | None) -> None:
        if target is None:
            return
        text = json.dumps(figures, indent=2, ensure_ascii=False)
        if target == "-":
            self.stdout.write(text)
        else:
            Path(target).write_text(text + "\n", encoding="utf-8")
