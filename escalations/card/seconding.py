"""What a second person has to have seen of a payment before they confirm it: the same that the first one had to."""

from __future__ import annotations

from django.utils.translation import gettext as _

from escalations.card.decision_form import FormError
from escalations.card.reading import Card, ending
from escalations.models import Approval


def unseen(card: Card, given: Approval, last4: str, *, at: str = "confirm-last4") -> list[FormError]:
    """What is missing: the values opened as they are now, and the last signs of the one that would stand."""
    if card.case.sensitivity != "payment":
        return []
    if card.masked:
        return [FormError("reveal", _("Show the values first: you confirm what you have seen."))]
    wanted = _ending(card, given)
    if not wanted or ending(last4) == wanted:
        return []
    return [FormError(at, _("Type the last four signs of the value you let stand."))]


def _ending(card: Card, given: Approval) -> str:
    press = given.choice
    if press["choice"] == "other":
        return ending(str(press["value"]))
    named = f"accept:{press['claim']}" if press["claim"] else press["choice"]
    return card.endings.get(named, "")
