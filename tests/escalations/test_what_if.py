"""What a card foresees is what the decision then writes, over many generated histories of a slot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from pytest_django import Settings

from escalations.card.beside import beside, with_beside
from escalations.card.spread import read_spread
from escalations.card.what_if import against
from escalations.deciding import decisions
from escalations.deciding.choice import Choice
from escalations.models import Case, WriteBack
from ledgers import clock
from ledgers.domain.actions import Action
from ledgers.domain.timeline import Timeline
from ledgers.models import Claim, Fact
from ledgers.selectors import book, foresight, registries
from ledgers.selectors.foresight import UNSAID, Board, Foreseen
from ledgers.selectors.rules import rule_for
from tests.escalations.pressing import seen
from tests.screens.world import Firm, make_firm

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
VALUES = ["Dana Souza", "Lee Ramos", "Kim Sato"]
OWN = "Zoe Neumann"
Window = tuple[datetime, datetime | None, str | None]


@pytest.fixture
def firm(db: None, settings: Settings) -> Firm:
    settings.LEDGER_CLOCK = NOW.isoformat()
    return make_firm()


def _history(firm: Firm, dice: random.Random) -> Case | None:
    """A slot after a few claims of any kind; None where nothing waits for its owner."""
    field = dice.choice(["contact.primary", "contact.primary", "company.address"])
    said: list[Claim] = []
    for _number in range(dice.randint(2, 7)):
        start = NOW + timedelta(days=dice.choice([-400, -200, -90, -40, -10, 5, 30]))
        more: dict[str, Any] = {"source": dice.choice(["crm", "crm", "client", "web"]), "effective_at": start}
        if dice.random() < 0.25:
            more["expires_at"] = start + timedelta(days=dice.choice([20, 120, 300]))
        kind = dice.choices(["assert", "retract", "correct"], [8, 1, 2])[0]
        if kind == "correct" and said:
            more |= {"kind": "correct", "corrects": dice.choice(said).pk}
        if kind == "retract":
            more |= {"kind": "retract"}
        said.append(firm.say(None if kind == "retract" else dice.choice(VALUES), field=field, **more))
    return Case.objects.filter(state="open", kind__in=Case.QUESTIONS).first()


def _board(firm: Firm, case: Case) -> Board:
    case = with_beside(Case.objects.select_related("slot__subject", "slot__workspace"), firm.ana).get(pk=case.pk)
    found = registries.registered_field(firm.workspace, case.slot.field)
    assert found is not None
    rule = rule_for(firm.workspace, found, case.slot.field, case.slot.scope)
    spread = read_spread(case, clock.now())
    return foresight.read(case.slot, rule, [*spread.waiting, *spread.repeats], clock.now())


def _told(timeline: Timeline) -> list[Window]:
    return [(one.start, one.end, OWN if one.value == UNSAID else one.value) for one in timeline]


def _tries(board: Board) -> Iterator[tuple[Foreseen, dict[str, Any]]]:
    """Everything the owner may choose here, foreseen, and the press that chooses it."""
    yield board.keep(), {"choice": "keep"}
    for row in board.waiting:
        if row.carrier_id == row.claim_id:
            yield board.accept(row.claim_id), {"choice": "accept", "claim": row.claim_id}
    yield board.say(), {"choice": "other", "value": OWN}


def _compare(firm: Firm, case: Case, board: Board, foreseen: Foreseen, press: dict[str, Any]) -> None:
    """Decide, compare, and take it back."""
    around = beside(with_beside(Case.objects.all(), firm.ana).get(pk=case.pk))
    reminded = set(against(foreseen, board, around))
    shown = seen(case, press["choice"])
    made = Choice(version=shown.version, evidence_digest=shown.evidence_digest, reason="Seen.", **press)
    with transaction.atomic():
        decisions.decide(member=firm.ana, case_id=case.pk, choice=made)
        stands = book.read_timeline(board.slot, LONG_AGO, None).timeline
        assert _told(foreseen.timeline) == _told(stands), press
        for claim in foreseen.refused:
            assert _standings(claim) == {"rejected"}, press
        for claim in foreseen.supports:
            assert _standings(claim) == {"timeline"}, press
        tasks = WriteBack.objects.filter(slot=board.slot, done_at__isnull=True)
        assert set(tasks.values_list("source__key", flat=True)) == reminded, press
        transaction.set_rollback(True)


def _standings(claim: str) -> set[str]:
    rows = Fact.objects.filter(claim=UUID(claim), recorded_during__upper_inf=True)
    return set(rows.values_list("standing", flat=True))


@pytest.mark.parametrize("seed", range(16))
def test_every_outcome_is_foreseen_as_it_is_written(firm: Firm, seed: int) -> None:
    dice = random.Random(seed)
    case = _history(firm, dice)
    if case is None:
        # The rules answered everything: one more word of the client, in a field of its own, asks for sure.
        firm.say("Dana Souza", source="crm", field="contact.primary", subject="customer:BOLT", effective_at=NOW)
        firm.say("Lee Ramos", field="contact.primary", subject="customer:BOLT", effective_at=NOW)
        case = Case.objects.get(state="open", kind__in=Case.QUESTIONS)
    board = _board(firm, case)
    tried = 0
    for foreseen, press in _tries(board):
        _compare(firm, case, board, foreseen, press)
        tried += 1
    assert tried >= 3


def test_the_five_actions_leave_what_their_names_say(firm: Firm) -> None:
    case = firm.dispute()
    board = _board(firm, case)
    found = board.actions(board.waiting[-1].claim_id)
    stood = [window.value for window in board.timeline]
    for action in (Action.NOOP, Action.REJECT_CONFLICT, Action.DEFER_VERIFY):
        assert [window.value for window in found.after[action].timeline] == stood
    assert found.after[Action.DEFER_VERIFY].standing == "pending"
    assert found.after[Action.REJECT_CONFLICT].standing == "rejected"
    assert found.after[Action.REVISE].timeline[-1].value == "Lee Ramos"
    # The CRM ranks above the client: by authority and dates alone the client's word is refused.
    assert found.would is Action.REJECT_CONFLICT


def test_where_authority_and_dates_do_not_tell_no_action_is_marked(firm: Firm) -> None:
    for value in ("Dana Souza", "Lee Ramos"):
        firm.say(value, source="crm", effective_at=NOW - timedelta(days=9))
    case = Case.objects.get(state="open")
    board = _board(firm, case)
    assert board.actions(board.waiting[-1].claim_id).would is None


def test_looking_ahead_writes_nothing(firm: Firm) -> None:
    case = firm.dispute()
    before = list(Fact.objects.order_by("id").values())
    list(_tries(_board(firm, case)))
    assert list(Fact.objects.order_by("id").values()) == before
