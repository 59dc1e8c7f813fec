"""Whether somebody may decide a case, and the words for it when they may not, or come too late."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats
from django.utils.translation import gettext as _

from escalations import cases, titles
from escalations.errors import AlreadyDecided, FourEyes, NotYours, SignInHeld
from escalations.members.other_sign_in import held_until
from escalations.models import Case
from escalations.routing import Reason, Verdict, may_decide, route
from ledgers import clock
from ledgers.selectors.taken_up import moment_in
from ledgers.wording import rule
from memoryhub.accounts.models import Member

HELD = frozenset({"payment", "permission"})


def verdict(case: Case, member: Member) -> Verdict:
    return may_decide(cases.question(case), member.key, at=moment_in(case.slot), active=cases.active_in(case))


def check_right(case: Case, member: Member) -> None:
    """Raises NotYours, which says whose it is, unless this member may decide the case now."""
    found = verdict(case, member)
    if found.allowed:
        return
    name = case.owner.name if case.owner else _("an admin, who names an owner first")
    if found.reason is Reason.OWN_CLAIM:
        raise FourEyes(_four_eyes(case), reason=found.reason)
    if found.reason is Reason.BACKUP_BEFORE_DUE:
        raise NotYours(_("You may decide as backup once the case is due."), reason=found.reason)
    raise NotYours(_("This is for %(name)s to decide.") % {"name": name}, reason=found.reason)


def check_sign_in(case: Case, member: Member) -> None:
    """Raises SignInHeld where money or rights hang on a sign-in that took the place of another a short while ago."""
    until = held_until(member, clock.now()) if case.sensitivity in HELD else None
    if until is not None:
        raise SignInHeld(hold_words(case, until), reason="sign_in_held")


def hold_words(case: Case, until: datetime) -> str:
    shown = formats.date_format(until.astimezone(case.slot.workspace.zone), "DATETIME_FORMAT")
    words = _("You were given another sign-in. Until %(until)s it decides and confirms no payment and no permission.")
    return words % {"until": shown}


def _four_eyes(case: Case) -> str:
    """Who may decide instead: whoever has the right and is not behind a claim that waits."""
    asked, active = cases.question(case), cases.active_in(case)
    where = route(asked, active=active)
    handed = {asked.assignee} & set(active)
    now = [key for key in {where.owner, *where.delegates, *handed} - {None} if key not in asked.proposers]
    later = [where.backup] if where.backup and where.backup not in asked.proposers else []
    # The backup's day comes with the due date, at once where nobody else owns the fact.
    keys = now or later
    names = (
        Member.objects.filter(workspace=case.workspace_id, key__in=keys).order_by("name").values_list("name", flat=True)
    )
    if not names:
        return _("You proposed this, so another person has to confirm it. Ask an account admin to name one.")
    who = ", ".join(names)
    if now or moment_in(case.slot) >= case.due_at or where.owner is None:
        return _("You proposed this, so another person has to confirm it: %(who)s.") % {"who": who}
    due = formats.date_format(case.due_at.astimezone(case.slot.workspace.zone), "DATETIME_FORMAT")
    return _("You proposed this, so another person has to confirm it: %(who)s, from %(due)s on.") % {
        "who": who,
        "due": due,
    }


def too_late(case: Case) -> AlreadyDecided:
    """Who decided it, or which rule closed it, and when."""
    who = case.decided_by.name if case.decided_by else _("the written rules")
    when = case.closed_at or case.opened_at
    shown = formats.date_format(when.astimezone(case.slot.workspace.zone), "DATETIME_FORMAT")
    what = titles.chosen(case, case.choice) if case.choice else rule(case.closed_because)
    detail = _("%(who)s decided this case at %(when)s: %(what)s.") % {"who": who, "when": shown, "what": what}
    return AlreadyDecided(detail, who=who, when=when, choice=case.choice or case.closed_because)
