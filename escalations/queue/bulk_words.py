"""What one press on several cases does, in words, with its values as the row beside shows them."""

from __future__ import annotations

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from escalations.models import Case
from escalations.queue.shown import Row
from ledgers.domain.tiers import Tier
from ledgers.models import Fact


def effect(action: str, shown: Row, chosen: Fact | None, standing: Fact | None) -> str:
    """What the press would do to this case."""
    if action == "keep":
        return _keep(shown)
    if action == "accept" and chosen is not None:
        return _accept(shown, chosen, standing)
    if action == "delegate":
        return _("Whoever you name may decide it, too. Its owner and its due date stay.")
    return _("It leaves your list until then. It stays due when it is.")


def closed(case: Case) -> str:
    who = case.decided_by.name if case.decided_by else _("the written rules")
    return _("%(who)s decided it already.") % {"who": who}


def not_yours(case: Case) -> str:
    name = case.owner.name if case.owner else _("an admin, who names an owner first")
    return _("This is for %(name)s to decide.") % {"name": name}


def alone() -> str:
    return _("Payments and permissions are accepted one by one: open it.")


def not_fresh() -> str:
    return _("It needs a fresh sign-in: confirm who you are, then try again.")


def _keep(shown: Row) -> str:
    said = {"old": shown.current.text if shown.current else "", "new": _proposed(shown)}
    if shown.current is None:
        return _("There is still no value. Refused: %(new)s.") % said
    return _("“%(old)s” stays in force. Refused: %(new)s.") % said


def _accept(shown: Row, chosen: Fact, standing: Fact | None) -> str:
    day = formats.date_format(timezone.localtime(chosen.effective_at), "DATE_FORMAT")
    said = {"old": shown.current.text if shown.current else "", "new": _proposed(shown), "day": day}
    if shown.current is None:
        return _("%(new)s is in force from %(day)s.") % said
    words = _("%(new)s is in force from %(day)s; “%(old)s” goes to history.") % said
    if standing is not None and standing.carrier.tier == Tier.SYSTEM_OF_RECORD:
        words += " " + _("A reminder to correct %(source)s stays open.") % {"source": shown.current.source}
    return words


def _proposed(shown: Row) -> str:
    return ", ".join(dict.fromkeys(f"“{side.text}”" for side in shown.proposed))
