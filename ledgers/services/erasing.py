"""Erasing a person: what their claims say is destroyed; that it was said, and decided, stays provable.

1. every slot about the person is locked, in one order
2. its open rows close by one transaction of its own kind, and each claim stands as erased
3. one function of the database, the only way past its guards, empties values, quotes, salts and names
4. what was stored meanwhile, and so seen by nobody, undoes it all: look again

Who stores a claim never waits for a decision, so it is not kept out by the locks of 1 either. It holds its place
against 3 alone (`placing`): what comes before is found by 4, what comes after finds the place emptied and begins anew.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ledgers import clock
from ledgers.domain.actions import Action
from ledgers.domain.claim import ClaimId
from ledgers.errors import InvalidClaim
from ledgers.formats.keys import subject_key
from ledgers.models import Chain, Claim, Derivation, Erasure, Fact, Outbox, Slot, Subject, Transaction
from ledgers.selectors import book
from ledgers.services import journal, kept_elsewhere, policies, settle, subjects
from ledgers.services.locks import lock
from ledgers.services.page import Page, Place
from memoryhub.accounts.models import Member, Workspace

PEOPLE = ("user", "person")


@dataclass(frozen=True, slots=True)
class Reach:
    """What an erasure would touch. `unplaced` claims have no slot yet, because nobody registered their field;
    `elsewhere` is how much other packages keep of a person."""

    claims: tuple[UUID, ...]
    slots: tuple[UUID, ...]
    unplaced: tuple[UUID, ...] = ()
    subjects: tuple[UUID, ...] = ()
    elsewhere: dict[str, int] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        return {"claims": len(self.claims), "slots": len(self.slots), **self.elsewhere}

    def __bool__(self) -> bool:
        """Whether there is anything to erase."""
        return bool(self.claims) or any(self.elsewhere.values())


def reach(workspace: Workspace, subject: str) -> Reach:
    """Every claim about a subject; of `user:name` also all that was said in that user's own scopes."""
    key, _shown = subject_key(subject)
    about = Q(subject__key=key) | _own_scopes(key)
    slots = sorted(Slot.objects.filter(about, workspace=workspace).values_list("id", flat=True))
    placed = Claim.objects.filter(workspace=workspace, slot__in=slots, erased_at__isnull=True)
    loose = Claim.objects.filter(workspace=workspace, slot__isnull=True, erased_at__isnull=True)
    own = set(loose.filter(_own_scopes(key)).values_list("id", flat=True))
    unplaced = [claim.id for claim in loose if claim.id in own or subject_key(claim.subject)[0] == key]
    # A subject in a user's own scopes goes with its last slot; the function sees to that.
    named = Subject.objects.filter(Q(key=key) | Q(slot__in=slots), workspace=workspace).distinct()
    return Reach(
        (*placed.order_by("id").values_list("id", flat=True), *unplaced),
        tuple(slots),
        tuple(unplaced),
        tuple(sorted(named.values_list("id", flat=True))),
        kept_elsewhere.how_much(workspace.pk, _person(key)),
    )


def made_elsewhere(workspace: Workspace, found: Reach) -> QuerySet[Claim]:
    """What was worked out from these claims about others: it stays, and may say again what they said."""
    made = Derivation.objects.filter(workspace=workspace, parent__in=found.claims).exclude(claim__in=found.claims)
    return Claim.objects.filter(pk__in=made.values("claim"), slot__isnull=False).order_by("-id")


def _person(key: str) -> str:
    """The key of the member whom the subject is, if it is one: `user:ana` and `person:ana` are both Ana."""
    kind, _colon, name = key.partition(":")
    return name if kind in PEOPLE else ""


def _own_scopes(key: str) -> Q:
    """The scopes that are a user's own; of anybody else there are none."""
    kind, _colon, name = key.partition(":")
    if kind != "user" or not name:
        return Q(pk__in=[])
    return Q(scope__iexact=key) | Q(scope__istartswith=f"pair:{name}/")


