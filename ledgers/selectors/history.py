"""What became of one slot: the fact in force, what competes with it, and every change, newest first."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import Http404
from django.utils.translation import gettext as _

from ledgers.domain.absence import stand_in
from ledgers.domain.policy import FieldRule
from ledgers.models import Claim, Fact, Field, Slot, Source, Transaction
from ledgers.selectors import absences, facts, registries
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.finding import PAGE, readable_by
from ledgers.selectors.rules import as_registered
from ledgers.services import policies
from memoryhub.accounts.models import Member, Role

TIMELINE = 50
SEES_VALUES = (Role.REVIEWER, Role.AUDITOR)


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
        hidden=_sensitive(rule, [*views, *changes]) and not _sees(member, asked),
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
    people = Member.objects.filter(workspace=history.slot.workspace_id)
    owner = people.filter(key__iexact=key).first()
    away = absences.standing_in(history.slot.workspace, history.slot.field) if owner is not None else {}
    if owner is None or not away:
        return owner.name if owner else key
    active = set(people.filter(active=True).values_list("key", flat=True))
    decides = people.get(key=stand_in(owner.key, away, active))
    if decides == owner:
        return owner.name
    return _("%(stand_in)s for %(owner)s") % {"stand_in": decides.name, "owner": owner.name}


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


def _sensitive(rule: FieldRule, said: Sequence[FactView | Transaction]) -> bool:
    """By its field, or by something that was said in it."""
    return bool(rule.sensitivity) or any(not rule.watched.isdisjoint(one.claim.content) for one in said)


def _sees(member: Member, view: FactView) -> bool:
    return view.owner == member.key or member.has_role(*SEES_VALUES) or member.pk in _deciding(view)


def _deciding(view: FactView) -> set[uuid.UUID | None]:
    """Who may be asked about the fact beside its owner: those an open case was put to."""
    slot = view.claim.slot
    if slot is None:
        return set()
    cases = slot.cases.filter(state="open")
    return {case.owner_id for case in cases} | {case.backup_id for case in cases}
