"""Tells the story: each claim and decision through the hub's own services, at the instant it is said to happen."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from escalations import evidence, triage
from escalations.deciding import decisions
from escalations.deciding.choice import Choice
from escalations.models import Case
from ledgers import clock
from ledgers.formats.keys import subject_key
from ledgers.models import Claim
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.local.demo.moments import Today
from memoryhub.local.demo.world import Table

Happening = tuple[datetime, str, Table]


def tell(workspace: Workspace, story: Table, now: datetime) -> None:
    """Everything in the order of recording, so that the clock of each slot only goes forward."""
    today = Today(now, workspace.zone)
    for number, (at, kind, said) in enumerate(_in_order(story, today)):
        with clock.telling(workspace, at):
            if kind == "claim":
                _claim(workspace, said, today, f"demo:{number}")
            else:
                _decide(workspace, said)


def _in_order(story: Table, today: Today) -> list[Happening]:
    happenings: list[Happening] = []
    for said in story["claim"]:
        instants = [said["at"], *said.get("again", [])]
        happenings += [(today.instant(text), "claim", said) for text in instants]
    happenings += [(today.instant(said["at"]), "decision", said) for said in story["decision"]]
    return sorted(happenings, key=lambda happening: happening[0])


def _claim(workspace: Workspace, said: Table, today: Today, key: str) -> None:
    data = ClaimInput(
        subject=said["subject"],
        field=said["field"],
        scope=said["scope"],
        source=said["source"],
        kind=said.get("kind", "assert"),
        value=today.fill(said["value"]),
        effective_at=_when(said, "since", today),
        expires_at=_when(said, "until", today),
        corrects=_corrected(workspace, said).id if "corrects" in said else None,
        evidence=_evidence(said, today),
    )
    taken = submit(
        workspace=workspace,
        author=_author(workspace, said["by"]),
        data=data,
        idempotency_key=key,
        request_digest=hashlib.sha256(key.encode()).digest(),
    )
    if taken.claim.slot_id is not None:
        triage.settle_now(taken.claim.id)


def _when(said: Table, name: str, today: Today) -> datetime | None:
    return today.instant(said[name]) if name in said else None


def _evidence(said: Table, today: Today) -> dict[str, str]:
    named = {"text": today.fill(said.get("quote", "")), "ref": said.get("ref", "")}
    return {name: text for name, text in named.items() if text}


def _corrected(workspace: Workspace, said: Table) -> Claim:
    about = Claim.objects.filter(workspace=workspace, field=said["field"], scope=said["scope"])
    return about.get(subject=said["subject"], value=said["corrects"])


def _author(workspace: Workspace, key: str) -> Author:
    kind, _colon, name = key.partition(":")
    every: dict[str, Any] = {"sources": ["*"], "scopes": ["*"]}
    if kind == "agent":
        return Author(agent=Agent.objects.get(workspace=workspace, key=name), **every)
    return Author(member=Member.objects.get(workspace=workspace, key=name), **every)


def _decide(workspace: Workspace, said: Table) -> None:
    key, _shown = subject_key(said["subject"])
    place = {"slot__subject__key": key, "slot__field": said["field"], "slot__scope": said["scope"]}
    case = Case.objects.get(workspace=workspace, state=Case.State.OPEN, **place)
    choice = Choice(said["choice"], case.version, evidence.digest(case), reason=said["reason"])
    owner = Member.objects.get(workspace=workspace, key=said["by"])
    decisions.decide(member=owner, case_id=case.id, choice=choice)
