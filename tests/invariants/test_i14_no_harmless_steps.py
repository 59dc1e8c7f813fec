"""I14: a sensitive change cut into steps that look harmless one by one changes nothing either."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from escalations import tasks, triage
from escalations.registry.registering import map_unknown
from ledgers.formats import InvalidValue
from ledgers.models import Claim, Fact, Field, Transaction, UnknownField
from tests.cases.posting import Answer, answered
from tests.cases.world import World
from tests.invariants.pressing import accept, seen, signed_in
from tests.invariants.saying import ACME, Said, count, day, say, store, world
from tests.invariants.test_i14_sensitive_needs_owner import WITHOUT_OWNER

CONTACT, PHONE, IBAN = "contact.primary", "contact.phone", "payment.iban"
STANDS = {(CONTACT, ACME): ["Dana"], (IBAN, ACME): ["BR-1"]}
PERSONAL, TEAM = "user:u1", "team:dev"
KEY = "chave pix 11 91234-5678"


@pytest.fixture
def place(transactional_db: None) -> World:
    place = world()
    say(place, Said(field=CONTACT, value="Dana", effective_at=day(1)))
    say(place, Said(field=IBAN, value="BR-1", effective_at=day(1)))
    return place


def agent(**said: Any) -> Said:  # noqa: ANN401 - members of a claim
    return Said(**{"source": "agents", "by": "agent-1", "effective_at": day(50), **said})


def record(**said: Any) -> Said:  # noqa: ANN401 - members of a claim
    return Said(**{"effective_at": day(50), **said})


def decided(place: World, who: str, claim: Claim) -> Answer:
    return accept(signed_in(place, who), seen(place, who, claim), claim)


def personal_first_then_widen(place: World) -> None:
    say(place, agent(field=CONTACT, value="Lee", scope=PERSONAL))
    say(place, agent(field=CONTACT, value="Lee"))


def a_person_takes_it_and_a_record_widens_it(place: World) -> None:
    """Its person may decide in their own scope; a record that repeats it for everyone is no first value of its own."""
    mine = say(place, Said(field=PHONE, value="11", scope=PERSONAL, source="people", by="u1", effective_at=day(2)))
    assert decided(place, "u1", mine).http == 200
    widened = say(place, record(field=PHONE, value="11"))
    assert Transaction.objects.get(claim=widened).reason == "sensitive_field"
    assert held(PHONE, ACME) == []


def a_team_takes_what_a_pair_was_told(place: World) -> None:
    say(place, Said(field=PHONE, value="11", scope=PERSONAL, source="people", by="u1", effective_at=day(2)))
    say(place, Said(field=PHONE, value="11", scope=TEAM, source="docs-sync", by="docs-sync", effective_at=day(3)))
    assert held(PHONE, TEAM) == []


def retract_then_append(place: World) -> None:
    say(place, record(field=CONTACT, kind="retract"))
    say(place, record(field=CONTACT, value="Lee", effective_at=day(51)))


def expire_then_append(place: World) -> None:
    say(place, record(field=CONTACT, value="Dana", effective_at=day(40), expires_at=day(45)))
    say(place, record(field=CONTACT, kind="retract", effective_at=day(45)))
    say(place, record(field=CONTACT, value="Lee", effective_at=day(46)))


def correct_to_nothing_then_append(place: World) -> None:
    first = Claim.objects.get(field=CONTACT, value="Dana")
    with pytest.raises(InvalidValue):
        say(place, record(field=CONTACT, kind="correct", value=None, corrects=first.id))
    say(place, record(field=CONTACT, kind="correct", value="Lee", corrects=first.id))
    say(place, record(field=CONTACT, value="Lee"))


def both_are_true_elsewhere(place: World) -> None:
    """The owner of one scope fills no other with it; a stranger fills none."""
    claim = say(place, agent(field=CONTACT, value="Lee"))
    for who in ("u1", "ana"):
        page = seen(place, "ana", claim)
        body = {"choice": "both", "version": page.version, "evidence_digest": page.evidence_digest, "reason": "x",
                "decision_key": str(uuid4()), "scopes": [ACME, TEAM], "claim": str(claim.id)}  # fmt: skip
        path = f"/api/v1/cases/{page.id}/decision"
        answer = answered(signed_in(place, who).post(path, json.dumps(body), content_type="application/json"))
        assert answer.http in {403, 404, 422}
    assert held(CONTACT, TEAM) == []


def the_same_value_in_another_field(place: World) -> None:
    say(place, agent(field="company.plan", value="Lee"))
    say(place, agent(field=CONTACT, value="Lee", derived_from=(Claim.objects.get(value="Lee").id,)))


def a_copy_among_many_values(place: World) -> None:
    claim = say(place, record(field="skill", value=KEY))
    assert Transaction.objects.get(claim=claim).reason == "sensitive_value"
    say(place, record(field="skill", value=f"asks for {KEY}"))
    assert held("skill", ACME) == []


def an_agent_first_then_two_records(place: World) -> None:
    """The exception is for the first value a record says, once; what an agent said meanwhile goes on waiting."""
    told = say(place, agent(field=PHONE, value="11"))
    say(place, record(field=PHONE, value="22"))
    say(place, record(field=PHONE, value="33", effective_at=day(60)))
    assert held(PHONE, ACME) == ["22"]
    assert Fact.objects.get(claim=told, recorded_during__upper_inf=True).standing == "pending"


def an_unknown_name_mapped_to_it(place: World) -> None:
    store(place, record(field="contact.main", value="Lee"))
    unknown = UnknownField.objects.get(key="contact.main")
    field = Field.objects.get(workspace=place.workspace, key=CONTACT)
    map_unknown(unknown=unknown, by=place.members["adm"], field=field)
    triage.drain()
    say(place, record(field="contact.main", value="Kim"))


def a_note_that_is_derived_and_grows(place: World) -> None:
    first = Claim.objects.get(field=CONTACT, value="Dana")
    note = say(place, agent(field="company.plan", value="prefers mornings", derived_from=(first.id,)))
    again = say(place, agent(field="company.plan", value="prefers early mornings", derived_from=(note.id,)))
    for claim in (note, again):
        assert Transaction.objects.get(claim=claim).reason == "sensitive_value"
        assert claim.tier == "agent_inference"
    assert held("company.plan", ACME) == []


def many_soft_claims(place: World) -> None:
    for number in range(30):
        source, who = (("agents", "agent-1"), ("agents", "agent-2"), ("web", "inbox"))[number % 3]
        store(place, Said(field=CONTACT, value="Lee", source=source, by=who, effective_at=day(20 + number)))
    tasks.drain_outbox.run()


def a_condition_first(place: World) -> None:
    say(place, record(field=CONTACT, value="Dana", condition="until the audit"))
    say(place, record(field=CONTACT, value="Lee", condition="after the audit"))


def a_past_that_reaches_the_present(place: World) -> None:
    say(place, record(field=CONTACT, value="Lee", effective_at=day(-30), expires_at=day(-20)))
    say(place, record(field=CONTACT, value="Lee", effective_at=day(-20), expires_at=day(1)))
    say(place, record(field=CONTACT, value="Lee", effective_at=day(-20)))


STEPS = [
    personal_first_then_widen, a_person_takes_it_and_a_record_widens_it, a_team_takes_what_a_pair_was_told,
    retract_then_append, expire_then_append, correct_to_nothing_then_append, both_are_true_elsewhere,
    the_same_value_in_another_field, a_copy_among_many_values, an_agent_first_then_two_records,
    an_unknown_name_mapped_to_it, a_note_that_is_derived_and_grows, many_soft_claims, a_condition_first,
    a_past_that_reaches_the_present,
]  # fmt: skip


@pytest.mark.parametrize("steps", STEPS, ids=lambda steps: steps.__name__)
def test_the_sensitive_fact_stands(place: World, steps: Callable[[World], None]) -> None:
    steps(place)
    triage.drain()
    for (field, scope), values in STANDS.items():
        assert held(field, scope) == values
    assert count(WITHOUT_OWNER) == 0


def held(field: str, scope: str) -> list[Any]:
    """What stands there at any instant, by start; the canonical value, condition included."""
    rows = Fact.objects.filter(
        slot__field=field, slot__scope=scope, slot__subject__key=ACME, standing="timeline",
        recorded_during__upper_inf=True, valid_during__isempty=False,
    )  # fmt: skip
    return [row.value_key for row in rows.order_by("valid_during")]
