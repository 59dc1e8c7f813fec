"""What still keeps a draft from being put before a second person, and where each of it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledgers.domain.findings import Finding, Level
from ledgers.models import Backtest, PolicyDraft
from ledgers.policy_pages.backtest_told import figure
from ledgers.policy_pages.found import NUMBER, in_words
from ledgers.policy_pages.heading import Heading
from ledgers.policy_pages.place_words import Names, place
from ledgers.policy_pages.proof import nothing
from ledgers.policy_pages.sheet import names
from ledgers.selectors.drafts import Trial
from ledgers.wording_policy import say
from memoryhub.accounts.errors import Words

# What the draft is right about, and the registry has to follow.
REGISTRY = frozenset(
    {"source_not_registered", "source_of_other_tier", "nobody_responsible", "too_few_people", "external_above_internal"}
)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding of lint: where, what is wrong and what to do, and the page on which that is done."""

    place: str
    words: Words
    url: str
    link: str
    blocks: bool


@dataclass(frozen=True, slots=True)
class Point:
    """One of the things that have to hold, whether it does, and otherwise where it is mended."""

    id: str
    words: str
    met: bool
    url: str = ""
    link: str = ""
    findings: tuple[Told, ...] = ()


def points(head: Heading) -> tuple[Point, ...]:
    """All of them, in the order in which a draft meets them."""
    draft = head.draft
    here = reverse("policy-draft", args=[draft.pk])
    return (
        *_document(head, here),
        _checked(head),
        *_tried(head, f"{here}backtest"),
    )


def findings(head: Heading) -> tuple[Told, ...]:
    """All that lint says, what blocks first."""
    called = names(head.draft.document, head.known)
    told = [_finding(found, head.draft, called) for found in head.findings]
    return tuple(sorted(told, key=lambda one: not one.blocks))


def _document(head: Heading, here: str) -> Iterator[Point]:
    draft = head.draft
    if draft.base.active:
        words = _("It is based on the version in force.")
        yield Point("base", words, met=True)
    else:
        words = _("Another version came into force since it was begun.")
        yield Point("base", words, met=False, url=f"{here}rebase", link=_("Bring it up to date"))
    if draft.hash == draft.base.hash:
        words = _("It says what its base says: there is nothing to approve.")
        yield Point("content", words, met=False, url=here, link=_("Write in it"))
    else:
        yield Point("content", _("It says something else than its base."), met=True)


def _checked(head: Heading) -> Point:
    blocking = tuple(one for one in findings(head) if one.blocks)
    if not blocking:
        return Point("lint", _("The check finds nothing that blocks it."), met=True)
    words = ngettext("The check finds %(n)d thing to mend:", "The check finds %(n)d things to mend:", len(blocking))
    return Point("lint", words % {"n": len(blocking)}, met=False, findings=blocking)


def _tried(head: Heading, backtest: str) -> Iterator[Point]:
    trial, last = head.trial, head.last
    if last is not None and last.state in Backtest.GOING:
        yield Point(
            "backtest", _("It is being tried on history."), met=False, url=backtest, link=_("See how far it is")
        )
    elif trial is None and last is not None and last.state == Backtest.State.DONE:
        words = _("It was tried on a part of history alone: a run over everything is still missing.")
        yield Point("backtest", words, met=False, url=backtest, link=_("Backtest"))
    elif trial is None:
        words = _("It was not tried on history yet.")
        yield Point("backtest", words, met=False, url=backtest, link=_("Try it on history"))
    elif not trial.fresh:
        words = _("The draft or its base changed since it was tried on history.")
        yield Point("backtest", words, met=False, url=backtest, link=_("Try it again"))
    else:
        yield from _result(trial)


def _proof(trial: Trial) -> str:
    if trial.decisions:
        words = ngettext(
            "It was tried as it stands on the one recorded decision there is.",
            "It was tried as it stands on all %(n)s recorded decisions, in all accounts.",
            trial.decisions,
        )
        return words % {"n": figure(trial.decisions)}
    return nothing(trial.unread)


def _result(trial: Trial) -> Iterator[Point]:
    here = reverse("policy-backtest", args=[trial.backtest.pk])
    yield Point("backtest", _proof(trial), met=True, url=here, link=_("Backtest"))
    if trial.differs:
        words = _("Taken again, past decisions come out otherwise: what the draft would do cannot be believed.")
        yield Point("control", words, met=False, url=here, link=_("See which"))
        return
    if trial.decisions:
        yield Point("control", _("Every decision that can be taken again came out as it was recorded."), met=True)
    left = len(trial.unanswered)
    if left:
        words = ngettext(
            "It contradicts %(n)d decision of a person that nobody answered for.",
            "It contradicts %(n)d decisions of people that nobody answered for.",
            left,
        )
        yield Point("notes", words % {"n": left}, met=False, url=f"{here}#contradicted", link=_("Write the notes"))
    elif count := len(trial.contradicted):
        words = ngettext(
            "It contradicts %(n)d decision of a person, which has a note.",
            "It contradicts %(n)d decisions of people, and each has a note.",
            count,
        )
        yield Point("notes", words % {"n": count}, met=True, url=f"{here}#contradicted", link=_("Read the notes"))
    else:
        yield Point("notes", _("It contradicts no decision of a person."), met=True)


def _finding(found: Finding, draft: PolicyDraft, called: Names) -> Told:
    where = place(NUMBER.sub("", found.where), called) if found.where else ""
    if found.code in REGISTRY:
        url, link = reverse("registry"), _("To the registry")
    else:
        url, link = reverse("policy-draft", args=[draft.pk]), _("To the draft")
    return Told(where, say(in_words(found, called)), url, link, found.level is Level.BLOCKING)
