"""Asking the owner of a fact whether it is still true, before its review date does."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from escalations import blocked, cases
from escalations.errors import InvalidStep, NotYours
from escalations.models import Case
from ledgers import clock
from ledgers.models import Slot
from ledgers.selectors import book, facts, history
from ledgers.services.locks import lock
from memoryhub.accounts.models import Member


@transaction.atomic
def ask_for_review(*, member: Member, fact: uuid.UUID) -> tuple[Case, bool]:
    """The open case about a fact in force, and whether this opened it: what is asked already is not asked twice.

    Who owns the fact is told, unless it is the owner who asks.
    """
    place, around = history.place(member, fact)
    slot = lock([place.pk])[place.pk]
    view = facts.one(member.workspace, fact)
    if view is not None and not history.may_ask(member, view, around):
        raise NotYours(_("Its owner, reviewers and account admins ask for a review."), reason="")
    window = book.in_force(slot, clock.now())
    if view is None or view.status != "accepted" or window is None:
        raise InvalidStep("#/fact", _("It is not in force any more."))
    # The claim that carries the fact: another one may only support it.
    carrier = uuid.UUID(window.carrier)
    known = asked_already(slot, carrier)
    if known is not None:
        return known, False
    case = open_review(slot, carrier, quiet=view.owner == member.key)
    cases.event(case, case.opened_at, "review_asked", member=member)
    blocked.look([case], case.opened_at)
    return case, True


def asked_already(slot: Slot, fact: uuid.UUID) -> Case | None:
    """What waits for a decision there: a question about another value comes first."""
    waiting = Case.objects.filter(slot=slot, state=Case.State.OPEN)
    question = waiting.filter(kind__in=Case.QUESTIONS).first()
    return question or waiting.filter(kind=Case.Kind.REVIEW_DUE, fact=fact).first()


def open_review(slot: Slot, fact: uuid.UUID, *, quiet: bool) -> Case:
    """A review that a person asks for, and no date; `quiet` where nobody has to be told."""
    at = clock.after(slot.clock)
    kind, cause = Case.Kind.REVIEW_DUE, f"{Case.ASKED}{at.isoformat()}"
    return cases.open_case(slot, kind=kind, at=at, fact=str(fact), cause=cause, quiet=quiet)
