"""Deciding cases through the service: what a signed-in owner's press does, without the page around it."""

from __future__ import annotations

from uuid import uuid4

from escalations import evidence
from escalations.deciding.choice import Choice
from escalations.deciding.decisions import decide
from escalations.models import Case
from ledgers.models import Claim, Fact
from tests.cases.world import World


def asking(claim: Claim) -> Case:
    """The open case in which a claim waits."""
    return Case.objects.get(candidates__claim=claim, candidates__left_at__isnull=True, state=Case.State.OPEN)


def seen(case: Case, choice: str) -> Choice:
    """A press on the page as it is at this moment."""
    case.refresh_from_db()
    return Choice(choice, case.version, evidence.digest(case), uuid4())


def press(place: World, case: Case, pressed: Choice) -> Case:
    """What ana's press makes of the case."""
    return decide(member=place.members["ana"], case_id=case.id, choice=pressed).case


def standing(claim: Claim) -> str:
    """Where a claim stands now: in the book, waiting, refused or taken out."""
    return Fact.objects.filter(claim=claim, recorded_during__upper_inf=True).latest("id").standing
