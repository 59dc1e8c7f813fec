"""Open questions looked at again under another version: first shown, then done, and nothing decided is touched."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from escalations import reevaluating
from escalations.deciding.decisions import decide
from escalations.models import Case, CaseEvent
from ledgers.draft_errors import DraftChanged
from ledgers.models import Claim, Fact, RegistryChange, Transaction
from ledgers.replay.replaying import replay
from memoryhub.accounts.errors import NotAllowed
from tests import factories
from tests.escalations.pressing import asking, seen
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build

NAMED = ["company.plan", "company.name"]


@pytest.fixture
def firm(db: None) -> Iterator[Firm]:
    with build() as made:
        yield made


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


def say(firm: Firm, subject: str, value: str, number: int, field: str = "company.name") -> Claim:
    return factories.post(firm.sync, subject, field, "client:acme", value, source="crm", since=day(number))


def waiting(firm: Firm, subject: str = "client:acme", value: str = "Acme SA") -> Claim:
    """A name that no rule may change yet."""
    say(firm, subject, "ACME", 1)
    return say(firm, subject, value, 9)


def widen(firm: Firm) -> None:
    """From now on rules may settle names as well."""
    factories.activate_document(firm.workspace, {**DOCUMENT, "automatic": NAMED})


def test_a_new_version_alone_closes_nothing(firm: Firm) -> None:
    case = asking(waiting(firm))
    widen(firm)
    case.refresh_from_db()
    assert case.state == "open"


def test_the_preview_says_what_would_close_and_changes_nothing(firm: Firm) -> None:
    case = asking(waiting(firm))
    before = (Transaction.objects.count(), Fact.objects.count(), CaseEvent.objects.count(), case.version)
    assert reevaluating.preview(member=firm.rui).closes == ()
    widen(firm)
    found = reevaluating.preview(member=firm.rui)
    assert [(one.case.pk, one.rule) for one in found.closes] == [(case.pk, "dates.later_effective")]
    assert (found.looked, found.version, found.next) == (1, 2, None)
    case.refresh_from_db()
    assert (Transaction.objects.count(), Fact.objects.count(), CaseEvent.objects.count(), case.version) == before


def test_what_was_previewed_closes_by_rule_and_the_log_replays(firm: Firm) -> None:
    claim = waiting(firm)
    case = asking(claim)
    widen(firm)
    assert reevaluating.carry_out(member=firm.ana, version=2, wanted=[case.pk]) == 1
    case.refresh_from_db()
    assert (case.state, case.closed_because, case.decided_by) == ("closed", "dates.later_effective", None)
    settled = Transaction.objects.get(claim=claim, kind="settled")
    assert (settled.action, settled.policy_version) == ("revise", 2)
    assert Fact.objects.filter(claim=claim, recorded_during__upper_inf=True, standing="timeline").count() == 1
    said = RegistryChange.objects.get(workspace=firm.workspace, kind="policy", key="v2", after__has_key="re_evaluated")
    assert (said.member, said.after["re_evaluated"]) == (firm.ana, [str(case.pk)])
    assert replay(firm.workspace).same


def test_a_second_press_finds_nothing_left(firm: Firm) -> None:
    case = asking(waiting(firm))
    widen(firm)
    assert [reevaluating.carry_out(member=firm.ana, version=2, wanted=[case.pk]) for _press in range(2)] == [1, 0]


def test_only_what_was_named_is_looked_at(firm: Firm) -> None:
    one, other = asking(waiting(firm)), asking(waiting(firm, "client:bolt"))
    widen(firm)
    assert reevaluating.carry_out(member=firm.ana, version=2, wanted=[one.pk, uuid4()]) == 1
    other.refresh_from_db()
    assert other.state == "open"


def test_what_still_has_to_wait_is_left_as_it_is(firm: Firm) -> None:
    """Two names of one date: under every version that is for a person."""
    say(firm, "client:acme", "ACME", 1)
    case = asking(say(firm, "client:acme", "Acme SA", 1))
    widen(firm)
    before = Transaction.objects.count()
    case.refresh_from_db()
    version = case.version
    assert reevaluating.preview(member=firm.rui).closes == ()
    assert reevaluating.carry_out(member=firm.ana, version=2, wanted=[case.pk]) == 0
    case.refresh_from_db()
    assert (case.state, case.version, Transaction.objects.count()) == ("open", version, before)


def test_what_a_person_decided_stays(firm: Firm) -> None:
    claim = waiting(firm)
    case = asking(claim)
    decide(member=firm.ana, case_id=case.pk, choice=seen(case, "keep"))
    before = Transaction.objects.count()
    widen(firm)
    assert reevaluating.preview(member=firm.rui).looked == 0
    assert reevaluating.carry_out(member=firm.ana, version=2, wanted=[case.pk]) == 0
    assert Transaction.objects.count() == before


def test_a_preview_under_another_version_is_looked_at_again(firm: Firm) -> None:
    case = asking(waiting(firm))
    widen(firm)
    with pytest.raises(DraftChanged):
        reevaluating.carry_out(member=firm.ana, version=1, wanted=[case.pk])


def test_only_policy_people_do_it(firm: Firm) -> None:
    stranger = factories.make_member(firm.workspace, "eli")
    for step in (
        lambda: reevaluating.preview(member=stranger),
        lambda: reevaluating.carry_out(member=stranger, version=1, wanted=[]),
    ):
        with pytest.raises(NotAllowed):
            step()


def test_a_long_list_is_previewed_piece_by_piece(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reevaluating, "MOST", 2)
    asked = sorted(asking(waiting(firm, f"client:c{number}")).pk for number in range(3))
    widen(firm)
    first = reevaluating.preview(member=firm.rui)
    rest = reevaluating.preview(member=firm.rui, after=first.next)
    assert [one.case.pk for one in (*first.closes, *rest.closes)] == asked
    assert (first.looked, rest.looked, rest.next) == (2, 1, None)
    assert Case.objects.filter(state="open").count() == 3
