"""What recall says in codes, in the words of whoever looks at it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Words

TASKS: dict[str, Words] = {
    "": _("Not said"),
    "ask": _("To ask somebody something"),
    "answer": _("To answer a question"),
    "draft": _("To write a draft"),
    "decide": _("To decide something"),
    "call_tool": _("To use a tool"),
}

AUDIENCES: dict[str, Words] = {
    "": _("Not said"),
    "user": _("The person it is about"),
    "others": _("Other people"),
}

LEFT_OUT: dict[str, Words] = {
    "not_admitted": _("The policy does not pass this kind of fact on for this task."),
    "not_bound": _("It is a preference or a trait, and was not said of this tool."),
    "instruction": _("It reads like an instruction. What is remembered never gives orders."),
    "audience": _("It is personal, and other people read the answer."),
    "no_room": _("It was near enough, and the text for the prompt is full."),
}

# From which score on, the highest first. Two sentences that mean the same score about 0.8 with the built-in model, a
# question and its answer about 0.5.
NEAR: tuple[tuple[float, str, Words], ...] = (
    (0.6, "4", _("very near")),
    (0.4, "3", _("near")),
    (0.25, "2", _("somewhat near")),
    (0.0, "1", _("far")),
)


def nearness(score: float) -> tuple[str, Words]:
    """How near a fact is to the question: one to four, and in words."""
    return next((step, words) for least, step, words in NEAR if score >= least or not least)
