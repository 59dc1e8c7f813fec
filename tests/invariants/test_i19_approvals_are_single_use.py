"""I19: an approval is good for one case, for what it showed, under the policy it was shown under, and for 72 hours."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from ledgers.models import Claim, PolicyVersion, Transaction
from ledgers.services import policies
from tests.cases.posting import Answer
from tests.cases.world import World
from tests.invariants.pressing import Seen, accept, seen, signed_in
from tests.invariants.saying import Said, day, say, world

pytestmark = pytest.mark.django_db
CAPTURED = 50 if os.environ.get("PROVE") else 16
HOUR = timedelta(hours=1)


def asked(place: World, number: int) -> Claim:
    """A question about one more client: a claim that contradicts what is in force."""
    _contact(place, number, "Dana", 1)
    _contact(place, number, "Lee", 9)
    return _contact(place, number, "Kim", 9)


def _contact(place: World, number: int, value: str, since: int) -> Claim:
    said = Said(subject=f"client:c{number}", field="contact.primary", value=value, effective_at=day(since))
    if since > 1:
        said.source, said.by = "people", "ana"
    return say(place, said)


def decided() -> int:
    return Transaction.objects.filter(kind="decision").count()


def refusal(answer: Answer) -> tuple[int, str]:
    return answer.http, answer.problem


def test_captured_approvals_are_worth_nothing_after_a_change() -> None:
    place = world()
    ana = signed_in(place, "ana")
    claims = [asked(place, number) for number in range(CAPTURED)]
    pages = [seen(place, "ana", claim) for claim in claims]
    for number in range(0, CAPTURED, 2):
        _contact(place, number, "Noa", 9)
    before = decided()
    for number, claim in enumerate(claims):
        page = pages[number]
        if number % 2:
            # Nothing changed here: this is the approval of another question, with this case's own version.
            page.evidence_digest = pages[number - 1].evidence_digest
        assert refusal(accept(ana, page, claim)) == (409, "evidence-changed"), number
    assert decided() == before


def test_the_version_alone_does_not_make_an_approval_good() -> None:
    """Whoever holds an old page can count: the right version beside what was shown before."""
    place = world()
    claim = asked(place, 1)
    old = seen(place, "ana", claim)
    _contact(place, 1, "Noa", 9)
    forged = Seen(old.id, seen(place, "ana", claim).version, old.evidence_digest)
    assert refusal(accept(signed_in(place, "ana"), forged, claim)) == (409, "evidence-changed")


def test_an_approval_decides_once() -> None:
    place = world()
    claim = asked(place, 1)
    page = seen(place, "ana", claim)
    ana = signed_in(place, "ana")
    assert accept(ana, page, claim).http == 200
    after = decided()
    assert refusal(accept(ana, page, claim)) == (409, "already-decided")
    assert decided() == after


def test_an_approval_ends_with_the_policy_it_was_shown_under() -> None:
    place = world()
    claim = asked(place, 1)
    page = seen(place, "ana", claim)
    document = PolicyVersion.objects.get(workspace=place.workspace, active=True).document
    policies.activate(workspace=place.workspace, document=document, member=None)
    ana = signed_in(place, "ana")
    assert refusal(accept(ana, page, claim)) == (409, "evidence-changed")
    assert accept(ana, seen(place, "ana", claim), claim).http == 200


@pytest.mark.parametrize(("hours", "http"), [(36, 200), (72, 409), (24 * 30, 409)])
@pytest.mark.parametrize("start", [0, 17, 35])
def test_an_approval_is_good_for_a_day_and_a_half_and_never_after_three(
    settings: Settings, start: int, hours: int, http: int
) -> None:
    place = world()
    claim = asked(place, 1)
    shown = datetime.now(UTC) + start * HOUR
    settings.LEDGER_CLOCK = shown.isoformat()
    page = seen(place, "ana", claim)
    settings.LEDGER_CLOCK = (shown + hours * HOUR).isoformat()
    assert accept(signed_in(place, "ana"), page, claim).http == http
