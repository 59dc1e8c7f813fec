"""The words for what is said of a conversation in codes, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Words
from memoryhub.conversations.extracted import Why

KINDS: dict[str, Words] = {
    "fact": _("fact"),
    "preference": _("preference"),
    "belief": _("what you believe"),
    "trait": _("trait"),
    "role": _("role"),
    "instruction": _("instruction"),
}

WHY_NOT_KEPT: dict[Why, Words] = {
    Why.SCENERY: _("It paints a scene or plays a part."),
    Why.OF_THE_CHARACTER: _("It is about the character, not about the person."),
    Why.GREETING: _("It is a greeting or a thank-you."),
    Why.EXCLAMATION: _("It is an exclamation."),
    Why.QUESTION: _("It is a question."),
    Why.HYPOTHETICAL: _("It is imagined or wished for."),
    Why.REQUEST: _("It asks for something to be done."),
    Why.INSTRUCTION: _("It tells the agent how to behave; such orders are never taken from memory."),
    Why.PASSING: _("It holds for the moment only."),
    Why.UNCLEAR_WHO: _("It does not say by itself of whom it speaks."),
    Why.NO_STATEMENT: _("It states nothing about the person."),
}
