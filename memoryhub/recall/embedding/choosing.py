"""The embedder of this process, as the settings name it."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.embedder import Embedder


def embedder() -> Embedder | None:
    """None where none is wanted: recall goes by words."""
    return _made(settings.EMBEDDER)


@cache
def _made(name: str) -> Embedder | None:
    return None if name == "none" else BuiltIn()
