"""What the commands that read through whole workspaces have in common: which ones, and where the result goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memoryhub.accounts.models import Workspace


class OverWorkspaces(BaseCommand):
    """A command for one workspace or for all of them, one after the other."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", help="the key of one workspace; otherwise all of them, one after the other")
        parser.add_argument("--json", metavar="FILE", help="write the result as JSON to a file, or to - for the output")

    def chosen(self, key: str | None) -> list[Workspace]:
        """The workspace of that key, or all in the order of their keys. Raises CommandError for an unknown key."""
        rows = Workspace.objects.order_by("key")
        found = list(rows.filter(key=key) if key else rows)
        if key and not found:
            raise CommandError(f"There is no workspace {key}.")
        return found

    def say(self, words: str, file: str | None) -> None:
        """Words for a person; beside a result on the output they go where errors go."""
        (self.stderr if file == "-" else self.stdout).write(words)

    def write(self, file: str | None, told: Any) -> None:  # noqa: ANN401 - any JSON
        """Write the result to the file that was asked for, if one was."""
        text = json.dumps(told, indent=2)
        if file == "-":
            self.stdout.write(text)
        elif file:
            Path(file).write_text(text + "\n", encoding="utf-8")
