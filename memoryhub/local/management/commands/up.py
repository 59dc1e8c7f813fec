"""`manage.py up`: the whole hub on this machine, with no set-up."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledgers import checks
from memoryhub.accounts import checks as passkey_checks
from memoryhub.local.errors import CannotStart
from memoryhub.local.hub import Address, Hub, Stopped
from memoryhub.local.ties import tie


class Command(BaseCommand):
    help = "Start the database, web, worker and beat on this machine; Ctrl-C stops them."
    # The web process makes the other checks; twice would only be slower.
    requires_system_checks = [checks.TAG, passkey_checks.TAG]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes any free one")
        parser.add_argument("--tied", action="store_true", help="stop when the process that started this one ends")

    def handle(self, *args: object, **options: object) -> None:
        if options["tied"]:
            tie(signal.SIGTERM, os.getppid())
        address = Address(str(options["host"]), int(str(options["port"])))
        try:
            with Hub(settings.PLACES, address, self._say) as hub:
                self._announce(hub.url, hub.start())
                hub.watch()
        except CannotStart as error:
            raise CommandError(str(error), returncode=error.code) from error
        except Stopped:
            self._say("Stopped. The data stays in " + str(settings.HOME))

    def _say(self, line: str) -> None:
        """Progress goes beside the output, which is for the addresses and the `ready` line."""
        print(line, file=sys.stderr, flush=True)  # noqa: T201 (the command's own voice)

    def _announce(self, url: str, found: Mapping[str, object]) -> None:
        """What a person needs first, then the same for programs on one line."""
        self.stdout.write(f"\nMemory Hub answers at {url}/\n")
        for title, entries in (("Sign in as", _logins(found)), ("Tokens", _pairs(found.get("tokens")))):
            self.stdout.write(f"\n{title}")
            for name, value in entries:
                self.stdout.write(f"  {name:<10} {value}")
        self.stdout.write(f"\nMail is written to {settings.EMAIL_FILE_PATH}\nLogs are in {settings.PLACES.logs}")
        self.stdout.write("Ctrl-C stops everything; the data stays.\n")
        self.stdout.write("ready " + json.dumps({"url": url, **found}, ensure_ascii=False))
        self.stdout.flush()


def _pairs(entries: object) -> list[tuple[str, object]]:
    return list(entries.items()) if isinstance(entries, dict) else []


def _logins(found: Mapping[str, object]) -> list[tuple[str, str]]:
    return [
        (name, f"{login['email']}  {login['password']}")
        for name, login in _pairs(found.get("logins"))
        if isinstance(login, dict)
    ]
