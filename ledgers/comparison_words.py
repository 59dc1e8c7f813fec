"""Two policies compared, in words: what is decided otherwise, with an example that can be checked by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledgers import wording
from ledgers.domain.compared import Comparison, Group, Shift
from ledgers.domain.content import WIDENED
from ledgers.domain.outcome import Outcome
from ledgers.domain.patterns import ANY
from ledgers.domain.regions import ELSEWHERE
from ledgers.domain.space import FRESH, Comes, Dates, Span, Stands
from ledgers.domain.specimens import Example, Told
from ledgers.domain.trace import Line
from ledgers.policy_words import hours_in_words
from ledgers.showing import day, shown
from ledgers.wording_content import NAMES as CONTENTS
from memoryhub.accounts.errors import Words

# Names of fields by key; one that nobody named is called by its key.
Names = Mapping[str, str]

SHIFTS: dict[Shift, Words] = {
    Shift.TO_RULE: gettext_lazy("Went to a person, would be settled by rule"),
    Shift.TO_OWNER: gettext_lazy("Was settled by rule, would go to a person"),
    Shift.RESULT: gettext_lazy("Settled by rule, with another result"),
    Shift.ASKED: gettext_lazy("Goes to a person, who would be asked otherwise"),
    Shift.REASON: gettext_lazy("Same result, by another rule or with another caveat"),
}
STANDS: dict[Stands, Words] = {
    Stands.NOTHING: gettext_lazy("nothing stands"),
    Stands.VALUE: gettext_lazy("a value of %(stood)s stands"),
    Stands.RETRACT: gettext_lazy("%(stood)s said that there is no value"),
}
COMES: dict[Comes, Words] = {
    Comes.OTHER: gettext_lazy("%(comes)s says another value"),
    Comes.SAME: gettext_lazy("%(comes)s says the same value"),
    Comes.RETRACT: gettext_lazy("%(comes)s says that there is no value"),
    Comes.CORRECT: gettext_lazy("%(comes)s corrects it"),
    Comes.BARRED: gettext_lazy("%(comes)s says again what its owner decided against"),
}
DATES: dict[Dates, Words] = {
    Dates.LATER: gettext_lazy("with a later date"),
    Dates.OLDER: gettext_lazy("with an earlier date"),
    Dates.SAME: gettext_lazy("with the same date"),
    Dates.CHOSEN: gettext_lazy("with the same date, after an owner chose what stands"),
    Dates.FUTURE: gettext_lazy("for a day to come"),
    Dates.AHEAD: gettext_lazy("for the time before what is scheduled"),
}
# Over nothing there is no date to compare with.
ALONE: dict[Dates, Words] = {
    Dates.LATER: gettext_lazy("from today or before"),
    Dates.FUTURE: gettext_lazy("for a day to come"),
}


@dataclass(frozen=True, slots=True)
class GroupWords:
    """One group: a sentence, how many cases it stands for, its example, and both traces of that."""

    shift: str
    sentence: str
    count: str
    example: tuple[str, ...]
    was: tuple[str, ...]
    becomes: tuple[str, ...]


def explain(group: Group, fields: Names) -> GroupWords:
    return GroupWords(
        shift=str(SHIFTS[group.shift]),
        sentence=_sentence(group, fields),
        count=ngettext("%(n)d case like this", "%(n)d cases like this", group.count) % {"n": group.count},
        example=tuple(_example(group.example)),
        was=_steps(group.example.was),
        becomes=_steps(group.example.becomes),
    )


def lines(comparison: Comparison, fields: Names) -> Iterator[str]:
    """The whole comparison for a terminal."""
    if not comparison.groups:
        yield _("No case would be decided otherwise.")
    for group in comparison.groups:
        words = explain(group, fields)
        yield f"{words.shift} · {words.count}"
        yield f"  {words.sentence}"
        yield "  " + _("For example: %(example)s") % {"example": " ".join(words.example)}
    if comparison.groups:
        count = comparison.count
        yield ngettext("%(n)d case would end otherwise.", "%(n)d cases would end otherwise.", count) % {"n": count}
    if comparison.amended:
        yield _("What the documents say differently:")
    for one in comparison.amended:
        yield f"  {one.path}: {_said(one.old)} → {_said(one.new)}"


def _sentence(group: Group, fields: Names) -> str:
    example, params = group.example, _sources(group.example)
    dates = (DATES if example.stood else ALONE)[example.case.dates]
    return _("For %(field)s, when %(stands)s and %(comes)s %(dates)s: before %(was)s; after %(becomes)s.") % {
        "field": _where(fields.get(group.field) or group.field, group.scopes),
        "stands": str(STANDS[example.case.stands]) % params,
        "comes": str(COMES[example.case.comes]) % params,
        "dates": dates,
        "was": _ends(group.was, group),
        "becomes": _ends(group.becomes, group),
    }


def _where(name: str, scopes: Sequence[str]) -> str:
    if tuple(scopes) == (ANY,):
        return f"“{name}”"
    named = [_("all other scopes") if scope == ELSEWHERE else scope for scope in scopes]
    return _("“%(field)s” in %(scopes)s") % {"field": name, "scopes": ", ".join(named)}


def _sources(example: Example) -> dict[str, str]:
    return {"stood": _source(example.stood) if example.stood else "", "comes": _source(example.comes)}


def _source(told: Told) -> str:
    """A source that counts for less than it is registered as says so."""
    if not told.voice.reason:
        return told.name
    return _("%(source)s (counting as %(tier)s)") % {"source": told.name, "tier": wording.tier(told.voice.tier)}


def _ends(outcome: Outcome, group: Group) -> str:
    if outcome.waits:
        return _asked(outcome, both=group.shift is Shift.ASKED)
    said = {"rule": wording.rule(outcome.rule), "action": wording.action(outcome.action)}
    if outcome.action == "noop" or not group.example.stood:
        ends = _("%(action)s by rule (%(rule)s)") % said
    else:
        loses = outcome.action == "reject_conflict" and outcome.status == "rejected"
        winner = group.example.stood if loses else group.example.comes
        ends = _("settled by rule for %(source)s: %(action)s (%(rule)s)") % {**said, "source": _source(winner)}
    return _("%(ends)s, with a caveat on the fact") % {"ends": ends} if outcome.caveat else ends


def _asked(outcome: Outcome, *, both: bool) -> str:
    said = {"reason": wording.reason(outcome.reason), "hours": hours_in_words(outcome.hours)}
    if not both:
        return _("to its owner (%(reason)s)") % said
    if outcome.four_eyes:
        return _("to its owner (%(reason)s) within %(hours)s, and two people have to agree") % said
    return _("to its owner (%(reason)s) within %(hours)s") % said


def _example(example: Example) -> Iterable[str]:
    """The example, a sentence for each thing that counts."""
    case, comes = example.case, example.comes
    place = {"subject": example.subject, "scope": example.scope}
    yield _("%(subject)s in %(scope)s.") % place
    yield from _standing(example)
    said = {"source": _source(comes), "value": comes.value or "", "date": day(comes.begins)}
    yield {
        Comes.OTHER: _("%(source)s says “%(value)s” from %(date)s."),
        Comes.SAME: _("%(source)s says “%(value)s” from %(date)s."),
        Comes.RETRACT: _("%(source)s says that there is no value from %(date)s."),
        Comes.CORRECT: _("%(source)s corrects it to “%(value)s” from %(date)s."),
        Comes.BARRED: _("%(source)s says “%(value)s” from %(date)s, which its owner decided against."),
    }[case.comes] % said
    if comes.ends:
        yield _("That was over on %(date)s.") % {"date": day(comes.ends)}
    if case.assumed:
        yield _("Nobody gave that date: it is the day of recording.")
    if not case.may_propose:
        yield _("Its author may not propose there.")
    if case.content:
        yield _content(case.content)


def _standing(example: Example) -> Iterable[str]:
    case, stood = example.case, example.stood
    if stood is None:
        yield _("Nothing stands there, but something did once.") if case.held else _("Nothing has ever stood there.")
        return
    said = {"source": _source(stood), "value": stood.value or "", "date": day(stood.begins)}
    if stood.value is None:
        yield _("%(source)s says that there is no value since %(date)s.") % said
    elif case.dates is Dates.AHEAD:
        yield _("%(source)s has scheduled “%(value)s” for %(date)s.") % said
    else:
        yield _("%(source)s has “%(value)s” since %(date)s.") % said
    if case.dates is Dates.CHOSEN or case.comes is Comes.BARRED:
        yield _("An owner chose it.")
    if case.span is Span.UNTIL and stood.ends:
        yield _("It runs out on %(date)s.") % {"date": day(stood.ends)}
    if case.days != FRESH:
        yield _("It was last said on %(date)s.") % {"date": day(stood.recorded_at)}
    if case.stood:
        yield _("What stands reads as sensitive: %(content)s.") % {"content": CONTENTS[case.stood]}


def _content(name: str) -> str:
    if name == WIDENED:
        return _("A narrower scope holds the same sensitive value.")
    return _("What comes reads as sensitive: %(content)s.") % {"content": CONTENTS[name]}


def _steps(trace: Sequence[Line]) -> tuple[str, ...]:
    return tuple(wording.say(line.code, line.params) for line in trace)


def _said(value: object) -> str:
    """What a member says, for a terminal; one that says nothing keeps what it meant before."""
    if value is None:
        return _("not said")
    if isinstance(value, list):
        return "[" + ", ".join(_said(one) for one in value) + "]"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items())
    return shown(value) if isinstance(value, bool) else str(value)
