"""What notices say, by their codes: in the inbox, and as the subject of a mail."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy, ngettext

from escalations.models import Notice
from ledgers.naming import subject_name
from memoryhub.accounts.errors import Words

UNKNOWN = gettext_lazy("Something changed in a question that concerns you")
WORDS: dict[str, Words] = {
    "case_opened": gettext_lazy("A question waits for you"),
    "reminder_50": gettext_lazy("Half of the time to decide is over"),
    "reminder_90": gettext_lazy("Little time is left to decide"),
    "reminder_100": gettext_lazy("The time to decide is over"),
    "reminder_150": gettext_lazy("A question stays undecided: name another owner"),
    "overdue": gettext_lazy("The time to decide is over"),
    "admin_overdue": gettext_lazy("A question stays undecided: name another owner"),
    "blocked": gettext_lazy("Nobody may decide this: name somebody"),
    "rerouted": gettext_lazy("A question is yours to decide now"),
    "delegated": gettext_lazy("A question was handed to you"),
    "handed_on": gettext_lazy("A question was handed to you"),
    "confirm_asked": gettext_lazy("A second person is needed: you"),
    "approval_cleared": gettext_lazy("Your first approval no longer counts"),
    "evidence_asked": gettext_lazy("Somebody asks for evidence of what you said"),
    "evidence_answered": gettext_lazy("The evidence you asked for is there"),
    "evidence_due": gettext_lazy("The evidence you asked for did not come"),
    "decided": gettext_lazy("Somebody decided a question of yours"),
}


def words(code: str) -> str:
    return str(WORDS.get(code, UNKNOWN))


def subject(notices: Sequence[Notice]) -> str:
    """The subject of a mail about these: no value in it, and of several no subject either."""
    cases = {notice.case_id for notice in notices}
    if len(cases) > 1:
        return ngettext("%(n)d question concerns you", "%(n)d questions concern you", len(cases)) % {"n": len(cases)}
    last = notices[-1]
    return f"{subject_name(last.case.slot.subject.shown)}: {words(last.code)}"
