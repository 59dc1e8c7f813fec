"""Every answer against the rows: what was acknowledged is there, once, as it was said, in its own workspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q

from escalations.models import Case
from ledgers.models import Claim, Outbox, Transaction
from memoryhub.accounts.models import Workspace
from tests.chaos.journal import Found, Line, taken
from tests.invariants.saying import rows

SAID = ("subject", "field", "scope", "source", "kind", "value")
# Rows of one workspace that hang on rows of another.
CROSSED = {
    "claims in a slot": "ledgers_claim one JOIN ledgers_slot two ON one.slot_id = two.id",
    "facts in a slot": "ledgers_fact one JOIN ledgers_slot two ON one.slot_id = two.id",
    "facts of a claim": "ledgers_fact one JOIN ledgers_claim two ON one.claim_id = two.id",
    "entries of a claim": "ledgers_transaction one JOIN ledgers_claim two ON one.claim_id = two.id",
    "cases of a slot": "escalations_case one JOIN ledgers_slot two ON one.slot_id = two.id",
}


def all_there(lines: list[Line]) -> Found:
    """I9: an acknowledged claim exists, and is settled or pending: it has its entry in the log and waits nowhere."""
    first = Q(number=1)
    settled = set(Transaction.objects.filter(first).values_list("claim_id", flat=True))
    waiting = set(Outbox.objects.values_list("claim_id", flat=True))
    there = set(Claim.objects.values_list("id", flat=True))
    found = []
    for identity in {UUID(line["id"]) for line in taken(lines)}:
        if identity not in there:
            found.append(f"lost: {identity}")
        elif identity in waiting or identity not in settled:
            found.append(f"undecided: {identity}")
    return found


def as_said(lines: list[Line]) -> Found:
    """The stored claim says what its client said."""
    stored = {claim.id: claim for claim in Claim.objects.all()}
    wrong = []
    for line in taken(lines):
        claim = stored.get(UUID(line["id"]))
        if claim is None:
            continue
        same = all(getattr(claim, name) == line["body"][name] for name in SAID)
        if not same or claim.effective_at != datetime.fromisoformat(line["body"]["effective_at"]):
            wrong.append(f"{claim.id} does not say what was sent")
    return wrong


def one_claim_per_key() -> Found:
    repeated = Claim.objects.values("workspace", "author", "idempotency_key").annotate(times=Count("id"))
    return [f"{row['author']} {row['idempotency_key']}: {row['times']} claims" for row in repeated.filter(times__gt=1)]


def equal_answers(lines: list[Line]) -> Found:
    """The same request got the same bytes. Who waits for the outcome gets it as it is by then: the same id."""
    told = defaultdict(set)
    for line in taken(lines):
        told[(line["workspace"], line["who"], line["key"])].add(line["id"] if line["waits"] else line["digest"])
    return [f"{key}: {len(answers)} answers" for key, answers in told.items() if len(answers) > 1]


def others_refused(lines: list[Line]) -> Found:
    """A used key with another body is refused, and nothing else is."""
    found = []
    for line in lines:
        refused = line["status"] == 422 and line["type"] == "/problems/idempotency-key-reused"
        if refused != (line["as"] == "other"):
            found.append(f"{line['as']} {line['key']}: {line['status']} {line['type']}")
    return found


def settled_once() -> Found:
    """I8: however often its bell rang, a claim was judged for the first time once."""
    twice = Transaction.objects.filter(kind="claim").values("claim").annotate(times=Count("id")).filter(times__gt=1)
    return [f"{row['claim']}: {row['times']} times" for row in twice]


def one_winner(lines: list[Line]) -> Found:
    """I5: of all who decided a case one was told that they did, and the case says so too."""
    winners = defaultdict(set)
    for line in lines:
        if line["status"] == 200:
            winners[line["case"]].add((line["who"], line["decision"]))
    found = [f"case {case}: {len(told)} winners" for case, told in winners.items() if len(told) > 1]
    recorded = dict(Case.objects.exclude(decision_key=None).values_list("id", "decision_key"))
    for case, told in winners.items():
        if str(recorded.get(UUID(case))) not in {decision for _who, decision in told}:
            found.append(f"case {case}: the decision that was acknowledged is not the one recorded")
    return found


def nothing_crossed(lines: list[Line]) -> Found:
    """I16: every claim is in the workspace it was posted to, and no row hangs on another workspace's."""
    keys = dict(Workspace.objects.values_list("id", "key"))
    where = {claim: keys[workspace] for claim, workspace in Claim.objects.values_list("id", "workspace_id")}
    found = [
        f"{line['id']} was posted to {line['workspace']}"
        for line in taken(lines)
        if where.get(UUID(line["id"]), line["workspace"]) != line["workspace"]
    ]
    return [*found, *_crossed(CROSSED.items())]


def _crossed(joins: Iterable[tuple[str, str]]) -> Iterable[str]:
    for name, join in joins:
        query = f"SELECT one.id FROM {join} WHERE one.workspace_id <> two.workspace_id"  # noqa: S608 - our own joins
        yield from (f"{name}: {row[0]}" for row in rows(query))
