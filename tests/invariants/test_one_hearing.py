"""A case that is taken up answers every question as the database would: two ways of reading are told alike."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction

from escalations import cases, evidence, triage, write_backs
from escalations.hearing import hear
from escalations.models import Case
from escalations.time import absences
from ledgers import clock
from ledgers.models import PolicyVersion
from ledgers.services import policies
from ledgers.services.locks import lock
from ledgers.services.responsibilities import save_responsibility
from memoryhub.accounts.models import Agent, Member
from tests.cases.world import World
from tests.invariants.saying import Said, day, store, world
from tests.invariants.test_i02_every_change_is_logged import random_claim

RECORDS = frozenset({"crm-sync", "billing-sync"})
READINGS = {
    *("question", "for whom is away", "delegates", "proposers"),
    *("active", "candidates", "digest", "last words"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_a_case_that_is_taken_up_says_what_the_database_says(seed: int) -> None:
    random, place = Random(seed), world()
    _people(random, place)
    _absences(random, place)
    for record in sorted(RECORDS):
        # Two systems of record that disagree: chance brings them too seldom.
        said = Said("contact.primary", subject="client:c6", value=record, source=record, by=record, effective_at=day(1))
        triage.settle_now(store(place, said).id)
    for _number in range(60):
        triage.settle_now(store(place, _claim(random, place)).id)
    told: set[str] = set()
    for case in Case.objects.filter(state=Case.State.OPEN).order_by("id"):
        if random.random() < 0.3:
            Case.objects.filter(pk=case.pk).update(assignee=place.members["u2"])
        told |= _alike(case)
    # None of them is empty for all cases: two that say nothing would be alike too.
    assert told == READINGS


def _people(random: Random, place: World) -> None:
    """Two people for contacts, delegates in a row of their own, an agent somebody answers for, and one who left."""
    members = place.members
    document = {**PolicyVersion.objects.get(workspace=place.workspace, active=True).document, "four_eyes": ["contact"]}
    policies.activate(workspace=place.workspace, document=document, member=members["adm"])
    delegates = random.sample([members[key] for key in ("bia", "u1", "u2")], 2)
    save_responsibility(
        workspace=place.workspace, by=None, scope="client:*", field=random.choice(["contact.*", "company.*"]),
        subject=f"client:c{random.randint(1, 5)}", owner=members["rui"], backup=members["ana"], delegates=delegates,
        proposers=["agent:crm-sync", "agent:billing-sync", "member:ana", "agent:agent-*", "agent:inbox"],
    )  # fmt: skip
    Agent.objects.filter(pk=place.agents["agent-1"].pk).update(controller=members["u1"])
    Member.objects.filter(pk=random.choice(delegates).pk).update(active=False)


def _absences(random: Random, place: World) -> None:
    """One that holds, one that will, one that was."""
    now, a_day = clock.now(), timedelta(days=1)
    ana, rui, eva, adm = (place.members[key] for key in ("ana", "rui", "eva", "adm"))
    fields = random.choice([(), ("contact.*",), ("company.*", "contact.*")])
    absences.begin(member=ana, by=adm, delegate=rui, begins=now - a_day, ends=now + a_day, fields=fields)
    absences.begin(member=rui, by=adm, delegate=eva, begins=now + a_day, ends=now + 2 * a_day)
    over = absences.begin(member=eva, by=adm, delegate=adm, begins=now - a_day, ends=now + a_day)
    absences.end(absence=over, by=adm)


def _claim(random: Random, place: World) -> Said:
    said = random_claim(random, place)
    if said.source == "crm-sync" and random.random() < 0.5:
        said.source = said.by = "billing-sync"
    return said


def _alike(case: Case) -> set[str]:
    """Every reading in both ways; the names of those that told anything."""
    with transaction.atomic():
        taken = hear(case.id, lock([case.slot_id])[case.slot_id])
        pairs = zip(_readings(taken), _readings(Case.objects.get(pk=case.pk)), strict=True)
        found = [(name, here, there) for (name, here), (_name, there) in pairs]
    for name, here, there in found:
        assert here == there, (name, case.kind, case.slot.field)
    return {name for name, here, _there in found if here}


def _readings(case: Case) -> Iterable[tuple[str, Any]]:
    asked = cases.question(case)
    yield "question", asked
    yield "for whom is away", asked.stand_ins
    yield "delegates", asked.responsibility.delegates if asked.responsibility else None
    yield "proposers", asked.proposers
    yield "active", cases.active_in(case)
    yield "candidates", evidence.candidates(case)
    yield "digest", evidence.digest(case)
    yield "last words", write_backs._last_words(case, RECORDS)
