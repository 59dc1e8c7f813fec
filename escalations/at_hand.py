"""A case taken in hand for a step that decides nothing: asking for evidence, handing it on, putting it off.

Inside a transaction: the row is locked, what the page showed is compared, and the right to decide is looked at.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from escalations.delegation import visible_to
from escalations.errors import EvidenceChanged
from escalations.models import Case
from escalations.rights import check_right, too_late
from memoryhub.accounts.models import Member, Role


def take(member: Member, case_id: UUID, version: int, *, helping: tuple[Role, ...] = ()) -> Case:
    """The case, locked, for who may decide it or holds one of the `helping` roles.

    Raises Http404, NotYours, AlreadyDecided, EvidenceChanged.
    """
    rows = Case.objects.filter(visible_to(member)).select_related("slot__subject", "slot__workspace", "assignee")
    case = (
        rows.select_related("owner", "backup", "decided_by").select_for_update(of=("self",)).filter(pk=case_id).first()
    )
    if case is None:
        raise Http404
    if not member.has_role(*helping):
        check_right(case, member)
    if case.state != Case.State.OPEN:
        raise too_late(case)
    if version != case.version:
        raise EvidenceChanged(_("Something changed since this was shown. Look again before you go on."))
    return case
