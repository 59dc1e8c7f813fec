"""What became of one slot: the fact in force, what competes with it, and every change, newest first."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from ledgers.domain.policy import FieldRule
from ledgers.formats.keys import subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Claim, Fact, Field, Slot, Source, Transaction
from ledgers.selectors import facts, registries
from ledgers.selectors.facts import Asked, FactView, Moment
from ledgers.selectors.owned import not_personal, owned_by, personal
from ledgers.selectors.rules import as_registered, rules_for
from ledgers.services import policies
from memoryhub.accounts.models import Member, Role

PAGE = 50
TIMELINE = 50
SEES_VALUES = (Role.REVIEWER, Role.AUDITOR)


@dataclass(frozen=True, slots=True)
class Search:
    """What the list of facts was asked for."""

    text: str = ""
    mine: bool = False
    after: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A slot as its page shows it. `asked` is the fact the address names, `standing` the one in force now."""

    slot: Slot
    registered: Field
    rule: FieldRule
    asked: FactView
    standing: FactView | None
    others: list[FactView]
    changes: list[Transaction]
    older: uuid.UUID | None
    targets: dict[uuid.UUID, Claim]
    hidden: bool
    sources: dict[str, str] = field(default_factory=dict)


def readable_by(member: Member) -> Q:
    """Facts a member may see: all outside personal scopes, and their own personal ones. An auditor reads all."""
    if member.has_role(Role.AUDITOR):
        return Q(workspace=member.workspace_id)
    return Q(workspace=member.workspace_id) & (not_personal() | personal(member))


def read(member: Member, claim_id: uuid.UUID, *, older: uuid.UUID | None = None) -> History:
    """The page of a fact; 404 where there is none or it is not theirs to see."""
    workspace = member.workspace
    claim = Claim.objects.select_related("slot__subject").filter(readable_by(member), pk=claim_id).first()
    if claim is None or claim.slot is None:
        raise Http404
    slot = claim.slot
    registered = registries.registered_field(workspace, slot.field)
    if registered is None:
        raise Http404
    version_policy = policies.active(workspace)
    rule = version_policy[1].rule(as_registered(registered, slot.field), slot.scope)
    views = _competing(member, slot, claim_id)
    asked = next((view for view in views if view.id == claim_id), None)
    if asked is None:
        raise Http404
    changes = _changes(slot, older)
    shown = changes[:TIMELINE]
    return History(
        slot=slot,
        registered=registered,
        rule=rule,
        asked=asked,
        standing=next((view for view in views if view.status == "accepted" and not _ends(view)), None),
        others=[view for view in views if view.status != "accepted" and not _ends(view)],
        changes=shown,
        older=shown[-1].pk if len(changes) > TIMELINE else None,
        targets=_targets(shown),
        hidden=bool(rule.sensitivity) and not _sees(member, asked),
        sources=dict(Source.objects.filter(workspace=workspace).values_list("key", "name")),
    )


def at(history: History, *, as_of: dt.datetime | None, known_at: dt.datetime | None) -> list[FactView]:
    """What held in the slot at an instant, as known now or as known then."""
    slot = history.slot
    asked = Asked(slot.subject.key, slot.field, slot.scope, as_of=as_of, known_at=known_at)
    found = facts.page(slot.workspace, ["*"], asked, limit=PAGE)
    return [view for view in found if view.claim.slot_id == slot.pk]


def owner_name(history: History) -> str:
    """Who owns the fact, by name; the key of somebody who is no member (yet)."""
    key = history.asked.owner
    if key is None:
        return ""
    found = Member.objects.filter(workspace=history.slot.workspace_id, key__iexact=key)
    return found.values_list("name", flat=True).first() or key


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


def sensitive_keys(member: Member, views: Sequence[FactView]) -> dict[str, str]:
    """The sensitive fields among these facts with their class, as policy and registry say it now."""
    rules = rules_for(member.workspace, {(view.claim.field, view.claim.scope) for view in views})
    return {key: rule.sensitivity for (key, _scope), rule in rules.items() if rule.sensitivity}


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
    """Place or value; the value of a sensitive field cannot be searched for, since finding it would tell it."""
    found = Q(slot__field__icontains=text) | Q(slot__scope__icontains=text)
    found |= Q(slot__subject__shown__icontains=text)
    # What cannot be a subject's name is only looked for as a part of one.
    with suppress(InvalidKey):
        found |= Q(slot__subject__key=subject_key(text)[0])
    sensitive = Field.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("slot__field")).exclude(
        sensitivity=""
    )
    return found | (Q(value_key__icontains=text) & ~Q(Exists(sensitive)))


def _overdue_first(view: FactView) -> tuple[bool, float, uuid.UUID]:
    return view.review_due is None, view.review_due.timestamp() if view.review_due else 0.0, view.id


def _competing(member: Member, slot: Slot, claim_id: uuid.UUID) -> list[FactView]:
    """Every value this slot holds or held that is still in the book, the strongest news first."""
    rows = Fact.objects.filter(slot=slot, recorded_during__upper_inf=True).order_by("-recorded_at", "-pk")
    ids = list(dict.fromkeys([claim_id, *rows.values_list("carrier_id", flat=True)[:PAGE]]))
    views = facts.views(member.workspace, ids, facts.moment(Asked()))
    return sorted(views, key=lambda view: view.recorded_at, reverse=True)


def _ends(view: FactView) -> bool:
    """A retract is no value of its own: it shows as the end of what it ended."""
    return view.claim.kind == Claim.Kind.RETRACT


def _changes(slot: Slot, older: uuid.UUID | None) -> list[Transaction]:
    rows = Transaction.objects.filter(slot=slot).select_related("claim__agent", "claim__member", "actor_member")
    if older is not None:
        rows = rows.filter(pk__lt=older)
    return list(rows.order_by("-pk")[: TIMELINE + 1])


def _targets(changes: Sequence[Transaction]) -> dict[uuid.UUID, Claim]:
    """The claims that changes name beside their own."""
    known = {change.claim_id: change.claim for change in changes}
    named = {key for change in changes for key in (change.target, change.fact) if key} - set(known)
    return {**known, **Claim.objects.in_bulk(list(named))}


def _sees(member: Member, view: FactView) -> bool:
    return view.owner == member.key or member.has_role(*SEES_VALUES) or member.pk in _deciding(view)


def _deciding(view: FactView) -> set[uuid.UUID | None]:
    """Who may be asked about the fact beside its owner: those an open case was put to."""
    slot = view.claim.slot
    if slot is None:
        return set()
    cases = slot.cases.filter(state="open")
    return {case.owner_id for case in cases} | {case.backup_id for case in cases}
