"""Another value for a fact, proposed by a member from its page: a claim like any other, which the rules judge."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from escalations import bell, triage
from escalations.errors import NotYours
from ledgers.models import Claim, Slot
from ledgers.selectors import facts, history
from ledgers.selectors.outcomes import outcome
from ledgers.selectors.rules import Ruled
from ledgers.services.authors import Author
from ledgers.services.choices import own_source
from ledgers.services.claims import ClaimInput, submit
from ledgers.wording import rule
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role

BECAME: dict[str, Words] = {
    "": _("Your proposal is kept; the rules judge it in a moment."),
    "append": _("Your proposal is accepted. By rule: %(rule)s."),
    "revise": _("Your proposal is accepted and replaces what was said before. By rule: %(rule)s."),
    "noop": _("The same value is recorded already; your word now supports it."),
    "defer_verify": _("Your proposal waits for the owner of the fact, who decides."),
    "reject_conflict": _("Your proposal is kept and does not hold. By rule: %(rule)s."),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is proposed: the slot of a fact, and what its field takes."""

    slot: Slot
    ruled: Ruled


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value as it was typed, read for the field's type; without a day it holds from now on."""

    value: object
    effective_at: dt.datetime | None
    reason: str
    key: uuid.UUID


def place_for(member: Member, fact: uuid.UUID) -> Place:
    """404 where the member may not see the fact; NotYours where they may not propose."""
    slot, _around = history.place(member, fact)
    view = facts.one(member.workspace, fact)
    if view is None or view.ruled is None:
        raise Http404
    if not history.may_correct(member, view, slot):
        raise NotYours(_("You may not propose values here. A registry admin can name you."), reason="")
    return Place(slot, view.ruled)


def propose(*, member: Member, place: Place, proposal: Proposal) -> Claim:
    """Keep the claim. It is settled once it is stored for good, so that the log follows the order of the locks.

    A repeat of the press gives the same claim.
    """
    source = own_source(member)
    slot = place.slot
    said = ClaimInput(
        subject=slot.subject.shown,
        field=slot.field,
        scope=slot.scope,
        source=source.key,
        value=proposal.value,
        effective_at=proposal.effective_at,
        evidence={"text": proposal.reason},
    )
    taken = submit(
        workspace=member.workspace,
        author=Author(member=member, sources=[source.key], scopes=["*"], private=not member.has_role(Role.AUDITOR)),
        data=said,
        idempotency_key=f"page:{proposal.key}",
        request_digest=_digest(said),
    )
    if not taken.replayed:
        transaction.on_commit(partial(_settle, taken.claim), robust=True)
    return taken.claim


def became(claim: Claim) -> str:
    """What the rules made of it, in a sentence."""
    found = outcome(claim)
    return str(BECAME.get(found.action, BECAME[""])) % {"rule": rule(found.rule)}


def _settle(claim: Claim) -> None:
    """Before the answer leaves, so that the next page tells the outcome; a slot that is held is left to the workers."""
    if triage.settle_waiting(claim) is None:
        bell.ring()


def _digest(said: ClaimInput) -> bytes:
    date = said.effective_at.isoformat() if said.effective_at else None
    body = [said.subject, said.field, said.scope, said.value, date, said.evidence["text"]]
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).digest()
