"""Links in mail: the way from a letter to a case. A link opens nothing by itself; whoever it names signs in first.

Only the hash of a link is kept. Mail is read by scanners and passed on, so looking a link up changes nothing, and its
text says nothing about the case.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.http import Http404
from django.utils.translation import gettext as _

from escalations.errors import LinkDead, NotYours
from escalations.models import Case, CaseLink
from escalations.routing import Reason
from ledgers import clock
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member

LASTS = timedelta(hours=72)


def issue(case: Case, member: Member, lasts: timedelta = LASTS) -> str:
    """A new link to the case for this member, as the text that goes into one mail and is kept nowhere.

    It names the version of the case that the mail tells of; the hash holds it together.
    """
    text = f"{case.version:x}.{secrets.token_urlsafe(24)}"
    CaseLink.objects.create(
        workspace_id=case.workspace_id, case=case, member=member, hash=_hash(text), expires_at=clock.now() + lasts
    )
    return text


def find(text: str, members: Sequence[Member]) -> CaseLink:
    """The link, looked for in the workspaces of the person who holds it; 404 anywhere else.

    Raises NotYours for a link that a mail carried to somebody else of the same workspace.
    """
    for member in members:
        with walls.inside(member.workspace):
            rows = CaseLink.objects.select_related("case__slot__subject", "case__slot__workspace", "case__decided_by")
            link = rows.filter(workspace=member.workspace_id, hash=_hash(text)).first()
        if link is None:
            continue
        if link.member_id != member.pk:
            raise NotYours(_("This link was sent to another person."), reason=Reason.NOT_RESPONSIBLE)
        return link
    raise Http404


def is_current(link: CaseLink, text: str) -> bool:
    """Whether the case is still what the mail told of."""
    return text.partition(".")[0] == f"{link.case.version:x}"


def use(link: CaseLink, text: str) -> None:
    """Take the link: once, not after it has run out, and for what the mail told of."""
    now = clock.now()
    if not is_current(link, text):
        raise LinkDead(_("This case changed since the mail was sent. The case is in your queue."))
    if link.expires_at <= now:
        raise LinkDead(_("This link has run out. The case is in your queue."))
    with walls.inside(link.workspace_id):
        taken = CaseLink.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=now)
    if not taken:
        raise LinkDead(_("This link was used before. The case is in your queue."))


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="replace")).digest()
