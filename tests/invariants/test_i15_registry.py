"""I15: who may not propose never changes an accepted fact: their claim waits. Every role, relation and field class."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import pytest

from ledgers.models import Fact, Responsibility, Transaction
from ledgers.services.responsibilities import save_responsibility
from memoryhub.accounts.models import Agent, Member, Role
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world

# How the author relates to the place: named, named by a pattern, the person it is about, named elsewhere, nobody.
RELATIONS = ["named", "by pattern", "self", "elsewhere", "nobody"]
AUTHORS = ["agent", *(str(role) for role in Role)]
# field, first value, another value
CLASSES = {
    "plain": ("company.plan", "gold", "silver"),
    "many-valued": ("skill", "python", "go"),
    "reviewed": ("price.list", 100, 110),
    "contact": ("contact.primary", "Dana", "Lee"),
    "payment": ("payment.iban", "BR-111", "BR-999"),
    "permission": ("access.role", "reader", "editor"),
}
SENSITIVE = {"contact", "payment", "permission"}
MAY = {"named", "by pattern", "self"}


@dataclass
class Cell:
    """One claim of the matrix: who says it, and how they relate to the place."""

    author: str
    relation: str

    @property
    def key(self) -> str:
        kind = "robot" if self.author == "agent" else self.author.replace("_", "-")
        return f"helper-{kind}" if self.relation == "by pattern" else f"{self.relation}-{kind}"


CELLS = [Cell(author, relation) for author, relation in product(AUTHORS, RELATIONS)]


def people(place: World) -> None:
    """Everybody the matrix needs, each with one role, and the rows that say who may propose."""
    for cell in CELLS:
        who = {"workspace": place.workspace, "key": cell.key, "name": cell.key}
        if cell.author == "agent":
            place.agents[cell.key] = Agent.objects.create(**who)
        else:
            place.members[cell.key] = Member.objects.create(**who, roles=[cell.author])
    named = [place.author_key(cell.key) for cell in CELLS if cell.relation == "named"]
    elsewhere = [place.author_key(cell.key) for cell in CELLS if cell.relation == "elsewhere"]
    row(place, "client:acme", ["self", "agent:helper-*", "member:helper-*", "agent:crm-sync", *named])
    row(place, "client:other", elsewhere)


def row(place: World, scope: str, proposers: list[str]) -> None:
    owner, backup = place.members["ana"], place.members["eva"]
    save_responsibility(
        workspace=place.workspace, by=None, scope=scope, owner=owner, backup=backup, proposers=proposers
    )


@pytest.mark.django_db
@pytest.mark.parametrize("sort", CLASSES)
def test_every_cell_of_the_matrix(sort: str) -> None:
    """All through the strongest source: strength is no right."""
    place = world()
    people(place)
    field, first, other = CLASSES[sort]
    for number, cell in enumerate(CELLS):
        subject = f"client:{cell.key}" if cell.relation == "self" else f"client:s{number}"
        standing = say(place, Said(field=field, subject=subject, value=first, effective_at=day(1)))
        claim = say(place, Said(field=field, subject=subject, value=other, by=cell.key, effective_at=day(9)))
        held = Fact.objects.get(claim=claim, recorded_during__upper_inf=True)
        entry = Transaction.objects.get(claim=claim)
        told = f"{cell.author}, {cell.relation}, {sort}: {entry.action} {entry.rule} {entry.reason}"
        still = Fact.objects.get(claim=standing, standing="timeline", recorded_during__upper_inf=True)
        if cell.relation in MAY and sort not in SENSITIVE:
            assert held.standing == "timeline", told
            assert entry.action == ("append" if sort == "many-valued" else "revise"), told
        else:
            assert held.standing == "pending", told
            assert entry.action == "defer_verify", told
            assert entry.reason == ("sensitive_field" if sort in SENSITIVE else "proposer_not_authorised"), told
            assert still.valid_during.upper is None, told


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["retract", "correct"])
def test_a_retract_and_a_correction_wait_too(kind: str) -> None:
    """From a system of record, stronger than what stands."""
    place = world()
    people(place)
    standing = say(place, Said(value="gold", source="people", by="ana", effective_at=day(1), scope="client:x"))
    said = Said(kind=kind, by="nobody-robot", effective_at=day(9), scope="client:x")
    if kind == "correct":
        said.value, said.corrects = "silver", standing.id
    claim = say(place, said)
    assert Fact.objects.get(claim=claim).standing == "pending"
    assert Transaction.objects.get(claim=claim).reason == "proposer_not_authorised"


@pytest.mark.django_db
def test_where_nobody_is_responsible_nobody_may_propose() -> None:
    place = world()
    Responsibility.objects.filter(workspace=place.workspace).delete()
    claim = say(place, Said(value="gold", effective_at=day(1)))
    assert Fact.objects.get(claim=claim).standing == "pending"


@pytest.mark.django_db
def test_the_agreement_of_a_stranger_lends_no_rank() -> None:
    """It changes nothing, so it need not wait; nor may it lift what the stranger likes."""
    place = world()
    people(place)
    say(place, Said(value="gold", source="agents", by="named-robot", effective_at=day(1)))
    agreed = say(place, Said(value="gold", by="nobody-robot", effective_at=day(2)))
    claim = say(place, Said(value="silver", source="people", by="named-owner", effective_at=day(3)))
    assert Transaction.objects.get(claim=agreed).action == "noop"
    assert Transaction.objects.get(claim=claim).action == "revise"
