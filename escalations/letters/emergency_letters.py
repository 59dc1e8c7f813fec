"""Mails about a version that was put back at once: to everybody who may approve."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.models import EmergencyRollback
from memoryhub.accounts import letters, walls
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role

SAYS: dict[str, Words] = {
    "rolled_back": gettext_lazy(
        "%(name)s put the policy back at once: version %(version)d says again what was in force before version "
        "%(left)d. Reason: “%(reason)s”. A second policy approver has to let that stand within 24 hours; otherwise "
        "version %(left)d comes back."
    ),
    "ratified": gettext_lazy("The emergency rollback of %(name)s stands: a second person ratified it."),
    "given_back": gettext_lazy(
        "Nobody ratified the emergency rollback of %(name)s within 24 hours: what version %(left)d said is in force "
        "again, and the rollback is a draft that has to be tried and approved."
    ),
    "held_up": gettext_lazy(
        "Nobody ratified the emergency rollback of %(name)s within 24 hours, but what version %(left)d said cannot "
        "come back: %(why)s Version %(version)d stays in force until then. The page says what to do; it is tried again "
        "every minute."
    ),
}
# Who looks after the registry and the account, too, where something has to be put right.
ADMINS = (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


def send(workspace_id: UUID, rollback_id: UUID, what: str) -> None:
    """One mail to each of them, in their language."""
    with walls.inside(workspace_id):
        done = _rollback(workspace_id, rollback_id)
        roles = [Role.POLICY_APPROVER, *(ADMINS if what == "held_up" else ())]
        rows = Member.objects.filter(workspace=workspace_id, active=True, user__is_active=True)
        people = list(rows.filter(roles__overlap=roles).select_related("user").order_by("id"))
    for member in people:
        _write(done, member, what)


def _rollback(workspace_id: UUID, rollback_id: UUID) -> EmergencyRollback:
    rows = EmergencyRollback.objects.select_related("workspace", "member", "left", "version")
    return rows.get(workspace=workspace_id, pk=rollback_id)


def _write(done: EmergencyRollback, member: Member, what: str) -> None:
    if member.user is None:
        return
    with translation.override(member.user.language or done.workspace.language):
        said = {
            "name": done.member.name,
            "version": done.version.version,
            "left": done.left.version,
            "reason": done.reason,
            "why": done.failed_because,
        }
        page = "policy-emergency" if member.has_role(Role.POLICY_APPROVER) else "policy-history"
        link = f"{settings.PUBLIC_URL}{reverse(page)}"
        text = render_to_string("emails/draft.txt", {"member": member, "said": str(SAYS[what]) % said, "link": link})
        subject = _("The policy of %(workspace)s was put back at once") % {"workspace": done.workspace.name}
        letters.send_plain(to=member.user.email, subject=subject, text=text, link=link, label=_("Open the policy"))
