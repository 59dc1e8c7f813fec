"""Finding facts in force: by place, by value, or by who owns them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from ledgers.domain import review
from ledgers.formats.keys import subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Fact, Field
from ledgers.selectors import facts
from ledgers.selectors.about import Moment
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.owned import not_personal, owned_by, personal
from ledgers.selectors.rules import rules_for
from ledgers.selectors.standing import in_force, said_last
from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.prepared import prepared

PAGE = 50
# A fact's id, field and scope, and when it was said last.
Found = tuple[uuid.UUID, str, str, dt.datetime]
# Of more facts than this, the latest are not looked through for what is due.
MOST_OWNED = 5000


@dataclass(frozen=True, slots=True)
class Search:
    """What the list of facts was asked for."""

    text: str = ""
    after: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """A fact of somebody's, and when they have to look at it again."""

    due: dt.datetime | None
    id: uuid.UUID

    @property
    def place(self) -> tuple[bool, str, str]:
        """Where it stands in the list: what is due first comes first, and no two facts share a place."""
        return self.due is None, self.due.isoformat() if self.due else "", str(self.id)


def readable_by(member: Member) -> Q:
    """Facts a member may see: all outside personal scopes, and their own personal ones. An auditor reads all."""
    if member.has_role(Role.AUDITOR):
        return Q(workspace=member.workspace_id)
    return Q(workspace=member.workspace_id) & (not_personal() | personal(member))


def search(member: Member, asked: Search) -> tuple[list[FactView], uuid.UUID | None]:
    """Facts in force that mention the text, a page by id."""
    moment = facts.moment(Asked())
    onward = {"after": asked.after} if asked.after else {}
    ids = _found(member, asked.text, PAGE + 1, as_of=moment.as_of, **onward)
    views = facts.views(member.workspace, ids[:PAGE], moment)
    return views, ids[PAGE - 1] if len(ids) > PAGE else None


@prepared
def _found(
    member: Member, text: str, most: int, *, as_of: dt.datetime, after: uuid.UUID | None = None
) -> QuerySet[Fact, uuid.UUID]:
    rows = in_force(as_of).filter(readable_by(member), _mentions(text) if text else Q())
    rows = rows if after is None else rows.filter(carrier_id__gt=after)
    return rows.order_by("carrier_id").values_list("carrier_id", flat=True).distinct()[:most]


def owned(member: Member, text: str, moment: Moment) -> list[Owned]:
    """The facts in force that the member owns, by when their review is due; those that are never reviewed come last."""
    found = _mine(member, owned_by(member), text, as_of=moment.as_of)
    days, zone = _review_days(member, found), member.workspace.zone
    due: dict[uuid.UUID, Owned] = {}
    for key, field, _scope, at in found:
        due.setdefault(key, Owned(review.due(at, days.get(field), zone), key))
    return sorted(due.values(), key=lambda one: one.place)


def _review_days(member: Member, found: Iterable[Found]) -> Mapping[str, int | None]:
    """How often the facts of each field are looked at again. The scope is no part of it: one of each will do."""
    scopes = {field: scope for _id, field, scope, _said in found}
    return {field: rule.review_days for (field, _scope), rule in rules_for(member.workspace, scopes.items()).items()}


@prepared
def _mine(member: Member, own: Q, text: str, *, as_of: dt.datetime) -> QuerySet[Fact, Found]:
    """The facts, each with field and scope, and when it was said last."""
    rows = in_force(as_of).filter(readable_by(member), own, _mentions(text) if text else Q())
    named = rows.annotate(said=said_last()).order_by("carrier_id")
    return named.values_list("carrier_id", "slot__field", "slot__scope", "said")[:MOST_OWNED]


def is_sensitive(view: FactView) -> bool:
    """By its field or by what it says, as policy and registry say it now."""
    rule = view.ruled.rule if view.ruled else None
    return rule is not None and (bool(rule.sensitivity) or not rule.watched.isdisjoint(view.claim.content))


def _mentions(text: str) -> Q:
    """Place or value; what is sensitive cannot be searched for by its value, since finding it would tell it."""
    found = Q(slot__field__icontains=text) | Q(slot__scope__icontains=text)
    found |= Q(slot__subject__shown__icontains=text)
    # What cannot be a subject's name is only looked for as a part of one.
    with suppress(InvalidKey):
        found |= Q(slot__subject__key=subject_key(text)[0])
    sensitive = Field.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("slot__field")).exclude(
        sensitivity=""
    )
    return found | (Q(value_key__icontains=text, carrier__content=[]) & ~Q(Exists(sensitive)))
