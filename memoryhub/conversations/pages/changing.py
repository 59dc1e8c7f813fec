"""What a person changes of what is remembered about them: claims of their own, which the rules judge like any other."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from escalations import bell, triage
from ledgers.errors import InvalidClaim
from ledgers.models import Claim
from ledgers.selectors.facts import FactView
from ledgers.services.authors import Author
from ledgers.services.choices import own_source
from ledgers.services.claims import ClaimInput, submit
from ledgers.services.replacing import submit_in_place_of
from memoryhub.accounts.models import Member
from memoryhub.conversations.extracted import Kind
from memoryhub.conversations.offline.folding import seen
from memoryhub.conversations.places import governed_field
from memoryhub.recall.wording import NOTES

LONGEST = 500


def pressed(member: Member, key: UUID) -> Claim | None:
    """What this press said before, if it is a repeat."""
    return Claim.objects.filter(workspace=member.workspace_id, member=member, idempotency_key=_key(key)).first()


def add(*, member: Member, scope: str, kind: str, text: str, key: UUID) -> Claim:
    """Remember this with one character."""
    data = replace(_of(member, scope, f"{NOTES}{Kind(kind)}"), value=_text(text))
    return _say(member, _placed(member, data, str(data.value)), key)


def say_again(*, member: Member, claim: Claim, key: UUID) -> Claim:
    """The same once more: what was forgotten comes back, and what waited has its person's word."""
    data = replace(_as_of_old(member, claim), value=claim.value, condition=claim.condition)
    return _say(member, _placed(member, data, f"{claim.value} {claim.condition}"), key)


def forget(*, member: Member, view: FactView, key: UUID) -> Claim:
    """From now on nobody is told it. What was said, and that it was, stays on record."""
    claim = view.claim
    many = view.ruled is not None and view.ruled.rule.many
    data = replace(_as_of_old(member, claim), kind="retract")
    return _say(member, replace(data, value=claim.value, condition=claim.condition) if many else data, key)


@transaction.atomic
def correct(*, member: Member, view: FactView, text: str, key: UUID) -> Claim:
    """Another note in the place of this one: both are judged together, so nobody ever sees both or neither."""
    claim = view.claim
    data = replace(_as_of_old(member, claim), value=_text(text))
    data = _placed(member, data, str(data.value))
    both = submit_in_place_of(
        workspace=member.workspace,
        author=_author(member, data),
        old=claim,
        data=data,
        idempotency_key=_key(key),
        request_digest=_digest(data),
    )
    for one in (both.ended, both.said):
        triage.settle_now(one.pk)
    return both.said


def _placed(member: Member, data: ClaimInput, text: str) -> ClaimInput:
    """What somebody has to be asked about waits for them, as it does when it is said to a character."""
    governed = governed_field(member.workspace, text) if data.field.startswith(NOTES) else None
    return data if governed is None else replace(data, field=governed or data.field, unsure=not governed)


def _key(press: UUID) -> str:
    return f"memory:{press}"


def _as_of_old(member: Member, old: Claim) -> ClaimInput:
    """What would be said of the same, in the person's own name; the value is left to say."""
    place = old.kept_field
    return replace(_of(member, old.scope, place), subject=old.subject)


def _of(member: Member, scope: str, field: str) -> ClaimInput:
    return ClaimInput(
        subject=f"person:{member.key}",
        field=field,
        scope=scope,
        source=own_source(member).key,
        evidence={"text": _("Entered by the person themself.")},
    )


def _say(member: Member, data: ClaimInput, key: UUID) -> Claim:
    taken = submit(
        workspace=member.workspace,
        author=_author(member, data),
        data=data,
        idempotency_key=_key(key),
        request_digest=_digest(data),
    )
    if not taken.replayed:
        transaction.on_commit(partial(_settle, taken.claim), robust=True)
    return taken.claim


def _author(member: Member, data: ClaimInput) -> Author:
    return Author(member=member, sources=[data.source], scopes=[data.scope], private=True)


def _settle(claim: Claim) -> None:
    """Before the answer leaves, so that the next page tells the outcome; a slot that is held is left to the workers."""
    if claim.slot_id is not None and triage.settle_waiting(claim) is None:
        bell.ring()


def _text(text: str) -> str:
    if not seen(text).strip() or len(text) > LONGEST:
        raise InvalidClaim(
            "#/value", _("Write what is to be remembered, in at most %(n)d characters.") % {"n": LONGEST}
        )
    return text.strip()


def _digest(data: ClaimInput) -> bytes:
    body = [data.subject, data.field, data.scope, data.kind, data.value, data.condition]
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).digest()
