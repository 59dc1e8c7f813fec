"""The button of a fact that checks its record: what it looked at, what it found, and who may press it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from ledgers.models import Claim
from ledgers.services import checkpoints
from memoryhub.accounts.models import Role
from tests.factories import make_member, make_workspace
from tests.invariants.saying import seal_all
from tests.plugins.walls import as_owner
from tests.screens.reading import text_of
from tests.screens.world import Firm, make_firm

MOST_ASKED = 12
GOOD = "Nobody rewrote it"
SO_FAR = "Everything that could be checked fits what was recorded."
BAD = "The record of this fact is not what was recorded."


@pytest.fixture
def kept(transactional_db: None, settings: Settings, tmp_path: Path) -> tuple[Firm, Claim]:
    """A fact of two changes under one seal, and a checkpoint of it outside the database."""
    settings.CHECKPOINTS = str(tmp_path / "checkpoints.jsonl")
    settings.CHECKPOINT_KEY_FILE = str(tmp_path / "signing.pem")
    firm = make_firm()
    firm.say("Rua A 1", source="crm", field="company.address")
    fact = firm.say("Rua B 2", source="crm", field="company.address")
    seal_all()
    assert checkpoints.write_due(everything=True) == 1
    return firm, fact


def behind_the_hub(statement: str, *values: object) -> None:
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)  # type: ignore[arg-type]  # ids and texts


def check(firm: Firm, fact: Claim) -> str:
    return text_of(firm.client(firm.ana).get(f"/facts/{fact.pk}/record/"))


def test_a_whole_record_is_compared_with_the_checkpoint_outside(kept: tuple[Firm, Claim]) -> None:
    firm, fact = kept
    words = check(firm, fact)
    assert GOOD in words
    assert "2 changes: the hash of each, and the digest of what was said." in words
    assert "2 are sealed. 2 rows of the log were read for it." in words
    assert "2 were compared with checkpoints outside the database, the newest of" in words
    # What came since waits for its seal, or for its checkpoint.
    firm.say("Rua C 3", source="crm", field="company.address")
    words = check(firm, fact)
    assert "1 waits for its seal; that takes a moment." in words
    assert SO_FAR in words
    assert GOOD not in words
    seal_all()
    words = check(firm, fact)
    assert "3 are sealed." in words
    assert "2 were compared with checkpoints" in words
    assert SO_FAR in words
    assert GOOD not in words


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE ledgers_transaction SET status = 'forged' WHERE claim_id = %s", "its content does not fit its hash"),
        ("UPDATE ledgers_claim SET value = '\"Rua Z 9\"' WHERE id = %s", "does not fit the digest that the log keeps"),
        ("UPDATE ledgers_transaction SET xid = xid - 1 WHERE claim_id = %s", "changed, moved or renumbered"),
        ("UPDATE ledgers_seal SET root = rows WHERE last_id IS NOT NULL OR last_id = %s", "This seal was changed"),
        ("DELETE FROM ledgers_seal WHERE number > 0 OR last_id = %s", "nothing sealed it when it was recorded"),
    ],
    ids=["row", "claim", "order", "seal", "no seal"],
)
def test_what_was_changed_behind_the_hub_is_found(kept: tuple[Firm, Claim], statement: str, says: str) -> None:
    firm, fact = kept
    behind_the_hub(statement, fact.pk)
    words = check(firm, fact)
    assert BAD in words
    assert GOOD not in words
    assert says in words


def test_a_checkpoint_signed_by_another_key_is_told(kept: tuple[Firm, Claim], settings: Settings) -> None:
    firm, fact = kept
    file = Path(settings.CHECKPOINTS)
    file.write_text(file.read_text().replace('"rows":2', '"rows":3'))
    words = check(firm, fact)
    assert "This checkpoint was not signed by the key of this hub." in words
    assert BAD in words


def test_more_changes_and_seals_ask_the_database_no_more_often(kept: tuple[Firm, Claim]) -> None:
    firm, fact = kept
    for number in range(8):
        firm.say(f"Rua D {number}", source="crm", field="company.address")
        seal_all()
    assert checkpoints.write_due(everything=True) == 1
    client = firm.client(firm.ana)
    with CaptureQueriesContext(connection) as taken:
        words = text_of(client.get(f"/facts/{fact.pk}/record/"))
    assert "10 were compared with checkpoints" in words
    own = [query["sql"] for query in taken.captured_queries if "ledgers_" in query["sql"]]
    assert len(own) <= MOST_ASKED, own


def test_the_button_works_with_scripts_and_without(firm: Firm) -> None:
    fact = firm.say("Rua A 1", source="crm", field="company.address")
    client = firm.client(firm.ana)
    address = f"/facts/{fact.pk}/record/"
    page = client.get(f"/facts/{fact.pk}/").content.decode()
    assert f'href="{address}" hx-get="{address}" hx-target="#record"' in page
    part = client.get(address, headers={"hx-request": "true"})
    assert "<html" not in part.content.decode()
    assert 'id="record"' in part.content.decode()
    assert "<html" in client.get(address).content.decode()
    assert "no-store" in part.headers["cache-control"]
    assert client.post(address).status_code == 405


def test_only_who_may_read_the_fact_checks_it(firm: Firm) -> None:
    fact = firm.say("Rua A 1", source="crm", field="company.address")
    stranger = make_member(make_workspace(), "zoe", Role.OWNER)
    assert firm.client(stranger).get(f"/facts/{fact.pk}/record/").status_code == 404


def test_it_speaks_portuguese(kept: tuple[Firm, Claim]) -> None:
    firm, fact = kept
    words = text_of(firm.client(firm.ana, language="pt-BR").get(f"/facts/{fact.pk}/record/"))
    assert "Ninguém reescreveu" in words
    assert "2 mudanças: o hash de cada uma" in words
