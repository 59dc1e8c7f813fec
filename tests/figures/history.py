"""A history to try a draft on: `python -m tests.figures.history DECIDED ROWS`, printing how many rows there are.

So many claims are really posted, and of those that wait many really decided by their owner; the other rows are copies.
"""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

from tests.chaos import owning

if TYPE_CHECKING:
    from ledgers.models import Claim
    from memoryhub.accounts.models import Member, Workspace

SHARE = 0.5  # of what waits an owner decides


def main(decided: int, rows: int) -> None:
    owning.set_up()
    from django.db import connection  # noqa: PLC0415 - the settings are loaded by now

    from ledgers.models import Transaction  # noqa: PLC0415
    from memoryhub.accounts.models import Workspace  # noqa: PLC0415
    from tests.figures.multiplied import multiply  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
    workspace = Workspace.objects.get()
    _make(workspace, decided)
    own = Transaction.objects.filter(workspace=workspace).count()
    made = multiply(workspace, rows // own)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(made)


def _make(workspace: Workspace, many: int) -> None:
    from datetime import datetime  # noqa: PLC0415

    from memoryhub.accounts.models import Agent, Member  # noqa: PLC0415
    from tests.chaos.saying import Mouth  # noqa: PLC0415
    from tests.factories import post  # noqa: PLC0415

    random = Random(7)
    agents = {agent.key: agent for agent in Agent.objects.filter(workspace=workspace)}
    owner = Member.objects.get(workspace=workspace, key="ana")
    mouth = Mouth(random)
    for _number in range(many):
        heard = mouth.next()
        said = heard.body
        claim = post(
            # An agent speaks for no person.
            agents.get(heard.who, agents["crm"]),
            said["subject"],
            said["field"],
            said["scope"],
            said["value"],
            source="crm" if said["source"] == "people" else said["source"],
            since=datetime.fromisoformat(said["effective_at"]),
            kind=said["kind"],
        )
        if random.random() < SHARE:
            _decide(owner, claim, random)


def _decide(owner: Member, claim: Claim, random: Random) -> None:
    """If it waits, its owner lets it stand, or what stood."""
    from dataclasses import replace  # noqa: PLC0415

    from escalations.deciding.decisions import decide  # noqa: PLC0415
    from escalations.models import Case  # noqa: PLC0415
    from tests.escalations.pressing import seen  # noqa: PLC0415

    case = Case.objects.filter(candidates__claim=claim, candidates__left_at__isnull=True, state=Case.State.OPEN).first()
    if case is None:
        return
    pressed = replace(seen(case, random.choice(["accept", "keep"])), reason="Asked by phone.")
    if pressed.choice == "accept":
        pressed = replace(pressed, claim=claim.id)
    decide(member=owner, case_id=case.id, choice=pressed)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
