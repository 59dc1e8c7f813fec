"""What a case asks, in words: each kind has its own question."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from escalations.models import Case
from ledgers.naming import field_name, subject_name
from memoryhub.accounts.errors import Words

__all__ = ["CHOICES", "KINDS", "field_name", "question", "subject_name"]

KINDS: dict[str, Words] = {
    Case.Kind.CONFLICT: gettext_lazy("Two facts disagree"),
    Case.Kind.FIRST_VALUE: gettext_lazy("First value"),
    Case.Kind.LOOK_ALIKE: gettext_lazy("Look-alike subject"),
    Case.Kind.REVIEW_DUE: gettext_lazy("Review due"),
    Case.Kind.RETURNED: gettext_lazy("An earlier value is back"),
    Case.Kind.WRITE_BACK: gettext_lazy("Source not brought in line"),
    Case.Kind.REVERT: gettext_lazy("Decision to revert"),
}

CHOICES: dict[str, Words] = {
    "keep": gettext_lazy("kept what was in force"),
    "accept": gettext_lazy("accepted what was proposed"),
    "other": gettext_lazy("gave another value"),
    "both": gettext_lazy("let both stand, each in its scope"),
    "still_true": gettext_lazy("said it is still true"),
    "ended": gettext_lazy("said it is no longer true"),
    "done": gettext_lazy("called it done"),
    "same": gettext_lazy("said it is the same subject"),
    "another": gettext_lazy("said it is another subject"),
    "refuse": gettext_lazy("refused the name"),
}


REVERTED = gettext_lazy("put an earlier value back")


def chosen(case: Case, choice: str) -> Words:
    """What somebody chose, in words: another value is an earlier one where a decision was reverted."""
    return REVERTED if case.kind == Case.Kind.REVERT and choice == "other" else CHOICES.get(choice, "")


QUESTIONS: dict[str, Words] = {
    Case.Kind.CONFLICT: gettext_lazy("%(field)s: which value holds?"),
    Case.Kind.FIRST_VALUE: gettext_lazy("%(field)s: may this first value stand?"),
    Case.Kind.LOOK_ALIKE: gettext_lazy("%(field)s: whose is it? The subject looks like another one."),
    Case.Kind.REVIEW_DUE: gettext_lazy("%(field)s: is this still true?"),
    Case.Kind.RETURNED: gettext_lazy("%(field)s: an earlier value is back. Is it true?"),
    Case.Kind.WRITE_BACK: gettext_lazy("%(field)s: is the source in line with the decision by now?"),
    Case.Kind.REVERT: gettext_lazy("%(field)s: shall an earlier decision be reverted?"),
}


def question(case: Case, field: str) -> str:
    """The question of the card, without its subject (which stands above it)."""
    return str(QUESTIONS[case.kind]) % {"field": field}
