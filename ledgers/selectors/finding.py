"""Finding facts in force: by place, by value, or by who owns them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from ledgers.formats.keys import subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Fact, Field
from ledgers.selectors import facts
from ledgers.selectors.about import Moment
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.owned import not_personal, owned_by, personal
from ledgers.selectors.rules import rules_for
from memoryhub.accounts.models import Member, Role

PAGE = 50


@dataclass(frozen=True, slots=True)
class Search:
    """What the list of facts was asked for."""

    text: str = ""
    mine: bool = False
    after: uuid.UUID | None = None


def readable_by(member: Member) -> Q:
    """Facts a member may see: all outside personal scopes, and their own personal ones. An auditor reads all."""
    if member.has_role(Role.AUDITOR):
        return Q(workspace=member.workspace_id)
    return Q(workspace=member.workspace_id) & (not_personal() | personal(member))


def search(member: Member, asked: Search) -> tuple[list[FactView], uuid.UUID | None]:
    """Facts in force that mention the text, a page by id; with `mine` those the member owns, overdue first."""
    moment = facts.moment(Asked())
    rows = _in_force(moment).filter(readable_by(member))
    if asked.text:
        rows = rows.filter(_mentions(asked.text))
    if asked.mine:
        ids = _carriers(rows.filter(owned_by(member)), 10 * PAGE)
        return sorted(facts.views(member.workspace, ids, moment), key=_overdue_first), None
    if asked.after:
        rows = rows.filter(carrier_id__gt=asked.after)
    ids = _carriers(rows, PAGE + 1)
    views = facts.views(member.workspace, ids[:PAGE], moment)
    return views, ids[PAGE - 1] if len(ids) > PAGE else None


def sensitive_facts(member: Member, views: Sequence[FactView]) -> set[uuid.UUID]:
    """Which of these facts are sensitive, by their field or by what they say, as policy and registry say it now."""
    rules = rules_for(member.workspace, {(view.claim.field, view.claim.scope) for view in views})
    found = ((view.id, view.claim.content, rules.get((view.claim.field, view.claim.scope))) for view in views)
    return {key for key, content, rule in found if rule and (rule.sensitivity or rule.watched.intersection(content))}


def _in_force(moment: Moment) -> QuerySet[Fact]:
    return Fact.objects.filter(
        moment.known(),
        standing=Fact.Standing.TIMELINE,
        value_key__isnull=False,
        valid_during__contains=moment.as_of,
    )


def _carriers(rows: QuerySet[Fact], limit: int) -> list[uuid.UUID]:
    return list(rows.order_by("carrier_id").values_list("carrier_id", flat=True).distinct()[:limit])


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


def _overdue_first(view: FactView) -> tuple[bool, float, uuid.UUID]:
    return view.review_due is None, view.review_due.timestamp() if view.review_due else 0.0, view.id
