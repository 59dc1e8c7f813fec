"""`manage.py roles`: the database roles that web, workers and auditors use, and what each may do."""

from __future__ import annotations

import os

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError

from memoryhub.accounts import roles


class Command(BaseCommand):
    help = (
        "Make the plain roles memoryhub_app and memoryhub_auditor and set their rights on every table. Run it as the "
        "owner of the database after every migrate; it may be repeated. With --login both may sign in, with the "
        "passwords in APP_PASSWORD and AUDITOR_PASSWORD where these are set; without it, give the role to a login of "
        "your own: GRANT memoryhub_app TO that_login."
    )
    requires_system_checks: list[str] = []  # one of them asks for what this command makes

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--login", action="store_true", help="let both roles sign in to the database")

    def handle(self, *args: object, **options: object) -> None:
        given = {
            roles.APP: os.environ.get("APP_PASSWORD", ""),
            roles.AUDITOR: os.environ.get("AUDITOR_PASSWORD", ""),
        }
        try:
            made = roles.ensure(login=bool(options["login"]), passwords=given)
        except ProgrammingError as error:
            raise CommandError(
                f"The login in DATABASE_URL may not do this; run it as the owner of the database, who may also make "
                f"roles. {error}"
            ) from error
        self.stdout.write(f"{' and '.join(made)} are in place; web and workers sign in as the first.")