@transaction.atomic
def erase(*, workspace: Workspace, by: Member, subject: str, reason: str, confirmed: int) -> Erasure:
    """Erase what is known about a subject. `confirmed` is the number of claims that the person was shown.

    Raises InvalidClaim where nothing is known, or where by now there is more or less than was shown.
    """
    key, shown = subject_key(subject)
    _hold(workspace, _person(key))
    slots = lock(reach(workspace, subject).slots)
    found = reach(workspace, subject)
    if not found:
        raise InvalidClaim("#/subject", _("Nothing is recorded about this subject."), code="unknown-subject")
    if confirmed != len(found.claims):
        raise _more(len(found.claims))
    if any(found.elsewhere.values()):
        # What is kept elsewhere goes with the name on the certificate, whether or not a claim was ever about it.
        found = replace(found, subjects=tuple({*found.subjects, subjects.named(workspace, key, shown).id}))
    erasure = _certificate(workspace, by, reason, found)
    for _slot_id, slot in sorted(slots.items()):
        _close(slot, erasure, by)
    Outbox.objects.filter(claim_id__in=found.claims).delete()
    Derivation.objects.filter(Q(claim__in=found.claims) | Q(parent__in=found.claims)).delete()
    with connection.cursor() as cursor:
        # Constraints that wait for the end of the transaction would meet rows that have changed meanwhile.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT ledgers_erase(%s)", [erasure.id])
    unseen = _unseen(workspace, subject, erasure)
    if unseen:
        raise _more(len(unseen.union(found.claims)))
    return erasure


def _hold(workspace: Workspace, person: str) -> None:
    """Whoever is about to keep something of this person elsewhere holds the same row: it comes before, or after."""
    rows = Member.objects.filter(workspace=workspace, key__iexact=person).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


def _more(count: int) -> InvalidClaim:
    return InvalidClaim("#/confirm", _("There are %(count)d claims by now. Look again and confirm.") % {"count": count})


def _unseen(workspace: Workspace, subject: str, erasure: Erasure) -> set[UUID]:
    """Claims that came in since we looked: about the subject, in a place that is empty now, or just given a place."""
    emptied = Q(slot__in=erasure.slots) | Q(slot__subject__key__startswith=f"{erasure.mark}:")
    rows = Claim.objects.filter(workspace=workspace)
    late = rows.filter(emptied, erased_at__isnull=True)
    moved = rows.filter(id__in=erasure.claims, slot__isnull=False).exclude(slot__in=erasure.slots)
    return {*reach(workspace, subject).claims, *(late | moved).values_list("id", flat=True)}


def _certificate(workspace: Workspace, by: Member, reason: str, found: Reach) -> Erasure:
    chain = Chain.objects.filter(workspace=workspace).first()
    ids = sorted(str(claim) for claim in found.claims)
    return Erasure.objects.create(
        workspace=workspace,
        at=clock.now(),
        by=by,
        reason=reason,
        mark=f"erased:{secrets.token_hex(8)}",
        claims=list(found.claims),
        slots=list(found.slots),
        subjects=list(found.subjects),
        counts={**found.counts, "facts": Fact.objects.filter(claim_id__in=found.claims).count()},
        digest=hashlib.sha256("\n".join(ids).encode()).hexdigest(),
        last_seq=chain.last_seq if chain else 0,
    )


def _close(slot: Slot, erasure: Erasure, by: Member) -> None:
    """Close what is open in a slot; each of its claims keeps one row that says it was erased."""
    claims = list(Claim.objects.filter(workspace_id=slot.workspace_id, slot=slot).order_by("id"))
    gone = [claim for claim in claims if claim.id in set(erasure.claims)]
    if not gone:
        return
    page = Page(slot, gone[0], clock.after(slot.clock))
    rows = list(book.open_rows(slot).exclude(standing=Fact.Standing.ERASED))
    page.close(rows)
    entries = {entry.claim: entry for entry in map(book.as_entry, rows)}
    for claim in gone:
        entry = entries.get(settle.claim_id(claim)) or book.incoming(claim, None, page.at, may_propose=True).entry
        page.put(entry, Place(Fact.Standing.ERASED, ClaimId(str(claim.id)), weighs=False, renews=False))
    journal.record(page, _said(slot, erasure, by, gone))


def _said(slot: Slot, erasure: Erasure, by: Member, gone: Collection[Claim]) -> journal.Record:
    read: dict[str, Any] = {"erased": sorted(str(claim.id) for claim in gone), "erasure": str(erasure.id)}
    return journal.Record(
        kind=Transaction.Kind.ERASURE,
        action=Action.NOOP,
        status="erased",
        rule="erasure.person",
        policy_version=policies.active(slot.workspace)[0],
        member=by,
        read=read,
    )
