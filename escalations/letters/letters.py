"""Mails about cases: what is asked, who said what and since when, and the way to the case. Values are masked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from escalations import selectors, titles
from escalations.letters import links, notice_words
from escalations.models import Case, CaseClaim, Notice
from ledgers.domain.content import sensitivity_of
from ledgers.models import Claim, Fact, Field
from ledgers.naming import name_of, subject_name
from ledgers.showing import masked, shown
from memoryhub.accounts.models import Member
from memoryhub.hooks import mail

CONTACT = "contact"
# A case with more candidates than these says how many there are.
MOST = 3
LONGEST = 120


@dataclass(frozen=True, slots=True)
class Said:
    """One of the values that meet, as it may be mailed."""

    text: str
    source: str
    since: dt.datetime


@dataclass(frozen=True, slots=True)
class Part:
    """What a mail says of one case."""

    subject: str
    field: str
    scope: str
    title: str
    said: Sequence[str]
    standing: Said | None
    proposed: Sequence[Said]
    more: int
    due_at: dt.datetime
    open: bool
    link: str


def compose(member: Member, notices: Sequence[Notice]) -> mail.Letter | None:
    """One mail about all of these, in the reader's language and time zone; None for who cannot sign in."""
    user = member.user
    if user is None:
        return None
    zone = ZoneInfo(user.time_zone) if user.time_zone else member.workspace.zone
    with translation.override(user.language or member.workspace.language), timezone.override(zone):
        parts = _parts(member, notices)
        subject = notice_words.subject(notices)
        context = {"name": member.name, "parts": parts, "several": len(parts) > 1, "zone": zone, "subject": subject}
        return {
            "to": user.email,
            "subject": subject,
            "text": render_to_string("emails/notices.txt", context),
            "html": render_to_string("emails/notices.html", context),
        }


def _parts(member: Member, notices: Sequence[Notice]) -> list[Part]:
    by_case: dict[Case, list[Notice]] = {}
    for notice in notices:
        by_case.setdefault(notice.case, []).append(notice)
    standing = selectors.facts_in_force([case.slot_id for case in by_case])
    waiting = selectors.candidates(by_case)
    keys = [case.slot.field for case in by_case]
    fields = {row.key: row for row in Field.objects.filter(workspace=member.workspace_id, key__in=keys)}
    return [
        _part(
            member,
            told,
            fields.get(case.slot.field),
            standing=standing.get(case.slot_id, []),
            waiting=waiting.get(case.pk, []),
        )
        for case, told in by_case.items()
    ]


def _part(
    member: Member,
    told: Sequence[Notice],
    field: Field | None,
    *,
    standing: Sequence[Fact],
    waiting: Sequence[CaseClaim],
) -> Part:
    case = told[0].case
    kind = field.type if field is not None else "text"
    proposed = [_said(case, row, row.claim, kind) for row in waiting]
    text = links.issue(case, member)
    return Part(
        subject=subject_name(case.slot.subject.shown),
        field=name_of(field, case.slot.field),
        scope=case.slot.scope,
        title=str(titles.KINDS[case.kind]),
        said=list(dict.fromkeys(notice_words.words(notice.code) for notice in told)),
        standing=next((_said(case, row, row.carrier, kind) for row in standing), None),
        proposed=proposed[:MOST],
        more=max(0, len(proposed) - MOST),
        due_at=case.due_at,
        open=case.state == Case.State.OPEN,
        link=f"{settings.PUBLIC_URL}{reverse('case-link', args=[text])}",
    )


def _said(case: Case, row: Fact | CaseClaim, claim: Claim, kind: str) -> Said:
    text = " ".join(shown(claim.value, kind).split())
    source = getattr(row, "source_name", None) or claim.source
    classes = {case.sensitivity, sensitivity_of(frozenset(claim.content))}
    # A mail lies about in many places, and may quote a stranger.
    full = case.workspace.mails_contacts and classes <= {"", CONTACT}
    return Said(text[:LONGEST] if full else masked(text), source, claim.effective_at)
