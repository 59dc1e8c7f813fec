"""An owner hands one case to somebody else, or puts it off: the owner stays the owner, and its time runs on."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from escalations import at_hand, cases, notices
from escalations.errors import InvalidStep, NotYours
from escalations.models import Case
from escalations.rerouting import Places
from escalations.routing import Reason
from ledgers import clock
from memoryhub.accounts.models import Member


@transaction.atomic
def delegate(*, member: Member, case_id: UUID, to: str, version: int) -> Case:
    """Let the member of that key decide this one case too; nobody (an empty key) takes it back."""
    case = at_hand.take(member, case_id, version)
    if to and case.assignee_id == member.pk and case.owner_id != member.pk:
        raise NotYours(_("It was handed to you: decide it, or give it back."), reason=Reason.ASSIGNEE)
    whom = _whom(case, member, to) if to else None
    if whom is None and case.assignee_id is None:
        raise InvalidStep("#/to", _("Say who may decide it."))
    at = clock.now()
    cases.bump(case, assignee=whom)
    if whom is None:
        cases.event(case, at, "taken_back", member=member)
    else:
        # In whose name: as long as the case stays theirs, whoever stands in for them.
        of = Places(case.slot.workspace).placed(case).answers
        cases.event(case, at, "handed_on", member=member, to=whom.key, of=of)
        notices.tell(case, at, "handed_on", member=whom)
    case.refresh_from_db()
    return case


def _whom(case: Case, member: Member, key: str) -> Member:
    """An active person who may sign in, is not the owner, and is not behind a claim where two people are needed."""
    known = Member.objects.filter(workspace=case.workspace_id, active=True, user__isnull=False)
    found = known.filter(key=key).first()
    if found is None:
        raise InvalidStep("#/to", _("Nobody active has this key: %(key)s.") % {"key": key[:64]})
    if found.pk in {member.pk, case.owner_id}:
        raise InvalidStep("#/to", _("%(name)s may decide it already.") % {"name": found.name})
    if found.only_audits:
        raise InvalidStep("#/to", _("%(name)s is an auditor, who decides nothing.") % {"name": found.name})
    asked = cases.question(case)
    if asked.four_eyes and found.key in asked.proposers:
        words = _("%(name)s proposed this, and two people are needed: somebody else has to decide.")
        raise InvalidStep("#/to", words % {"name": found.name})
    return found


@transaction.atomic
def snooze(*, member: Member, case_id: UUID, until: datetime | None, version: int, reason: str = "") -> Case:
    """Put a case off until a day, never past its due date, or until something new comes (no day). Its time runs on.

    Why is kept as the case's reason until it is decided: an erasure finds it there.
    """
    case = at_hand.take(member, case_id, version)
    at = clock.now()
    if case.due_at <= at:
        raise InvalidStep("#/until", _("It is due already, so it cannot be put off."))
    until = until or case.due_at
    if not at < until <= case.due_at:
        raise InvalidStep("#/until", _("Choose a day from now on that is not past the due date."))
    cases.bump(case, snoozed_until=until, reason=reason)
    cases.event(case, at, "snoozed", member=member, until=until.isoformat())
    case.refresh_from_db()
    return case


def wake_due(now: datetime) -> int:
    """Bring back what was put off until now, in the workspace at hand; the number of cases."""
    over = Case.objects.filter(state=Case.State.OPEN, snoozed_until__lte=now)
    return sum(_wake(case, now) for case in over)


def _wake(case: Case, now: datetime) -> bool:
    # Conditional, so that two sweeps tell it once.
    woken = Case.objects.filter(pk=case.pk, snoozed_until__lte=now).update(snoozed_until=None)
    if woken:
        cases.event(case, now, "woken")
    return bool(woken)
