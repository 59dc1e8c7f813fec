"""One value of a many-valued field in place of another: two claims, stored together and judged together.

In such a field each value has a slot of its own, so that one of them ends is a claim of its own. Both slots are locked
in one order before either claim is judged, and both are judged in the transaction that stored them: nobody ever sees
both values, or neither.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection

from ledgers import clock
from ledgers.models import Claim
from ledgers.services.authors import Author
from ledgers.services.claims import ClaimInput, submit
from ledgers.services.locks import lock
from memoryhub.accounts.models import Workspace

REPLACES = "replaces"


@dataclass(frozen=True, slots=True)
class Replacement:
    """The claim that the old value ended, and the one that says the new value; neither is judged yet."""

    ended: Claim
    said: Claim


def submit_in_place_of(
    *, workspace: Workspace, author: Author, old: Claim, data: ClaimInput, idempotency_key: str, request_digest: bytes
) -> Replacement:
    """Store both claims, with the old fact named in the evidence of each, and lock both slots. Runs in a transaction,
    in which the caller has both judged, the ended one first."""
    if not connection.in_atomic_block:
        raise RuntimeError("One value takes the place of another inside a transaction.")
    named = {**data.evidence, REPLACES: str(old.pk)}
    ends = replace(
        data,
        kind="retract",
        field=old.kept_field,
        value=old.value,
        condition=old.condition,
        effective_at=_end(old, data),
        expires_at=None,
        evidence=named,
        unsure=False,
    )
    ended, said = (
        submit(
            workspace=workspace,
            author=author,
            data=part,
            idempotency_key=f"{idempotency_key}{suffix}",
            request_digest=request_digest,
        ).claim
        for part, suffix in ((ends, ":ends"), (replace(data, evidence=named), ""))
    )
    lock({claim.slot_id for claim in (ended, said) if claim.slot_id})
    return Replacement(ended, said)


def _end(old: Claim, data: ClaimInput) -> datetime:
    """When the new value begins, and never before the old one did: level dates would be a tie."""
    begins = data.effective_at or clock.now()
    return max(begins, old.effective_at + clock.TICK)
