"""What fields and subjects are called on a page."""

from __future__ import annotations

from django.utils import translation

from ledgers.models import Field


def field_name(key: str, name: str | None, name_pt: str | None) -> str:
    """The field's name in the reader's language; its key where nobody named it."""
    portuguese = (translation.get_language() or "").startswith("pt")
    return (name_pt if portuguese and name_pt else name) or key


def name_of(field: Field | None, key: str) -> str:
    """The name of a field. A pattern names many at once, so a field it covers goes by its own key."""
    if field is None or field.key != key:
        return key
    return field_name(key, field.name, field.name_pt)


def subject_name(shown: str) -> str:
    """The subject as people say it: `customer:acme` keeps its kind, behind and apart."""
    kind, colon, name = shown.partition(":")
    return f"{name.strip()} ({kind.strip()})" if colon and name.strip() else shown
