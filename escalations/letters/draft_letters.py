"""Mails about drafts of the policy: to those who wrote one, and to those who may approve it."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.models import PolicyDraft
from ledgers.services.drafts.rights import authors
from ledgers.templatetags.quoting import legible
from memoryhub.accounts import letters, walls
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role

SAYS: dict[str, Words] = {
    "submitted": gettext_lazy("The draft “%(title)s” waits for your approval. Its authors cannot give it."),
    "approved": gettext_lazy("The draft “%(title)s” was approved. It can be put in force now or at a time."),
    "sent_back": gettext_lazy("The draft “%(title)s” was sent back; the reason stands beside it."),
    "conflict": gettext_lazy(
        "Another version of the policy came into force. The draft “%(title)s” has to be brought up to it and tried on "
        "history again; an approval it had counts no more."
    ),
    "held_up": gettext_lazy(
        "The draft “%(title)s” could not be put in force at its time. Its page says what blocks it."
    ),
    "activated": gettext_lazy("The draft “%(title)s” is in force now, as version %(version)s of the policy."),
}
TO_APPROVERS = frozenset({"submitted", "conflict", "activated"})
TO_AUTHORS = frozenset(SAYS) - {"submitted"}


def send(workspace_id: UUID, draft_id: UUID, what: str) -> None:
    """One mail to each person it concerns, in their language."""
    with walls.inside(workspace_id):
        rows = PolicyDraft.objects.select_related("workspace", "activated", "created_by")
        draft = rows.get(pk=draft_id)
        people = _people(draft, what)
    for member in people:
        _write(draft, member, what)


def _people(draft: PolicyDraft, what: str) -> list[Member]:
    wrote = authors(draft)
    rows = Member.objects.filter(workspace=draft.workspace_id, active=True, user__is_active=True)
    return [
        member
        for member in rows.select_related("user").order_by("id")
        if (what in TO_AUTHORS and member.key in wrote)
        or (what in TO_APPROVERS and Role.POLICY_APPROVER in member.roles and member.key not in wrote)
    ]


def _write(draft: PolicyDraft, member: Member, what: str) -> None:
    if member.user is None:
        return
    with translation.override(member.user.language or draft.workspace.language):
        title = legible(draft.title)
        said = {"title": title, "version": draft.activated.version if draft.activated else ""}
        link = f"{settings.PUBLIC_URL}{reverse('policy-draft-judge', args=[draft.pk])}"
        body = {"member": member, "said": str(SAYS[what]) % said, "link": link}
        text = render_to_string("emails/draft.txt", body)
        subject = _("The policy of %(workspace)s: %(title)s") % {
            "workspace": draft.workspace.name,
            "title": title,
        }
        letters.send_plain(to=member.user.email, subject=subject, text=text, link=link, label=_("Open the draft"))
