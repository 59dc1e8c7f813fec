"""`manage.py mcp`: the tools for agents, over standard input and output or over HTTP."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memoryhub.client import Hub

MISSING = "The MCP SDK is not installed. Install the extra: pip install 'memoryhub[mcp]'"
NO_TOKEN = "Name a file that holds a token (--token-file), or put one into MEMORYHUB_TOKEN."  # noqa: S105 - a sentence


class Command(BaseCommand):
    help = "Serve the tools remember, recall, why and disputes over the Model Context Protocol."
    # It asks the hub over HTTP and needs neither its database nor its pages.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hub", default=settings.MEMORYHUB_URL, help="the hub's address (default: %(default)s)")
        parser.add_argument("--token-file", type=Path, help="a file with the token; without it MEMORYHUB_TOKEN")
        parser.add_argument("--http", action="store_true", help="serve HTTP; each request brings its own token")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8765, help="port to listen on (default: %(default)s)")
        parser.add_argument(
            "--allow-host",
            action="append",
            default=[],
            metavar="NAME",
            help="a name this server is reached by; repeat it",
        )

    def handle(self, *args: object, **options: object) -> None:
        hub = str(options["hub"])
        try:
            Hub(hub, "mh_pat_").close()
        except ValueError as error:
            raise CommandError(str(error)) from error
        try:
            from memoryhub.mcp import over_http, over_stdio  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise CommandError(MISSING) from error
        if options["http"]:
            names = [str(name) for name in options["allow_host"]]  # type: ignore[attr-defined]  # argparse appends to a list
            host, port = str(options["host"]), int(str(options["port"]))
            self.stderr.write(f"Tools for agents at http://{host}:{port}{over_http.PATH}, asking {hub}")
            over_http.serve(hub, host=host, port=port, hosts=names)
        else:
            over_stdio.serve(hub, _token(options["token_file"]))


def _token(file: object) -> str:
    """From the file or the environment: what stands on a command line everybody on the machine can read."""
    try:
        found = file.read_text(encoding="utf-8") if isinstance(file, Path) else os.environ.get("MEMORYHUB_TOKEN", "")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The token file cannot be read: {type(error).__name__}. {NO_TOKEN}") from error
    token = found.strip()
    if not token.startswith("mh_pat_") or not token.isascii() or not token.isprintable():
        raise CommandError(f"There is no token. {NO_TOKEN}")
    return token
