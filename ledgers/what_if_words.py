"""A supposition and what comes of it, in words. The two values are called A and B."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledgers import wording
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import SLA_CLASSES, FieldRule, Policy
from ledgers.domain.space import Comes, Stands, Voice
from ledgers.domain.staging import PLAIN
from ledgers.domain.supposed import Came, Judged, Stood, Supposed
from ledgers.domain.timeline import Window
from ledgers.policy_words import hours_in_words
from ledgers.showing import day
from ledgers.wording_content import NAMES as CONTENTS

# Names of sources by key; a tier alone goes by its own name.
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    text: str
    stop: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one policy makes of it: `answer` in a sentence, the rule and its code, each step, and what holds then."""

    answer: str
    waits: bool
    rule: str
    code: str
    steps: tuple[Step, ...]
    after: tuple[str, ...]
    notes: tuple[str, ...]


def supposed_in_words(supposed: Supposed, names: Names) -> list[str]:
    """What is supposed: what stands, and what comes, each with all that counts."""
    return [" ".join(_standing(supposed, names)), " ".join(_coming(supposed.came, names))]


def outcome(judged: Judged, rule: FieldRule, policy: Policy) -> Outcome:
    decision = judged.decision
    return Outcome(
        answer=_answer(judged),
        waits=judged.waits,
        rule=wording.rule(decision.rule),
        code=decision.rule,
        steps=tuple(
            Step(wording.say(line.code, line.params), stop=judged.waits and line.step == "decide")
            for line in decision.trace
        ),
        after=tuple(_window(window) for window in judged.after) or (_("Nothing holds."),),
        notes=tuple(_notes(judged, rule, policy)),
    )


def _answer(judged: Judged) -> str:
    decision = judged.decision
    if judged.waits:
        return _("It goes to its owner: %(reason)s.") % {"reason": wording.reason(decision.reason)}
    said = {"action": wording.action(decision.action), "status": wording.status(decision.status)}
    return _("The rules settle it: %(action)s (%(status)s).") % said


def _window(window: Window) -> str:
    what = {PLAIN.stood: "A", PLAIN.comes: "B"}.get(window.value or "", _("no value"))
    said = {"what": what, "start": day(window.start), "end": day(window.end) if window.end else ""}
    return (_("%(what)s from %(start)s until %(end)s") if window.end else _("%(what)s from %(start)s on")) % said


def _notes(judged: Judged, rule: FieldRule, policy: Policy) -> Iterator[str]:
    if judged.waits:
        hours = policy.sla_hours(judged.treated if judged.treated in SLA_CLASSES else "other")
        yield _("The owner has %(hours)s. Until then what stands stays in force.") % {"hours": hours_in_words(hours)}
        if rule.four_eyes or (not rule.sensitivity and judged.treated in policy.four_eyes):
            yield _("Whoever proposed a value does not decide on it.")
    if judged.decision.newer_weaker and rule.newer_weaker == "caveat":
        yield _("For 30 days the fact says that a weaker source says something newer.")
    if rule.many:
        yield _("This field holds several values side by side; each stands for itself.")


def _standing(supposed: Supposed, names: Names) -> Iterator[str]:
    stood = supposed.stood
    if stood is None:
        yield (
            _("Nothing stands there, but something did once.") if supposed.held else _("Nothing has ever stood there.")
        )
        return
    said = {"source": _source(stood.voice, names), "date": day(stood.since)}
    sentence = _("%(source)s has A since %(date)s.")
    yield (
        sentence if stood.stands is Stands.VALUE else _("%(source)s says that there is no value since %(date)s.")
    ) % said
    yield from _more_of(stood)


def _more_of(stood: Stood) -> Iterator[str]:
    yield _("It was last said on %(date)s.") % {"date": day(stood.said)}
    if stood.until:
        yield _("It runs out on %(date)s.") % {"date": day(stood.until)}
    if stood.chosen:
        yield _("An owner chose it.")
    if stood.content:
        yield _("What stands reads as sensitive: %(content)s.") % {"content": CONTENTS[stood.content]}


def _coming(came: Came, names: Names) -> Iterator[str]:
    yield {
        Comes.OTHER: _("%(source)s says B, recorded on %(date)s."),
        Comes.SAME: _("%(source)s says A as well, recorded on %(date)s."),
        Comes.RETRACT: _("%(source)s says that there is no value, recorded on %(date)s."),
        Comes.CORRECT: _("%(source)s says that A was never true, but B, recorded on %(date)s."),
        Comes.BARRED: _("%(source)s says B again, which its owner decided against, recorded on %(date)s."),
    }[came.comes] % {"source": _source(came.voice, names), "date": day(came.at)}
    if came.since:
        yield _("It holds from %(date)s.") % {"date": day(came.since)}
    elif came.comes is not Comes.CORRECT:
        yield _("Nobody gave that date: it is the day of recording.")
    if came.until:
        yield _("It runs out on %(date)s.") % {"date": day(came.until)}
    if not came.may_propose:
        yield _("Its author may not propose there.")
    if came.lookalike:
        yield _("Its subject looks like another one.")
    if came.content:
        yield _("What comes reads as sensitive: %(content)s.") % {"content": CONTENTS[came.content]}


def _source(voice: Voice, names: Names) -> str:
    if not voice.source and not voice.reason:
        return _("Any other source (%(tier)s)") % {"tier": wording.tier(voice.tier)}
    named = names.get(voice.source) or voice.source or _("Any other source")
    if not voice.reason:
        return named
    return _("%(source)s (counting as %(tier)s)") % {"source": named, "tier": wording.tier(voice.tier)}


def place_in_words(name: str, scope: str) -> str:
    return name if scope == ANY else _("%(field)s in %(scope)s") % {"field": name, "scope": scope}
