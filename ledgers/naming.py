"""What fields and subjects are called on a page."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import pgettext_lazy

from ledgers.models import Field
from memoryhub.accounts.errors import Words

# The usual ones; a kind that somebody made up is said as they wrote it.
KINDS: dict[str, Words] = {
    "agent": pgettext_lazy("kind of subject", "agent"),
    "client": pgettext_lazy("kind of subject", "client"),
    "company": pgettext_lazy("kind of subject", "company"),
    "contract": pgettext_lazy("kind of subject", "contract"),
    "customer": pgettext_lazy("kind of subject", "customer"),
    "employee": pgettext_lazy("kind of subject", "employee"),
    "firm": pgettext_lazy("kind of subject", "firm"),
    "partner": pgettext_lazy("kind of subject", "partner"),
    "person": pgettext_lazy("kind of subject", "person"),
    "plan": pgettext_lazy("kind of subject", "plan"),
    "product": pgettext_lazy("kind of subject", "product"),
    "project": pgettext_lazy("kind of subject", "project"),
    "service": pgettext_lazy("kind of subject", "service"),
    "supplier": pgettext_lazy("kind of subject", "supplier"),
    "team": pgettext_lazy("kind of subject", "team"),
    "user": pgettext_lazy("kind of subject", "user"),
    "vendor": pgettext_lazy("kind of subject", "vendor"),
}


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
    """The subject as people say it: `customer:acme` keeps its kind, behind and apart, in the reader's language."""
    kind, colon, name = shown.partition(":")
    said = KINDS.get(kind.strip().casefold(), kind.strip())
    return f"{name.strip()} ({said})" if colon and name.strip() else shown
