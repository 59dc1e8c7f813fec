"""Views of the queue that somebody keeps: a name for what the address says. The address works without the name.

A view is its maker's alone until they share it. Then those who hold a role, or everyone in the workspace, find it and
see through it what they may see; account admins among them may rename and remove it, also once its maker has left.
"""

from __future__ import annotations

import re
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations.models import SavedView
from escalations.queue.filters import read_filters
from ledgers.domain.responsibility import personal
from ledgers.formats.keys import subject_key
from ledgers.formats.texts import fold
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member, Role, Workspace

LONGEST_NAME = 40
LONGEST_QUERY = 500
MOST = 20


class ViewRefused(Problem):
    """The view cannot be kept as it is asked for."""

    slug = "view-refused"
    title = gettext_lazy("This view cannot be kept so")


def keep(*, member: Member, name: str, query: str) -> SavedView:
    """Keep what the address says under a name; under a name the member uses already, it takes the old one's place."""
    name = _checked(name)
    kept = read_filters(QueryDict(query)).query
    if len(kept) > LONGEST_QUERY:
        raise ViewRefused(_("These filters are too long to be kept; shorten the search."))
    mine = SavedView.objects.filter(workspace=member.workspace_id, member=member)
    if mine.count() >= MOST and not mine.filter(name=name).exists():
        raise ViewRefused(_("You have %(most)d views. Remove one first.") % {"most": MOST})
    view, _made = SavedView.objects.update_or_create(
        workspace_id=member.workspace_id, member=member, name=name, defaults={"query": kept}
    )
    return view


def rename(*, member: Member, view_id: UUID, name: str) -> SavedView:
    view, name = find(member, view_id), _checked(name)
    others = SavedView.objects.filter(workspace=view.workspace_id, member=view.member_id, name=name)
    if others.exclude(pk=view.pk).exists():
        whose = _("Another view of yours has that name.")
        raise ViewRefused(whose if view.member == member else _("Another view of its maker has that name."))
    view.name = name
    _save(view, "name")
    return view


def share(*, member: Member, view_id: UUID, role: str = "") -> SavedView:
    """Let those who hold the role find a view of one's own; without a role everyone in the workspace."""
    view = find(member, view_id, own=True)
    if role and role not in Role.values:
        raise ViewRefused(_("Choose one of the roles, or everyone."))
    if not view.shared and _shared(member).count() >= MOST:
        raise ViewRefused(_("%(most)d views are shared here. One of them has to go first.") % {"most": MOST})
    view.shared, view.role = True, role
    _save(view, "shared", "role")
    return view


def unshare(*, member: Member, view_id: UUID) -> SavedView:
    view = find(member, view_id, own=True)
    view.shared, view.role = False, ""
    _save(view, "shared", "role")
    return view


def remove(*, member: Member, view_id: UUID) -> None:
    find(member, view_id).delete()


def find(member: Member, view_id: UUID, *, own: bool = False) -> SavedView:
    """A view that the member may change: one of their own, or unless it must be theirs a shared one, as an admin."""
    rows = SavedView.objects.filter(workspace=member.workspace_id).select_related("member")
    found = rows.filter(pk=view_id).first()
    if found is None or not (found.member == member or (not own and _finds(member, found) and may_tidy(member))):
        raise Http404
    return found


def offered_to(member: Member) -> Q:
    """The views that somebody finds because they are shared: with everyone, or with a role they hold."""
    return Q(shared=True) & (Q(role="") | Q(role__in=member.roles))


def _finds(member: Member, view: SavedView) -> bool:
    return view.shared and (not view.role or view.role in member.roles)


def forget(workspace: Workspace, subject: str) -> None:
    """Remove the views that name a subject which is erased: by their name, by what they look for, by its own scope."""
    key, _shown = subject_key(subject)
    name = key.partition(":")[2] or key
    named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    rows = SavedView.objects.filter(workspace=workspace)
    rows.filter(pk__in=[view.pk for view in rows if any(map(named.search, _said(view)))]).delete()


def _said(view: SavedView) -> list[str]:
    """What a view says in somebody's own words, folded as the keys of subjects are; and a scope of one person's own."""
    asked = read_filters(QueryDict(view.query))
    return [fold(view.name), fold(asked.text), fold(asked.account) if personal(asked.account) else ""]


def may_tidy(member: Member) -> bool:
    """Whether somebody may rename and remove what others share."""
    return member.has_role(Role.ACCOUNT_ADMIN)


def views_of(member: Member) -> list[SavedView]:
    return list(SavedView.objects.filter(workspace=member.workspace_id, member=member).order_by("name"))


def shared_with(member: Member) -> list[SavedView]:
    """What others share with this member, with who made it."""
    return list(
        _shared(member).filter(offered_to(member)).exclude(member=member).select_related("member").order_by("name")
    )


def _shared(member: Member) -> QuerySet[SavedView]:
    return SavedView.objects.filter(workspace=member.workspace_id, shared=True)


def _save(view: SavedView, *fields: str) -> None:
    """Refused where a shared view has the name: asked of the constraint, since two may share at the same moment."""
    try:
        with transaction.atomic():
            view.save(update_fields=fields)
    except IntegrityError as problem:
        if "saved_view_shared_name_unique" not in str(problem):
            raise
        raise ViewRefused(_("Another shared view has that name. Give yours a new one first.")) from problem


def _checked(name: str) -> str:
    name = " ".join(name.replace("\0", "").split())
    if not name or len(name) > LONGEST_NAME:
        raise ViewRefused(_("Give the view a name of 1 to %(most)d characters.") % {"most": LONGEST_NAME})
    return name
