"""I21: what looks like a sensitive field or a known subject is refused or waits; none of it is accepted."""

from __future__ import annotations

import os
from random import Random

import pytest

from ledgers.errors import InvalidClaim
from ledgers.formats import InvalidKey
from ledgers.formats.keys import is_field_key
from ledgers.models import Claim, Fact, Slot, Subject, UnknownField
from ledgers.selectors.near import nearest, sensitive_keys
from tests.cases.world import World
from tests.factories import activate, read_policy
from tests.invariants.confusables import of_key, of_subject
from tests.invariants.saying import ACME, Said, day, say, store, world

EACH = 200 if os.environ.get("PROVE") else 60
SHIPPED = "ledgers/policies/shipped.toml"
KNOWN = [ACME, "client:globo-mil", "person:dana souza", "client:zé & filhos 10"]


def sensitive() -> list[str]:
    fields = read_policy(SHIPPED)["fields"]
    return sorted(key for key, said in fields.items() if said.get("sensitivity") and not key.endswith("*"))


@pytest.mark.django_db
@pytest.mark.parametrize("key", sensitive())
def test_no_look_alike_of_a_sensitive_key_is_accepted(key: str) -> None:
    place = world()
    activate(place.workspace, SHIPPED)
    refused = 0
    for name in of_key(key, EACH, Random(key)):
        try:
            claim = store(place, Said(field=name, value="DE89 3704 0044 0532 0130 00"))
        except (InvalidKey, InvalidClaim):
            refused += 1
            continue
        # What follows the grammar is a name nobody registered, or a registered field of its own that waits as well.
        assert is_field_key(name)
        assert claim.answer["status"] == 202
    assert refused > EACH / 3
    assert Fact.objects.filter(standing="timeline").count() == 0
    assert UnknownField.objects.count() > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", KNOWN)
def test_no_look_alike_of_a_subject_is_accepted(name: str) -> None:
    place = world()
    known = say(place, Said(subject=name, value="gold", effective_at=day(1)))
    assert known.slot is not None
    waited = 0
    for other in of_subject(name, EACH, Random(name)):
        try:
            claim = say(place, Said(subject=other, value="silver", effective_at=day(2)))
        except InvalidKey:
            continue
        if claim.slot_id == known.slot_id:
            # It folds to the very same name: one subject, as it should be.
            continue
        waited += 1
        assert claim.answer["body"]["reason"] == "lookalike_subject", other
    assert waited > EACH / 2
    accepted = Fact.objects.filter(standing="timeline", recorded_during__upper_inf=True).values_list("slot", flat=True)
    assert set(accepted) == {known.slot_id}
    assert Subject.objects.filter(looks_like__isnull=True).count() == 1
    assert set(Slot.objects.filter(subject__looks_like__isnull=True)) == {known.slot}


@pytest.mark.django_db
def test_near_names_are_marked_for_the_admin_who_answers_them(place: World) -> None:
    keys = sensitive_keys(place.workspace)
    near = {name: nearest(name, keys) for name in ("payment.1ban", "payments.iban", "payment_iban", "iban.payment")}
    assert set(near.values()) == {"payment.iban"}
    assert [nearest(name, keys) for name in ("company.plan", "colour", "payment.terms", "note.general")] == [""] * 4


@pytest.fixture
def place(db: None) -> World:
    return world()


@pytest.mark.django_db
def test_every_claim_of_a_look_alike_is_kept(place: World) -> None:
    """Refused is nothing and pending is everything: no claim vanishes on the way."""
    for other in of_subject(ACME, 20, Random(21)):
        try:
            store(place, Said(subject=other, value="silver"))
        except InvalidKey:
            continue
    assert Claim.objects.filter(outbox__isnull=True).count() == 0
