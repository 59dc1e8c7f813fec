"""A name that looks like a known subject's waits until an owner says whose it is; nothing is merged by itself."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from escalations import triage
from escalations.models import Case
from ledgers.models import Claim, Fact, Subject, Transaction
from ledgers.replay.replaying import replay
from ledgers.services import unknown
from ledgers.services.fields import save_field
from tests.cases.posting import Answer, answered
from tests.cases.world import World
from tests.invariants.pressing import case_of, seen, signed_in
from tests.invariants.saying import ACME, Said, day, say, store, world

# The first letter is Cyrillic.
TWIN = "client:\u0430cme"


@pytest.fixture
def place(transactional_db: None) -> World:
    place = world()
    say(place, Said(value="gold", effective_at=day(1)))
    return place


def press(place: World, claim: Claim, choice: str, who: str = "ana") -> Answer:
    page = seen(place, who, claim)
    body = {"choice": choice, "version": page.version, "evidence_digest": page.evidence_digest,
            "decision_key": str(uuid4()), "reason": "Asked by phone."}  # fmt: skip
    path = f"/api/v1/cases/{page.id}/decision"
    return answered(signed_in(place, who).post(path, json.dumps(body), content_type="application/json"))


def plans(subject: str) -> list[Any]:
    rows = Fact.objects.filter(
        slot__subject__key=subject, standing="timeline", recorded_during__upper_inf=True, valid_during__isempty=False
    )
    return [row.carrier.value for row in rows.order_by("valid_during")]


def test_it_waits_whoever_says_it(place: World) -> None:
    claim = say(place, Said(subject=TWIN, value="silver", effective_at=day(2)))
    case = case_of(claim)
    assert (case.kind, case.state, case.owner) == ("look_alike", "open", place.members["ana"])
    assert Transaction.objects.get(claim=claim).reason == "lookalike_subject"
    assert claim.answer["body"]["reason"] == "lookalike_subject"
    assert (plans(ACME), plans(TWIN)) == (["gold"], [])


def test_a_sensitive_field_asks_whose_it_is_first(place: World) -> None:
    claim = say(place, Said(subject=TWIN, field="contact.primary", value="Lee", effective_at=day(2)))
    assert case_of(claim).kind == "look_alike"


def test_the_same_is_said_again_about_the_known_subject_and_judged_there(place: World) -> None:
    claim = say(place, Said(subject=TWIN, value="silver", effective_at=day(2)))
    assert press(place, claim, "same").http == 200
    triage.drain()
    resaid = Claim.objects.get(slot__subject__key=ACME, value="silver")
    assert (resaid.member, resaid.effective_at, resaid.tier) == (place.members["ana"], day(2), "authorized_person")
    # A person does not outrank the record that stands.
    assert (plans(ACME), plans(TWIN)) == (["gold"], [])
    assert Fact.objects.get(claim=claim, recorded_during__upper_inf=True).standing == "rejected"


def test_what_was_called_the_same_asks_again_only_with_something_new(place: World) -> None:
    said = Said(subject=TWIN, value="silver", effective_at=day(2))
    press(place, say(place, said), "same")
    assert Transaction.objects.get(claim=say(place, said)).rule == "detect.barred_owner"
    assert case_of(say(place, Said(subject=TWIN, value="bronze", effective_at=day(3)))).kind == "look_alike"


def test_another_stands_on_its_own_in_every_place_and_is_not_asked_about_again(place: World) -> None:
    plan = say(place, Said(subject=TWIN, value="silver", effective_at=day(2)))
    contact = say(place, Said(subject=TWIN, field="contact.primary", value="Lee", source="agents", by="agent-1"))
    assert press(place, plan, "another").http == 200
    assert (plans(ACME), plans(TWIN)) == (["gold"], ["silver"])
    # The sensitive one waits on, for the reason every first value of its field has.
    case = Case.objects.get(candidates__claim=contact, state="open")
    assert case.kind == "first_value"
    assert Fact.objects.get(claim=contact, recorded_during__upper_inf=True).reason == "sensitive_field"
    later = say(place, Said(subject=TWIN, value="bronze", effective_at=day(3)))
    assert Transaction.objects.get(claim=later).status == "accepted"


def test_another_asks_anew_about_what_is_sensitive_in_the_case_itself(place: World) -> None:
    contact = say(place, Said(subject=TWIN, field="contact.primary", value="Lee", source="agents", by="agent-1"))
    assert press(place, contact, "another").http == 200
    assert [case.kind for case in Case.objects.filter(candidates__claim=contact).order_by("pk")] == [
        "look_alike", "first_value",
    ]  # fmt: skip
    assert plans(TWIN) == []


def test_refused_is_refused(place: World) -> None:
    claim = say(place, Said(subject=TWIN, value="silver", effective_at=day(2)))
    assert press(place, claim, "refuse").http == 200
    assert Fact.objects.get(claim=claim, recorded_during__upper_inf=True).standing == "rejected"
    assert Subject.objects.get(key=TWIN).waits


def test_only_its_own_choices_are_offered(place: World) -> None:
    claim = say(place, Said(subject=TWIN, value="silver", effective_at=day(2)))
    assert press(place, claim, "accept").http == 422
    assert press(place, claim, "another", "eva").http == 403
    assert plans(TWIN) == []


def test_a_name_under_an_unknown_field_is_kept_apart_too(place: World) -> None:
    claim = store(place, Said(subject=TWIN, field="colour", value="blue"))
    save_field(workspace=place.workspace, by=place.members["adm"], key="colour")
    unknown.place(workspace=place.workspace, key="colour", field="colour")
    triage.drain()
    assert case_of(claim).kind == "look_alike"


def test_a_look_alike_of_a_look_alike_is_told_of_the_known_subject(place: World) -> None:
    say(place, Said(subject=TWIN, value="silver"))
    say(place, Said(subject="client:acm\u0435", value="bronze"))
    known = Subject.objects.get(key=ACME)
    assert {subject.looks_like for subject in Subject.objects.exclude(key=ACME)} == {known}


def test_two_that_look_alike_do_not_come_in_side_by_side(place: World) -> None:
    pairs = [(f"client:nova{number}", f"client:n\u043ev\u0430{number}") for number in range(8)]

    def post(subject: str) -> None:
        say(place, Said(subject=subject, value="gold", effective_at=day(1)))
        connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(post, [name for pair in pairs for name in pair]))
    for pair in pairs:
        assert Subject.objects.filter(key__in=pair, looks_like__isnull=False).count() == 1
        assert len(plans(pair[0]) + plans(pair[1])) == 1


def test_the_log_tells_each_answer_again(place: World) -> None:
    """What waited for its name, or for what it says, replays to the same bytes and the same decisions."""
    for number, choice in enumerate(["same", "refuse", "another"]):
        claim = say(place, Said(subject=TWIN, value=f"silver {number}", effective_at=day(2 + number)))
        assert press(place, claim, choice).http == 200
    say(place, Said(field="company.status", value="write to lee@example.com", effective_at=day(2)))
    triage.drain()
    done = replay(place.workspace)
    assert done.same, done.differences
