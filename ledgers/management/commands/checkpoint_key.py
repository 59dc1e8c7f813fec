"""`manage.py checkpoint_key`: the public key that checkpoints are checked with, for the auditor."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from ledgers.services import signing


class Command(BaseCommand):
    """The key in PEM on the output, its fingerprint where errors go, so that the output may be kept as a file."""

    help = "Print the public key of the checkpoints in PEM. It is no secret; the key that signs is never printed."

    def handle(self, *_args: object, **_options: object) -> None:
        try:
            key = signing.our_public_key()
        except signing.BadKey as error:
            raise CommandError(str(error)) from error
        if key is None:
            raise CommandError(
                "There is no key yet. It is made with the first checkpoint, a minute after the first change at most; "
                "or set CHECKPOINT_KEY."
            )
        self.stdout.write(signing.pem(key).decode(), ending="")
        self.stderr.write(f"SHA-256 of the raw key, as checkpoints name it: {signing.fingerprint(key)}")
