"""What an owner may choose in a case, and what each choice will do, said before anything is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from escalations.models import Case
from ledgers.domain.policy import FieldRule
from ledgers.domain.tiers import Tier
from ledgers.leaves import TIER_NAMES, Leaf


@dataclass(frozen=True, slots=True)
class Outcome:
    """A choice: `value` is what the form sends, `asks` which fields open beneath it."""

    value: str
    digit: int
    label: str
    effect: str
    asks: str = ""


def outcomes(case: Case, current: Leaf | None, proposed: Sequence[Leaf], rule: FieldRule) -> list[Outcome]:
    """The choices of this kind of case, in their fixed order; none is preselected."""
    if case.kind == Case.Kind.LOOK_ALIKE:
        found = _look_alike(case, proposed)
    else:
        asked = case.kind in Case.QUESTIONS
        found = _question(current, proposed) if asked else _check(case, current, rule)
    return [
        Outcome(value, digit, label, effect, asks) for digit, (value, label, effect, asks) in enumerate(found, start=1)
    ]


def _question(current: Leaf | None, proposed: Sequence[Leaf]) -> list[tuple[str, str, str, str]]:
    many = len(proposed) > 1
    found = [("keep", _keep_label(current), _keep_effect(current, proposed), "")]
    for leaf in proposed:
        label = _accept_one(leaf) if many else _accept_label(current)
        found.append((f"accept:{leaf.id}", label, _accept_effect(current, leaf, proposed), ""))
    found.append(("other", _("Enter another value"), _other_effect(current), "value"))
    if current is not None:
        found.append(("both", _("Both are true (different scopes)"), _both_effect(current, proposed), "scopes"))
    return found


def _look_alike(case: Case, proposed: Sequence[Leaf]) -> list[tuple[str, str, str, str]]:
    subject = case.slot.subject
    known = subject.looks_like.shown if subject.looks_like else ""
    said = {"name": subject.shown, "known": known, "new": _list(proposed)}
    return [
        ("same", _("It is %(known)s") % said,
         _("You say %(new)s about %(known)s yourself, and the rules judge it there. Here it is refused.") % said, ""),
        ("another", _("It is another subject"),
         _("%(name)s stands on its own from now on, and %(new)s is judged there; nobody is asked again.") % said, ""),
        ("refuse", _("Refuse it"),
         _("Rejected, kept in history and refused when said again: %(new)s. The name stays unknown.") % said, ""),
    ]  # fmt: skip


def _check(case: Case, current: Leaf | None, rule: FieldRule) -> list[tuple[str, str, str, str]]:
    found = []
    if current is not None:
        renewed = _("“%(value)s” stays in force; the confirmation is logged.") % {"value": _text(current)}
        if rule.review_days:
            renewed += " " + _next_review(rule.review_days)
        found.append(("still_true", _("Still true"), renewed, ""))
    found.append(("other", _("Enter another value"), _other_effect(current), "value"))
    if current is not None:
        ended = _("“%(value)s” ends; from then on there is no value.") % {"value": _text(current)}
        found.append(("ended", _("No longer true"), ended, "end"))
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


def _keep_effect(current: Leaf | None, proposed: Sequence[Leaf]) -> str:
    names = _list(proposed)
    if current is None:
        return _("There is still no value. Rejected and kept in history: %(new)s.") % {"new": names}
    words = _("“%(old)s” stays in force. Rejected, kept in history and refused when said again: %(new)s.")
    return words % {"old": _text(current), "new": names}


def _accept_label(current: Leaf | None) -> str:
    return _("Accept new") if current else _("Record it")


def _accept_effect(current: Leaf | None, leaf: Leaf, proposed: Sequence[Leaf]) -> str:
    said = {"new": _text(leaf), "day": _day(leaf), "old": _text(current) if current else ""}
    if current is None:
        parts = [_("“%(new)s” is in force from %(day)s.") % said]
    else:
        parts = [_("“%(new)s” is in force from %(day)s; “%(old)s” is superseded and stays in history.") % said]
    others = [other for other in proposed if other.value != leaf.value]
    if others:
        parts.append(_("Rejected: %(new)s.") % {"new": _list(others)})
    if current is not None and current.authority.name == TIER_NAMES[Tier.SYSTEM_OF_RECORD]:
        parts.append(_("A reminder to correct %(source)s stays open.") % {"source": current.source})
    return " ".join(parts)


def _other_effect(current: Leaf | None) -> str:
    if current is None:
        return _("What you enter is in force as your word, from now or the date you give.")
    words = _("What you enter is in force as your word, from now or the date you give; “%(old)s” is superseded.")
    return words % {"old": _text(current)}


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
