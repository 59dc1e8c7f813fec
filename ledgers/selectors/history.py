"""What became of one slot: the fact in force, what competes with it, and every change, newest first."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from ledgers.domain.absence import stand_in
from ledgers.domain.policy import FieldRule
from ledgers.domain.responsibility import may_propose
from ledgers.models import Claim, Field, Slot, Transaction
from ledgers.selectors import absences, around, facts
from ledgers.selectors.around import Around
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.finding import PAGE, readable_by
from ledgers.selectors.outcomes import decided_before
from memoryhub.accounts.models import Member, Role
from memoryhub.accounts.prepared import prepared

TIMELINE = 50
SEES_VALUES = (Role.REVIEWER, Role.AUDITOR)
MAY_ASK = (Role.REVIEWER, Role.ACCOUNT_ADMIN)
KINDS, EVERYTHING = Transaction.Kind, Q()
# What a timeline can be narrowed to. A claim that went to its owner was said, and no rule settled it.
SHOWN: Mapping[str, Q] = {
    "claims": Q(kind=KINDS.CLAIM),
    "rules": Q(kind__in=(KINDS.CLAIM, KINDS.SETTLED, KINDS.REGISTRY)) & ~Q(action="defer_verify"),
    "people": Q(kind__in=(KINDS.DECISION, KINDS.REVIEW, KINDS.UNDO, KINDS.ERASURE)),
}


@dataclass(frozen=True, slots=True)
class History:
    """A slot as its page shows it. `asked` is the fact the address names, `standing` the one in force now.

    `changes` are those of the page's timeline, `latest` the newest of all: why a fact holds is told from these.
    """

    slot: Slot
    registered: Field
    rule: FieldRule
    asked: FactView
    standing: FactView | None
    others: list[FactView]
    changes: list[Transaction]
    latest: Sequence[Transaction]
    older: uuid.UUID | None
    targets: Mapping[uuid.UUID, Claim]
    decided_before: Mapping[uuid.UUID, uuid.UUID]
    hidden: bool
    around: Around


def read(member: Member, claim_id: uuid.UUID, *, older: uuid.UUID | None = None, show: str = "") -> History:
    """The page of a fact, its timeline narrowed to one of SHOWN; 404 where there is none or it is not theirs to see."""
    slot, beside = place(member, claim_id)
    changes = _changes(slot, older, SHOWN.get(show, EVERYTHING))
    shown = changes[:TIMELINE]
    latest = _changes(slot)[:TIMELINE] if older or show in SHOWN else shown
    competing = [claim_id, *beside.competing]
    claims = _claims(competing, [*shown, *latest])
    views = facts.views(member.workspace, competing, facts.moment(Asked()), claims=claims)
    asked = next((view for view in views if view.id == claim_id), None)
    if asked is None or asked.ruled is None:
        raise Http404
    rule = asked.ruled.rule
    views.sort(key=lambda view: view.recorded_at, reverse=True)
    return History(
        slot=slot,
        registered=asked.ruled.field,
        rule=rule,
        asked=asked,
        standing=next((view for view in views if view.status == "accepted" and not _ends(view)), None),
        others=[view for view in views if view.status != "accepted" and not _ends(view)],
        changes=shown,
        latest=latest,
        older=shown[-1].pk if len(changes) > TIMELINE else None,
        targets=claims,
        decided_before=decided_before(shown),
        hidden=_sensitive(rule, [*views, *changes, *latest]) and not _sees(member, asked, beside),
        around=beside,
    )


def place(member: Member, claim_id: uuid.UUID) -> tuple[Slot, Around]:
    """The slot of a fact this member may see, and what hangs on it."""
    found = _placed(member, claim=claim_id)
    if not found or found[0].slot is None:
        raise Http404
    slot = found[0].slot
    slot.workspace = member.workspace
    return slot, around.of(found[0])


@prepared
def _placed(member: Member, *, claim: uuid.UUID) -> QuerySet[Claim]:
    return around.read(Claim.objects.filter(readable_by(member), pk=claim)).select_related("slot__subject")


def may_ask(member: Member, view: FactView, beside: Around) -> bool:
    """Whether the member may put it to its owner whether the fact is still true: so may the owner themselves."""
    return view.owner == member.key or member.pk in beside.deciding or member.has_role(*MAY_ASK)


def may_correct(member: Member, view: FactView, slot: Slot) -> bool:
    """Whether the member may propose another value in the slot of this fact."""
    return may_propose(view.responsible, f"member:{member.key}", slot.subject.key, slot.scope)


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
    somebody_away = Exists(absences.current(history.slot.workspace))
    owner = people.filter(key__iexact=key).annotate(somebody_away=somebody_away).first()
    if owner is None or not owner.somebody_away:
        return owner.name if owner else key
    away = absences.standing_in(history.slot.workspace, history.slot.field)
    active = set(people.filter(active=True).values_list("key", flat=True))
    decides = people.get(key=stand_in(owner.key, away, active))
    if decides == owner:
        return owner.name
    return _("%(stand_in)s for %(owner)s") % {"stand_in": decides.name, "owner": owner.name}


def _claims(competing: Sequence[uuid.UUID], changes: Sequence[Transaction]) -> dict[uuid.UUID, Claim]:
    """What the page speaks of: the claims whose values compete in the slot, and those that its changes name."""
    named = {key for change in changes for key in (change.target, change.fact, change.claim_id) if key}
    return facts.claims_of([*{*competing, *named}])


def _ends(view: FactView) -> bool:
    """A retract is no value of its own: it shows as the end of what it ended."""
    return view.claim.kind == Claim.Kind.RETRACT


def _changes(slot: Slot, older: uuid.UUID | None = None, shown: Q = EVERYTHING) -> list[Transaction]:
    return _changed(shown, slot=slot.pk, **({"older": older} if older else {}))


@prepared
def _changed(shown: Q, *, slot: uuid.UUID, older: uuid.UUID | None = None) -> QuerySet[Transaction]:
    rows = Transaction.objects.filter(shown, slot=slot).select_related("claim__agent", "claim__member", "actor_member")
    rows = rows if older is None else rows.filter(pk__lt=older)
    return rows.order_by("-pk")[: TIMELINE + 1]


def _sensitive(rule: FieldRule, said: Sequence[FactView | Transaction]) -> bool:
    """By its field, or by something that was said in it."""
    return bool(rule.sensitivity) or any(not rule.watched.isdisjoint(one.claim.content) for one in said)


def _sees(member: Member, view: FactView, beside: Around) -> bool:
    return view.owner == member.key or member.has_role(*SEES_VALUES) or member.pk in beside.deciding
