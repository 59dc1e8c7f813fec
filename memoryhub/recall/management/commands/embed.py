"""How far the vectors are, and making them anew."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryhub.accounts.models import Workspace
from memoryhub.recall import vectors
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Embedder, Unavailable


class Command(BaseCommand):
    help = "Vectors of facts: how far they are (--status), or make all of them anew (--rebuild)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--status", action="store_true", help="each workspace: facts with and without a vector")
        what.add_argument("--rebuild", action="store_true", help="make every vector anew; may be interrupted")
        parser.add_argument("--workspace", help="only the one with this key")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401 - what argparse read
        chosen = embedder()
        if chosen is None:
            self.stdout.write("EMBEDDER is none: recall goes by words, and there are no vectors to make.")
            return
        places = Workspace.objects.order_by("key")
        if options["workspace"]:
            places = places.filter(key=options["workspace"])
            if not places:
                raise CommandError(f"There is no workspace {options['workspace']!r}.")
        for workspace in places:
            if options["rebuild"]:
                self._rebuild(workspace, chosen)
            self._tell(workspace, chosen)

    def _rebuild(self, workspace: Workspace, chosen: Embedder) -> None:
        facts = vectors.state(workspace, chosen).facts
        try:
            for done in vectors.rebuild(workspace.pk, chosen):
                self.stdout.write(f"{workspace.key}: {done} of {facts}")
        except Unavailable as error:
            raise CommandError(f"{workspace.key}: {error}. What was made is kept; run it again.") from error
        except KeyboardInterrupt:
            raise CommandError(f"{workspace.key}: interrupted. What was made is kept; run it again.") from None

    def _tell(self, workspace: Workspace, chosen: Embedder) -> None:
        now = vectors.state(workspace, chosen)
        self.stdout.write(
            f"{workspace.key}: model {chosen.model}, {now.facts} facts, {now.embedded} with a vector, "
            f"{now.facts - now.embedded} without, followed up to {now.seq} of {now.last_seq}"
        )
        if now.aside:
            self.stdout.write(
                f"{workspace.key}: {now.aside} put aside, since the model refused their words: they are found by "
                "their words, and --rebuild tries them again"
            )
