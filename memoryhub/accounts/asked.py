"""What an address asks for, as text that can be looked for."""

from __future__ import annotations

from django.http import QueryDict


def asked(query: QueryDict, name: str, limit: int) -> str:
    """A filter from the address, trimmed and cut; a NUL, which no text in the database can hold, is left out."""
    return query.get(name, "").replace("\0", "").strip()[:limit]
