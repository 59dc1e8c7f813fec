"""The embedder of this process, as the settings name it."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.embedder import Embedder
from memoryhub.recall.embedding.endpoint import Address, Endpoint

NAMES = ("built-in", "endpoint", "none")


def embedder() -> Embedder | None:
    """None where none is wanted: recall goes by words. One that cannot be made is refused in words."""
    if settings.EMBEDDER not in NAMES:
        raise ImproperlyConfigured(f"EMBEDDER is {settings.EMBEDDER!r}, which is none of {', '.join(NAMES)}.")
    if settings.EMBEDDER == "none":
        return None
    return _built_in() if settings.EMBEDDER == "built-in" else _behind(_address())


def _address() -> Address:
    if not settings.EMBEDDER_URL.startswith(("http://", "https://")) or not settings.EMBEDDER_MODEL:
        raise ImproperlyConfigured("EMBEDDER is 'endpoint', so EMBEDDER_URL (http…) and EMBEDDER_MODEL have to be set.")
    if settings.EMBEDDER_DIMS < 1:
        raise ImproperlyConfigured("EMBEDDER_DIMS says how many numbers a vector has: at least 1.")
    return Address(
        url=settings.EMBEDDER_URL,
        name=settings.EMBEDDER_MODEL,
        dims=settings.EMBEDDER_DIMS,
        duplicate_cut=settings.EMBEDDER_CUT,
        prefixes=(settings.EMBEDDER_QUERY_PREFIX, settings.EMBEDDER_DOCUMENT_PREFIX),
        key=settings.EMBEDDER_KEY,
        seconds=settings.EMBEDDER_SECONDS,
    )


@cache
def _built_in() -> Embedder:
    return BuiltIn()


@cache
def _behind(address: Address) -> Embedder:
    return Endpoint(address)
