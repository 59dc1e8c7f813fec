"""What recall found, as rows of a page: each fact with all that its reader should know, and what was left out."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from ledgers.domain.order import Order
from ledgers.leaves import Reader, Shown
from ledgers.models import Source
from ledgers.naming import name_of, subject_name
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked, FactView
from ledgers.selectors.sight import hidden
from ledgers.standing import Standing, standing
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member
from memoryhub.recall import context
from memoryhub.recall.pages.words import LEFT_OUT, nearness
from memoryhub.recall.question import Item, Question, Recalled


@dataclass(frozen=True, slots=True)
class Beside:
    """A fact about the same that says something else."""

    id: uuid.UUID
    url: str
    scope: str
    value: Shown
    source: str


@dataclass(frozen=True, slots=True)
class Row:
    """A fact that would be told. `step` is how near it is, one to four."""

    fact: Standing
    subject: str
    field: str
    scope: str
    owner: str
    step: str
    near: Words
    worded: bool
    room: bool
    beside: list[Beside]


@dataclass(frozen=True, slots=True)
class Kept:
    """A fact that was near and would not be told."""

    id: uuid.UUID
    url: str
    subject: str
    field: str
    scope: str
    value: Shown
    why: Words


@dataclass(frozen=True, slots=True)
class Answer:
    """`text` is what goes into the prompt."""

    rows: list[Row]
    left_out: list[Kept]
    text: str
    version: int
    masked: bool


class Shower:
    """Shows facts of any field to one member, who may not see the values of all of them."""

    def __init__(self, member: Member, views: Iterable[FactView]) -> None:
        listed = list(views)
        self.masked = hidden(member, listed)
        here = {"workspace": member.workspace_id}
        said = {view.claim.source for view in listed}
        self.sources = dict(Source.objects.filter(**here, key__in=said).values_list("key", "name"))
        owners = {view.owner for view in listed if view.owner}
        people = Member.objects.filter(**here, key__in=owners)
        self.people: Mapping[str, str] = dict(people.values_list("key", "name"))

    def standing(self, view: FactView) -> Standing:
        return standing(view, self._reader(view))

    def value(self, view: FactView) -> Shown:
        return self._reader(view).value(view.claim)

    def source(self, view: FactView) -> str:
        return self.sources.get(view.claim.source) or view.claim.source

    def owner(self, view: FactView) -> str:
        return self.people.get(view.owner or "", view.owner or "")

    def _reader(self, view: FactView) -> Reader:
        ruled = view.ruled
        value_type, order = (ruled.field.type, ruled.rule.order) if ruled else ("text", Order(()))
        return Reader(value_type, order, self.sources, hide=view.id in self.masked)


def answer(member: Member, asked: Question, recalled: Recalled, version: int) -> Answer:
    """Rows, what was left out, and the text for the prompt, with what this member may not see masked in all three."""
    without = _left_out(member, asked, recalled)
    told = [view for item in recalled.items for view in (item.view, *item.beside)]
    show = Shower(member, [*told, *without.values()])
    text, count = context.block(member.workspace, recalled.items, max_tokens=asked.max_tokens, masked=show.masked)
    rows = [_row(item, show, room=number < count) for number, item in enumerate(recalled.items)]
    kept = [_kept(without[one.fact], one.why, show) for one in recalled.left_out if one.fact in without]
    return Answer(rows, kept, text, version, masked=any(view.id in show.masked for view in told))


def _left_out(member: Member, asked: Question, recalled: Recalled) -> dict[uuid.UUID, FactView]:
    at = facts.moment(Asked(as_of=asked.as_of, known_at=asked.known_at))
    ids: Sequence[uuid.UUID] = [one.fact for one in recalled.left_out]
    return {view.id: view for view in facts.views(member.workspace, ids, at)} if ids else {}


def _row(item: Item, show: Shower, *, room: bool) -> Row:
    view = item.view
    step, near = nearness(item.score)
    return Row(
        fact=show.standing(view),
        subject=subject_name(view.claim.subject),
        field=_field(view),
        scope=view.claim.scope,
        owner=show.owner(view),
        step=step,
        near=near,
        worded=item.worded,
        room=room,
        beside=[_beside(other, show) for other in item.beside],
    )


def _beside(view: FactView, show: Shower) -> Beside:
    return Beside(view.id, reverse("fact", args=[view.id]), view.claim.scope, show.value(view), show.source(view))


def _kept(view: FactView, why: str, show: Shower) -> Kept:
    place = (subject_name(view.claim.subject), _field(view), view.claim.scope)
    return Kept(view.id, reverse("fact", args=[view.id]), *place, show.value(view), LEFT_OUT.get(why, why))


def _field(view: FactView) -> str:
    return name_of(view.ruled.field if view.ruled else None, view.claim.field)
