"""Sensitive content in a harmless field waits for the owner of the place, and is shown to nobody else."""

from __future__ import annotations

import json
from typing import Any, Protocol

import pytest

from escalations import triage
from escalations.models import Case
from ledgers.domain.tiers import Tier
from ledgers.models import Fact
from ledgers.services import policies, registries
from tests.api.world import World

IBAN = "DE89 3704 0044 0532 0130 00"
MAIL = "lee@example.com"


class Answered(Protocol):
    @property
    def content(self) -> bytes: ...


def body(answer: Answered) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.content)
    return found


def note(world: World, value: object, **said: Any) -> dict[str, Any]:  # noqa: ANN401 - members of a claim
    return body(world.claim(field="notes.general", value=value, **said))


def in_force(world: World) -> list[Any]:
    return [fact["value"] for fact in world.facts()]


@pytest.mark.parametrize(
    ("value", "sensitivity"),
    [
        (f"pay to {IBAN}", "payment"),
        (MAIL, "contact"),
        ("529.982.247-25", "personal"),
        ("pix 11 91234-5678", "payment"),
    ],
)
def test_it_waits_as_gravely_as_what_it_is(world: World, value: str, sensitivity: str) -> None:
    answer = world.claim(field="notes.general", value=value)
    assert answer.status_code == 202
    assert (body(answer)["state"], body(answer)["reason"]) == ("pending", "sensitive_value")
    assert body(answer)["outcome"]["rule"] == "ownership.sensitive_value"
    case = Case.objects.get()
    assert (case.sensitivity, case.owner, case.kind) == (sensitivity, world.people["owner"], "first_value")
    assert in_force(world) == []


def test_a_condition_counts_like_the_value(world: World) -> None:
    assert note(world, "yes", condition=f"once {MAIL} confirms")["reason"] == "sensitive_value"


def test_a_name_inside_a_value_counts_too(world: World) -> None:
    registries.save_field(workspace=world.workspace, by=world.people["admin"], key="profile", type="json")
    assert body(world.claim(field="profile", value={"a": [{MAIL: True}]}))["reason"] == "sensitive_value"


def test_a_field_registered_for_addresses_takes_them(world: World) -> None:
    """An admin chose the type and did not mark it as sensitive; anything else stays watched there."""
    registries.save_field(workspace=world.workspace, by=world.people["admin"], key="sales.inbox", type="email")
    assert body(world.claim(field="sales.inbox", value=MAIL))["state"] == "settled"
    conditioned = body(world.claim(field="sales.inbox", value="ana@example.com", condition=f"pay {IBAN}"))
    assert conditioned["reason"] == "sensitive_value"


def test_the_policy_says_which_classes_are_watched(world: World) -> None:
    document = {"tiers": [str(tier) for tier in Tier], "automatic": ["*"], "detectors": ["iban"]}
    policies.activate(workspace=world.workspace, document=document, member=None)
    assert note(world, MAIL)["state"] == "settled"
    assert note(world, IBAN)["reason"] == "sensitive_value"


def test_a_repeat_of_what_the_owner_accepted_settles_and_lends_nothing(world: World) -> None:
    accept(world, note(world, MAIL))
    again = body(world.claim("agent_2", field="notes.general", value=MAIL))
    assert again["outcome"]["rule"] == "detect.same_value"
    assert not Fact.objects.get(claim=again["id"]).weighs


def test_what_the_owner_accepted_changes_by_the_owner_alone(world: World) -> None:
    """A harmless value that would take its place waits, and so does the end of it."""
    taken = body(world.claim(value=f"ask {MAIL}", effective_at="2026-01-01"))
    accept(world, taken)
    assert body(world.claim(value="09:00"))["reason"] == "sensitive_value"
    assert body(world.claim(value=None, kind="retract"))["reason"] == "sensitive_value"
    assert in_force(world) == [f"ask {MAIL}"]


def test_a_claim_of_an_unknown_field_is_watched_once_the_field_is_known(world: World) -> None:
    claim = body(world.claim(field="remark", value=MAIL))
    assert claim["reason"] == "unregistered_field"
    world.signed_in("admin").post(
        "/api/v1/registry/unknown-fields/remark", json.dumps({"choice": "register"}), content_type="application/json"
    )
    triage.drain()
    assert body(world.get(f"/claims/{claim['id']}"))["reason"] == "sensitive_value"


def test_people_who_do_not_answer_for_it_read_nothing_of_it(world: World) -> None:
    claim = note(world, MAIL, evidence={"text": f"write to {MAIL}"})
    paths = [f"/claims/{claim['id']}", "/facts?ledger=pending", f"/cases/{Case.objects.get().pk}"]
    for path in paths:
        assert MAIL not in world.signed_in("other_user").get(f"/api/v1{path}").content.decode()
        assert MAIL in world.signed_in("owner").get(f"/api/v1{path}").content.decode()
    accept(world, claim)
    for path in (f"/facts/{claim['id']}", f"/facts/{claim['id']}/why"):
        assert MAIL not in world.signed_in("other_user").get(f"/api/v1{path}").content.decode()
    for page in (
        "/facts/",
        f"/facts/?q={MAIL[:9]}",
        f"/facts/{claim['id']}/",
        f"/cases/{Case.objects.get().pk}/",
        "/queue/",
    ):
        assert MAIL not in world.signed_in("other_user").get(page).content.decode(), page


def test_the_card_says_why_and_shows_no_more_than_an_end_of_it(world: World) -> None:
    note(world, f"pay to {IBAN}")
    page = world.signed_in("owner").get(f"/cases/{Case.objects.get().pk}/").content.decode()
    assert "Looks like an IBAN (•••3000)" in page
    assert "The field is harmless and the value is not (IBAN)" in page


def test_what_is_derived_from_a_sensitive_fact_waits_too(world: World) -> None:
    parent = body(world.claim(field="contact.email", value=MAIL))
    child = note(world, "answers fastest by mail", derived_from=[parent["id"]])
    assert child["reason"] == "sensitive_value"
    assert note(world, "answers fast", derived_from=[child["id"]])["reason"] == "sensitive_value"
    harmless = body(world.claim(value="08:00"))
    assert note(world, "an early bird", derived_from=[harmless["id"]])["state"] == "settled"


def accept(world: World, claim: dict[str, Any]) -> None:
    owner = world.signed_in("owner")
    case = body(owner.get(f"/api/v1/cases/{claim['outcome']['case']}"))
    pressed = {
        "choice": "accept",
        "version": case["version"],
        "evidence_digest": case["evidence_digest"],
        "reason": "x",
    }
    done = owner.post(f"/api/v1/cases/{case['id']}/decision", json.dumps(pressed), content_type="application/json")
    assert done.status_code == 200, done.content
