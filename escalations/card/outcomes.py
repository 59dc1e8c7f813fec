"""What an owner may choose in a case, and what each choice will do, said before anything is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from escalations.card.what_if import Telling
from escalations.models import Case
from ledgers.domain.claim import ClaimId
from ledgers.domain.policy import FieldRule
from ledgers.leaves import Leaf

# How many proposals lie open on a card.
OPEN = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """A choice: `value` is what the form sends, `asks` which fields open beneath it.

    Of many proposals those behind the first three are folded away.
    """

    value: str
    digit: int
    label: str
    effect: str
    asks: str = ""
    folded: bool = False


def outcomes(
    case: Case, current: Leaf | None, proposed: Sequence[Leaf], rule: FieldRule, telling: Telling | None
) -> list[Outcome]:
    """The choices of this kind of case, in their fixed order; none is preselected.

    Without a `telling` (for who only reads) they say nothing of what they would do.
    """
    if case.kind == Case.Kind.LOOK_ALIKE:
        found = _look_alike(case, proposed)
    else:
        asked = case.kind in Case.QUESTIONS
        found = _question(current, proposed, telling) if asked else _check(case, current, rule, telling)
    behind = {f"accept:{leaf.id}" for leaf in proposed[OPEN:]}
    return [
        Outcome(value, digit, label, effect, asks, folded=value in behind)
        for digit, (value, label, effect, asks) in enumerate(found, start=1)
    ]


def _question(
    current: Leaf | None, proposed: Sequence[Leaf], telling: Telling | None
) -> list[tuple[str, str, str, str]]:
    many = len(proposed) > 1
    found = [("keep", _keep_label(current), telling.keep() if telling and proposed else "", "")]
    for leaf in proposed:
        label = _accept_one(leaf) if many else _accept_label(current)
        found.append((f"accept:{leaf.id}", label, telling.accept(ClaimId(str(leaf.id))) if telling else "", ""))
    found.append(("other", _("Enter another value"), telling.other() if telling else "", "value"))
    if current is not None:
        found.append(("both", _("Both are true (different scopes)"), _both_effect(current, proposed), "scopes"))
    return found


def _look_alike(case: Case, proposed: Sequence[Leaf]) -> list[tuple[str, str, str, str]]:
    subject = case.slot.subject
    known = subject.looks_like.shown if subject.looks_like else ""
    said = {"known": known, "new": _list(proposed)}
    return [
        ("same", _("It is %(known)s") % said,
         _("You say %(new)s about %(known)s yourself, and the rules judge it there. Here it is refused.") % said, ""),
        ("another", _("It is another subject"),
         _("The name posted now stands on its own from now on, and %(new)s is judged there; nobody is asked again.")
         % said, ""),
        ("refuse", _("Refuse it"),
         _("Rejected, kept in history and refused when said again: %(new)s. The name stays unknown.") % said, ""),
    ]  # fmt: skip


def _check(
    case: Case, current: Leaf | None, rule: FieldRule, telling: Telling | None
) -> list[tuple[str, str, str, str]]:
    found = []
    if current is not None:
        renewed = _("“%(value)s” stays in force; the confirmation is logged.") % {"value": _text(current)}
        if rule.review_days:
            renewed += " " + _next_review(rule.review_days)
        found.append(("still_true", _("Still true"), renewed, ""))
    found.append(("other", _("Enter another value"), telling.other() if telling else "", "value"))
    if current is not None:
        found.append(("ended", _("No longer true"), telling.ended() if telling else "", "end"))
    if case.kind in {Case.Kind.RETURNED, Case.Kind.WRITE_BACK}:
        found.append(("done", _("Done"), _done_effect(case), ""))
    return found


def _next_review(days: int) -> str:
    words = ngettext("Its next review falls due in %(days)d day.", "Its next review falls due in %(days)d days.", days)
    return words % {"days": days}


def _keep_label(current: Leaf | None) -> str:
    return _("Keep current") if current else _("Do not record it")


def _accept_one(leaf: Leaf) -> str:
    said = {"value": _text(leaf), "source": leaf.source, "day": _day(leaf)}
    return _("Accept “%(value)s” (%(source)s, true since %(day)s)") % said


def _accept_label(current: Leaf | None) -> str:
    return _("Accept new") if current else _("Record it")


def _both_effect(current: Leaf, proposed: Sequence[Leaf]) -> str:
    words = _("“%(old)s” and %(new)s each hold in a scope of their own, and no longer disagree.")
    return words % {"old": _text(current), "new": _list(proposed[:1])}


def _done_effect(case: Case) -> str:
    if case.kind == Case.Kind.WRITE_BACK:
        return _("The source says by now what was decided; the reminder is closed.")
    return _("Nothing changes; the question is closed.")


def _list(leaves: Sequence[Leaf]) -> str:
    return ", ".join(dict.fromkeys(f"“{_text(leaf)}”" for leaf in leaves))


def _day(leaf: Leaf) -> str:
    return formats.date_format(timezone.localtime(leaf.since), "DATE_FORMAT")


def _text(leaf: Leaf) -> str:
    text = leaf.value.text
    return text if len(text) <= 60 else text[:59] + "…"
