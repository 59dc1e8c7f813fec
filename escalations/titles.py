"""What a case asks, in words: each kind has its own question."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations.models import Case
from memoryhub.accounts.errors import Words

KINDS: dict[str, Words] = {
    Case.Kind.CONFLICT: gettext_lazy("Two facts disagree"),
    Case.Kind.FIRST_VALUE: gettext_lazy("First value"),
    Case.Kind.REVIEW_DUE: gettext_lazy("Review due"),
    Case.Kind.RETURNED: gettext_lazy("An earlier value is back"),
    Case.Kind.WRITE_BACK: gettext_lazy("Source not brought in line"),
}


def question(case: Case, field: str) -> str:
    """The question of the card, without its subject (which stands above it)."""
    words = {
        Case.Kind.CONFLICT: _("%(field)s: which value holds?"),
        Case.Kind.FIRST_VALUE: _("%(field)s: may this first value stand?"),
        Case.Kind.REVIEW_DUE: _("%(field)s: is this still true?"),
        Case.Kind.RETURNED: _("%(field)s: an earlier value is back. Is it true?"),
        Case.Kind.WRITE_BACK: _("%(field)s: is the source in line with the decision by now?"),
    }
    return words[Case.Kind(case.kind)] % {"field": field}


def field_name(key: str, name: str | None, name_pt: str | None) -> str:
    """The field's name in the reader's language; its key where nobody named it."""
    portuguese = (translation.get_language() or "").startswith("pt")
    return (name_pt if portuguese and name_pt else name) or key


def subject_name(shown: str) -> str:
    """The subject as people say it: `customer:acme` keeps its kind, in front and apart."""
    kind, colon, name = shown.partition(":")
    return f"{name.strip()} ({kind.strip()})" if colon and name.strip() else shown
