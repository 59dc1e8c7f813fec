"""Who may do what with a draft."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from ledgers.draft_errors import AuthorsDoNotApprove, NotAnAuthor, WroteTheSame
from ledgers.models import DraftEdit, EmergencyRollback, PolicyDraft
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member, Role


def authors(draft: PolicyDraft) -> frozenset[str]:
    """Whoever started it, wrote in it or joined it, by key."""
    wrote = DraftEdit.objects.filter(draft=draft).values_list("member__key", flat=True)
    return frozenset({draft.created_by.key, *wrote})


def may_edit(member: Member) -> None:
    if not member.has_role(Role.POLICY_EDITOR):
        raise NotAllowed(_("Only a policy editor writes in drafts."))


def may_join(_draft: PolicyDraft, member: Member) -> None:
    may_edit(member)


def may_write_in(draft: PolicyDraft, member: Member) -> None:
    may_edit(member)
    if member.key not in authors(draft):
        raise NotAnAuthor


def may_judge(draft: PolicyDraft, member: Member) -> None:
    if not member.has_role(Role.POLICY_APPROVER):
        raise NotAllowed(_("Only a policy approver approves a draft or sends it back."))
    if member.key in authors(draft):
        raise AuthorsDoNotApprove
    if wrote_the_same(draft, member):
        raise WroteTheSame


def wrote_the_same(draft: PolicyDraft, member: Member) -> bool:
    """Whether they wrote in any draft what this one says, or put that in force alone. An edit that changed nothing (a
    start from what is in force, joining) wrote nothing. The trigger `verdict_guard` holds the same."""
    return PolicyDraft.objects.filter(same_words(member), pk=draft.pk).exists()


def same_words(member: Member, draft: str = "") -> Q:
    """The same, to be asked along with drafts, or with rows that have one under this name."""
    mine = {"workspace": member.workspace_id, "member": member}
    wrote = DraftEdit.objects.filter(**mine, after=OuterRef(f"{draft}hash")).exclude(changes=[])
    put = EmergencyRollback.objects.filter(**mine, version__hash=OuterRef(f"{draft}hash"))
    return Exists(wrote) | Exists(put)


def may_activate(_draft: PolicyDraft, member: Member) -> None:
    """What was approved is put in force by whoever may approve; nobody does it with the right to write alone."""
    if not member.has_role(Role.POLICY_APPROVER):
        raise NotAllowed(_("Only a policy approver puts a draft in force."))
