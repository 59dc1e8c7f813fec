"""Policies as TOML: read with the standard library, written so that reading gives the same document."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w


def read(text: str) -> dict[str, Any]:
    """The document of a file; raises tomllib.TOMLDecodeError, which says the line."""
    return tomllib.loads(text)


def write(document: Mapping[str, Any]) -> str:
    """A document that lint let pass holds nothing that TOML has no word for."""
    return tomli_w.dumps(_plain_first(document))


def _plain_first(document: Mapping[str, Any]) -> dict[str, Any]:
    """Members with one value stand before tables, as a reader expects them; the database keeps no order."""
    tables = {name: held for name, held in document.items() if isinstance(held, Mapping)}
    return {name: document[name] for name in sorted(document, key=lambda name: (name in tables, name != "name", name))}
