"""`manage.py demo`: how to get into the demo workspace, and the way back to its beginning."""

from __future__ import annotations

import json
from argparse import RawDescriptionHelpFormatter

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from memoryhub.local import demo

HELP = """Load the demo workspace unless it is there, and print its logins and tokens.

--reset puts it back to its beginning. Nothing in a ledger can be changed or deleted, in the demo no more than
elsewhere, so the workspace as it is now is put away under another key (demo-<date and time>): its people, agents
and their tokens no longer get into it, and it stays for whoever reads the database. A fresh workspace `demo` takes
its place, with dates counted from today. Passwords and printed tokens go on working; tokens a visitor made end."""


class Command(BaseCommand):
    help = HELP

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.add_argument("--reset", action="store_true", help="put the demo workspace back to its beginning")

    def handle(self, *args: object, **options: object) -> None:
        try:
            kept, found = demo.archive_and_reload() if options["reset"] else ("", demo.load())
        except OperationalError as error:
            raise CommandError(f"The database does not answer; start the hub first (make run). {error}") from error
        if not found["workspace"]:
            raise CommandError("A workspace called demo exists that is no demo; it was left as it is.")
        if kept:
            self.stdout.write(f"The demo is back at its beginning. What was there is kept as {kept}.")
        self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2))
