"""Views of the queue that somebody keeps: a name for what the address says. The address works without the name."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations.models import SavedView
from escalations.queue.filters import read_filters
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member

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
    others = SavedView.objects.filter(workspace=member.workspace_id, member=member, name=name).exclude(pk=view.pk)
    if others.exists():
        raise ViewRefused(_("Another view of yours has that name."))
    view.name = name
    view.save(update_fields=["name"])
    return view


def remove(*, member: Member, view_id: UUID) -> None:
    find(member, view_id).delete()


def find(member: Member, view_id: UUID) -> SavedView:
    found = SavedView.objects.filter(workspace=member.workspace_id, member=member, pk=view_id).first()
    if found is None:
        raise Http404
    return found


def views_of(member: Member) -> list[SavedView]:
    return list(SavedView.objects.filter(workspace=member.workspace_id, member=member).order_by("name"))


def _checked(name: str) -> str:
    name = " ".join(name.replace("\0", "").split())
    if not name or len(name) > LONGEST_NAME:
        raise ViewRefused(_("Give the view a name of 1 to %(most)d characters.") % {"most": LONGEST_NAME})
    return name
