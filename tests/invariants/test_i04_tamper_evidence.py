"""I4: whoever rewrites the log is found out, at the very row; cutting its end and writing it anew need a checkpoint."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.conf import settings as given
from django.core.management import call_command
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from ledgers.domain.seal import NOTHING, Place, seal
from ledgers.models import Chain, Seal, Transaction, Unsealed
from ledgers.services import checkpoints, journal, signing
from ledgers.services.checkpoints import Written
from ledgers.verify import outside
from ledgers.verify.checking import Checked, check
from ledgers.verify.findings import Wrong
from ledgers.verify.rows import rows
from memoryhub.accounts.models import Workspace
from tests.cases.world import World
from tests.invariants.saying import say, seal_all, world
from tests.invariants.test_i02_every_change_is_logged import random_claim

TIMES = 50 if os.environ.get("PROVE") else 6
CLAIMS = 36


@pytest.fixture
def sealed(transactional_db: None, settings: Settings, tmp_path: Path) -> World:
    """A log of some sixty rows under several seals, with a checkpoint outside and a few rows not sealed yet."""
    settings.CHECKPOINTS = str(tmp_path / "outside" / "checkpoints.jsonl")
    settings.CHECKPOINT_KEY_FILE = str(tmp_path / "outside" / "signing.pem")
    place, random = world(), Random(4)
    for _ in range(5):
        at_random(place, random, CLAIMS // 6)
        seal_all()
    assert checkpoints.write_due(everything=True) == 1
    at_random(place, random, CLAIMS // 6)
    return place


def at_random(place: World, random: Random, many: int) -> None:
    for _ in range(many):
        say(place, random_claim(random, place))


def look(place: World, *, checkpoints_too: bool = True) -> Checked:
    known = outside.read(Path(given.CHECKPOINTS), signing.public_key(signing.public_file(key_file())))
    assert not known.findings
    written: list[Written] = known.by_workspace[str(place.workspace.id)] if checkpoints_too else []
    with transaction.atomic():
        return check(place.workspace.id, written)


def key_file() -> Path:
    return Path(given.CHECKPOINT_KEY_FILE)


# What an operator can do who owns the database. Each gives the position of the first row that is no longer right.


def run(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)  # type: ignore[arg-type]  # ids, bytes and numbers


def log(workspace: Workspace) -> list[Transaction]:
    return list(Transaction.objects.filter(workspace=workspace).order_by("xid", "id"))


def covered(workspace: Workspace) -> int:
    return Chain.objects.get(workspace=workspace).last_seq


def edit(workspace: Workspace, random: Random) -> int:
    """Another status in a row, as if it had always been so."""
    entries = log(workspace)
    at = random.randrange(len(entries))
    run("UPDATE ledgers_transaction SET status = 'forged' WHERE id = %s", entries[at].id)
    return at + 1


def edit_and_hash(workspace: Workspace, random: Random) -> int:
    """The same, with a hash that fits."""
    entries = log(workspace)[: covered(workspace)]
    at = random.randrange(len(entries))
    entry = entries[at]
    entry.status = "forged"
    run("UPDATE ledgers_transaction SET status = 'forged', hash = %s WHERE id = %s", journal.seal(entry), entry.id)
    return at + 1


def delete(workspace: Workspace, random: Random) -> int:
    entries = log(workspace)[: covered(workspace)]
    at = random.randrange(len(entries))
    run("DELETE FROM ledgers_transaction WHERE id = %s", entries[at].id)
    return at + 1


def insert(workspace: Workspace, random: Random) -> int:
    """A row that was never recorded, at a place in the middle, with a hash that fits."""
    entries = log(workspace)[: covered(workspace)]
    at = random.randrange(1, len(entries))
    entry = entries[at - 1]
    entry.id = type(entry.id)(int=entry.id.int + 1)
    entry.number += 1_000
    xid = entry.xid
    entry.hash = journal.seal(entry)
    entry.save(force_insert=True)
    run("UPDATE ledgers_transaction SET xid = %s WHERE id = %s", xid, entry.id)
    return at + 1


def swap(workspace: Workspace, random: Random) -> int:
    """Two rows change places."""
    entries = log(workspace)[: covered(workspace)]
    at = random.randrange(len(entries) - 1)
    other = random.randrange(at + 1, len(entries))
    run("UPDATE ledgers_transaction SET xid = %s WHERE id = %s", entries[other].xid, entries[at].id)
    run("UPDATE ledgers_transaction SET xid = %s WHERE id = %s", entries[at].xid, entries[other].id)
    return at + 1


def renumber(workspace: Workspace, random: Random) -> int:
    """A row claims to be of another commit; its neighbours stay where they are."""
    entries = log(workspace)[: covered(workspace)]
    gaps = [at for at in range(1, len(entries)) if entries[at].xid - entries[at - 1].xid > 1]
    at = random.choice(gaps)
    run("UPDATE ledgers_transaction SET xid = xid - 1 WHERE id = %s", entries[at].id)
    return at + 1


def edit_a_seal(workspace: Workspace, random: Random) -> int:
    sealed = random.choice(list(Seal.objects.filter(workspace=workspace)))
    run("UPDATE ledgers_seal SET rows = %s WHERE id = %s", NOTHING, sealed.id)
    return sealed.first_seq


def cut_the_tail(workspace: Workspace, random: Random) -> int:
    """The last seals go with their rows, and the chain says it always ended there."""
    numbers = Seal.objects.filter(workspace=workspace).order_by("number")
    keep = numbers[random.randrange(numbers.count() - 1)]
    run("DELETE FROM ledgers_unsealed")
    run("DELETE FROM ledgers_transaction WHERE (xid, id) > (%s, %s)", keep.last_xid, keep.last_id)
    run("DELETE FROM ledgers_seal WHERE number > %s", keep.number)
    run("UPDATE ledgers_chain SET number = %s, last_seq = %s, root = %s", keep.number, keep.last_seq, bytes(keep.root))
    return keep.last_seq + 1


def write_anew(workspace: Workspace, random: Random) -> int:
    """A row is changed, and from there on every hash and every seal is made anew."""
    entries = log(workspace)[: covered(workspace)]
    at = random.randrange(len(entries))
    entries[at].status = "forged"
    entries[at].hash = journal.seal(entries[at])
    run("UPDATE ledgers_transaction SET status = 'forged', hash = %s WHERE id = %s", entries[at].hash, entries[at].id)
    previous = NOTHING
    for kept in Seal.objects.filter(workspace=workspace).order_by("number"):
        own = entries[kept.first_seq - 1 : kept.last_seq]
        places = [Place(row.xid, str(row.id), bytes(row.hash)) for row in own]
        again = seal(places, number=kept.number, first_seq=kept.first_seq, previous=previous)
        root = again.root(str(workspace.id))
        run(
            "UPDATE ledgers_seal SET rows = %s, marks = %s, previous = %s, root = %s WHERE id = %s",
            *(again.rows, again.marks, previous, root, kept.id),
        )
        previous = root
    # A rewritten log is only told from the first by its end.
    return covered(workspace)


Attack = Callable[[Workspace, Random], int]
INSIDE: dict[Attack, set[Wrong]] = {
    edit: {Wrong.ROW_EDITED},
    edit_and_hash: {Wrong.ROW_NOT_AS_SEALED},
    delete: {Wrong.ROW_MISSING},
    insert: {Wrong.ROW_ADDED},
    # Between two seals the one misses a row and the other has one too many.
    swap: {Wrong.ROW_NOT_AS_SEALED, Wrong.ROW_MISSING, Wrong.ROW_ADDED},
    renumber: {Wrong.ROW_NOT_AS_SEALED},
    edit_a_seal: {Wrong.SEAL_EDITED},
}
OUTSIDE: dict[Attack, set[Wrong]] = {cut_the_tail: {Wrong.CUT_OFF}, write_anew: {Wrong.REWRITTEN}}


def attacked(place: World, attack: Attack, seed: int, *, checkpoints_too: bool = True) -> tuple[int, Checked]:
    """Attack past every trigger, look, and take it back."""
    with transaction.atomic():
        run("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        first = attack(place.workspace, Random(seed))
        seen = look(place, checkpoints_too=checkpoints_too)
        transaction.set_rollback(True)
    return first, seen


def test_every_attack_is_found_at_its_row(sealed: World) -> None:
    for attack, wanted in (INSIDE | OUTSIDE).items():
        for seed in range(TIMES):
            first, seen = attacked(sealed, attack, seed)
            assert seen.findings, f"{attack.__name__} with seed {seed} went unseen"
            assert seen.findings[0].wrong in wanted, (attack.__name__, seed, seen.findings)
            assert seen.findings[0].seq == first, (attack.__name__, seed, first, seen.findings)
    assert look(sealed).good
    # Without a checkpoint exactly two go unseen.
    unseen = [attack for attack in INSIDE | OUTSIDE if attacked(sealed, attack, 1, checkpoints_too=False)[1].good]
    assert unseen == list(OUTSIDE)
    # The check reads columns, the journal reads objects: both give the same body.
    with transaction.atomic():
        found = {row.id: row.found for row in rows(sealed.workspace.id)}
    assert found == {str(entry.id): journal.seal(entry) for entry in log(sealed.workspace)}


def test_nothing_is_found_where_nothing_is_wrong(sealed: World) -> None:
    random = Random(5)
    for _ in range(TIMES):
        at_random(sealed, random, 1)
        if random.random() < 0.5:
            seal_all()
        assert look(sealed).good
    assert look(sealed).rows > CLAIMS // 2


def test_what_no_seal_covers_yet_is_watched_too(sealed: World) -> None:
    last = log(sealed.workspace)[-1]
    assert Unsealed.objects.filter(transaction_id=last.id).exists()
    with transaction.atomic():
        run("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        run("DELETE FROM ledgers_transaction WHERE id = %s", last.id)
        assert [finding.wrong for finding in look(sealed).findings] == [Wrong.ROW_MISSING]
        transaction.set_rollback(True)
    seal_all()
    with transaction.atomic():
        run("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        entry = log(sealed.workspace)[-1]
        entry.id = type(entry.id)(int=entry.id.int + 1)
        entry.number += 1_000
        entry.hash = journal.seal(entry)
        entry.save(force_insert=True)
        run("UPDATE ledgers_transaction SET xid = xid + 1000 WHERE id = %s", entry.id)
    assert [finding.wrong for finding in look(sealed).findings] == [Wrong.ROW_ADDED]


def test_a_forged_checkpoint_is_told_from_a_torn_one(sealed: World, settings: Settings) -> None:
    file, public = Path(settings.CHECKPOINTS), signing.public_key(signing.public_file(key_file()))
    whole = file.read_text()
    said = json.loads(whole)
    file.write_text(whole + json.dumps({**said, "rows": said["rows"] + 1}) + "\n")
    forged = outside.read(file, public)
    assert [finding.wrong for finding in forged.findings] == [Wrong.CHECKPOINT_FORGED]
    assert forged.forgeries
    # A line that a crash tore costs that checkpoint alone, and the next one begins a line of its own.
    file.write_text(whole + whole[:40])
    seal_all()
    checkpoints.write_due(everything=True)
    torn = outside.read(file, public)
    assert [finding.wrong for finding in torn.findings] == [Wrong.CHECKPOINT_UNREADABLE]
    assert not torn.forgeries
    assert len(torn.by_workspace[str(sealed.workspace.id)]) == 2


def test_the_command_names_the_row_and_ends_with_an_error(sealed: World) -> None:
    said, wrong = StringIO(), StringIO()
    call_command("verify_log", stdout=said, stderr=wrong)
    assert "good; " in said.getvalue()
    machine, words = StringIO(), StringIO()
    call_command("verify_log", json="-", stdout=machine, stderr=words)
    assert [one["good"] for one in json.loads(machine.getvalue())["workspaces"]] == [True]
    assert "good; " in words.getvalue()
    assert not wrong.getvalue()
    with transaction.atomic():
        run("SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica")
        first = edit(sealed.workspace, Random(1))
    entry = log(sealed.workspace)[first - 1]
    with pytest.raises(SystemExit) as ended:
        call_command("verify_log", workspace=sealed.workspace.key, stdout=said, stderr=wrong)
    assert ended.value.code == 1
    assert f"position {first}, transaction {entry.id}" in wrong.getvalue()
