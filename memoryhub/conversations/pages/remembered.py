"""What each character remembers about a person, and what of their messages was not kept."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from ledgers import clock
from ledgers.leaves import Quote, quote
from ledgers.models import Claim, Fact
from ledgers.naming import name_of
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.owned import personal
from ledgers.selectors.standing import in_force
from ledgers.showing import shown
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member
from memoryhub.conversations.models import Conversation, Message
from memoryhub.conversations.pages.talks import addresses
from memoryhub.conversations.readers import offline
from memoryhub.conversations.wording import KINDS, WHY_NOT_KEPT
from memoryhub.recall.wording import NOTES

MOST = 300
# Of the latest messages that were read without a language model, what was passed over is read once more.
LOOKED_AT, EXAMPLES = 20, 8
PUT_BACK_DAYS, PUT_BACK = 30, 10


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that is remembered. `waits`: not told to anybody yet. `simple`: a note, which is changed in place."""

    id: uuid.UUID
    url: str
    text: str
    kind: Words
    condition: str
    since: dt.datetime
    until: dt.datetime | None
    quote: Quote
    # Where the message that it was said in stands.
    said_at: str
    own: bool
    waits: bool
    simple: bool
    # The key of a press about it, so that a second one is a repeat.
    press: uuid.UUID = field(default_factory=uuid.uuid4)


@dataclass(frozen=True, slots=True)
class Character:
    """A character, and what it remembers; without a name it is what holds with every one of them."""

    scope: str
    name: str
    notes: list[Note]


@dataclass(frozen=True, slots=True)
class PassedOver:
    text: str
    why: Words


def characters(member: Member) -> list[Character]:
    """Those who remember something, and those who were talked to and remember nothing."""
    grouped: dict[str, list[Note]] = {f"pair:{member.key}/{name}".casefold(): [] for name in _talked_to(member)}
    views = _each_once(member, _views(member))
    said = addresses(member, [quote(view.claim) for view in views])
    for view in views:
        grouped.setdefault(view.claim.scope.casefold(), []).append(_note(member, view, said))
    return [
        Character(scope, scope.partition("/")[2], sorted(notes, key=lambda note: note.since, reverse=True))
        for scope, notes in sorted(grouped.items())
    ]


def one(member: Member, fact: uuid.UUID) -> FactView | None:
    """A thing that is remembered about this member, in force or waiting."""
    return next((view for view in _views(member, [fact])), None)


def once(member: Member, fact: uuid.UUID) -> bool:
    """Whether it was ever said in the member's own scopes."""
    return Claim.objects.filter(personal(member), workspace=member.workspace_id, pk=fact).exists()


def waits_already(member: Member, view: FactView) -> bool:
    """Whether the member's own word for it waits."""
    return _same(view) in {_same(one) for one in _own_that_wait(member, _views(member))}


def forgotten(member: Member) -> list[Claim]:
    """What the member had forgotten of late and did not put back."""
    since = clock.now() - dt.timedelta(days=PUT_BACK_DAYS)
    rows = Claim.objects.filter(workspace=member.workspace_id, member=member, kind=Claim.Kind.RETRACT)
    rows = rows.filter(received_at__gte=since, slot__field__startswith=NOTES, erased_at__isnull=True)
    stand = set(in_force(clock.now()).filter(personal(member)).values_list("slot_id", flat=True)[:MOST])
    found = {
        claim.slot_id: claim
        for claim in rows.exclude(evidence__has_key="replaces").select_related("slot").order_by("id")
        if claim.slot_id not in stand and claim.scope.casefold().startswith((f"pair:{member.key}/", "user:"))
    }
    return list(found.values())[-PUT_BACK:][::-1]


def passed_over(member: Member) -> list[PassedOver]:
    """Of the latest messages: what is not kept, each thing once, and why."""
    own = Message.objects.filter(
        workspace=member.workspace_id, conversation__user=member, role=Message.Role.USER, offline=True
    ).exclude(text="")
    latest = own.select_related("conversation__workspace", "conversation__user").order_by("-id")[:LOOKED_AT]
    found = {one.text: one.why for message in latest for one in offline(message).not_kept}
    return [PassedOver(text, WHY_NOT_KEPT[why]) for text, why in list(found.items())[:EXAMPLES]]


def _talked_to(member: Member) -> Sequence[str]:
    rows = Conversation.objects.filter(workspace=member.workspace_id, user=member, erased_at__isnull=True)
    return list(rows.order_by("character").values_list("character", flat=True).distinct()[:MOST])


def _own_that_wait(member: Member, views: Sequence[FactView]) -> list[FactView]:
    return [view for view in views if view.status == "pending" and view.claim.member_id == member.pk]


def _same(view: FactView) -> tuple[object, ...]:
    return view.claim.slot_id, repr(view.value), view.claim.condition


def _each_once(member: Member, views: Sequence[FactView]) -> list[FactView]:
    """What waits in the member's own word stands for what waits of the same; the newest comes first."""
    own = {_same(view): view.id for view in reversed(_own_that_wait(member, views))}
    return [view for view in views if view.status != "pending" or own.get(_same(view), view.id) == view.id]


def _views(member: Member, only: Sequence[uuid.UUID] = ()) -> list[FactView]:
    """The newest in the member's own scopes that are in force or wait."""
    now = facts.moment(Asked())
    here = Fact.objects.filter(personal(member), workspace=member.workspace_id, value_key__isnull=False)
    waiting = here.filter(standing=Fact.Standing.PENDING, recorded_during__upper_inf=True)
    rows = in_force(now.now).filter(pk__in=here.values("pk")) | waiting
    rows = rows.filter(carrier__in=only) if only else rows
    ids = list(rows.order_by("-carrier_id").values_list("carrier_id", flat=True).distinct()[:MOST])
    found = facts.views(member.workspace, ids, now)
    return [one for one in found if one.status in ("accepted", "pending") and one.claim.kind != Claim.Kind.RETRACT]


def _note(member: Member, view: FactView, said: Mapping[str, str]) -> Note:
    claim, rests_on = view.claim, quote(view.claim)
    key = claim.kept_field
    registered = view.ruled.field if view.ruled else None
    simple = key.startswith(NOTES)
    return Note(
        id=view.id,
        url=reverse("fact", args=[view.id]),
        text=shown(view.value, registered.type if registered else "text"),
        kind=KINDS.get(key.removeprefix(NOTES).partition(".")[0], _("note")) if simple else name_of(registered, key),
        condition=claim.condition,
        since=view.valid_from or claim.effective_at,
        until=view.valid_to,
        quote=rests_on,
        said_at=said.get(rests_on.ref, ""),
        own=claim.member_id == member.pk,
        waits=view.status == "pending",
        simple=simple,
    )
