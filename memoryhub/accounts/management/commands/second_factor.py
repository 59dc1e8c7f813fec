"""`manage.py second_factor EMAIL --off`: for who lost the phone and the recovery codes, and has proved who they are."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from memoryhub.accounts import letters, second_factor, signed_in
from memoryhub.accounts.models import User


class Command(BaseCommand):
    help = "Say whether a login has a second factor; with --off, take it away and end the login's sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--off", action="store_true")

    def handle(self, *, email: str, off: bool, **_other: object) -> None:
        user = User.objects.filter(email=email.casefold()).first()
        if user is None:
            raise CommandError(f"There is no login {email}.")
        if off:
            second_factor.turn_off(user)
            signed_in.end_all(user)
            letters.ask_for("mail_change", user.pk, "factors-off")
        self.stdout.write(f"{user.email}: {'on' if second_factor.is_on(user) else 'off'}")
