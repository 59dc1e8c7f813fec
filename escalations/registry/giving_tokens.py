"""Tokens, as pages and API give them out and end them: what is granted is kept in the registry, the secret nowhere."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypedDict, Unpack

from django.db import transaction

from ledgers.services.registry_changes import record
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Agent, Member, Token

LIMITS = ("requests_per_minute", "open_cases", "addresses")


class Grants(TypedDict, total=False):
    """What a token opens; what is left out is denied."""

    sources: list[str]
    scopes: list[str]
    may_write: bool
    expires_at: dt.datetime | None
    requests_per_minute: int | None
    open_cases: int | None
    addresses: list[str]


@transaction.atomic
def give(
    *, by: Member, name: str, agent: Agent | None = None, member: Member | None = None, **grants: Unpack[Grants]
) -> tokens.Issued:
    issued = tokens.issue(workspace=by.workspace, by=by, name=name, agent=agent, member=member, **grants)
    _record(issued.token, by, {}, _told(issued.token))
    return issued


@transaction.atomic
def rotate(*, token: Token, by: Member, hours: int) -> tokens.Issued:
    """A token that takes the place of this one, with the same grants; the old one is good for so many hours more."""
    issued = tokens.rotate(token=token, by=by, hours=hours)
    _record(issued.token, by, {}, {**_told(issued.token), "follows": token.prefix})
    return issued


@transaction.atomic
def revoke(*, token: Token, by: Member, because: str = "") -> bool:
    """End it at once; False when somebody already had."""
    ended = tokens.revoke(token=token, by=by, because=because)
    if ended:
        _record(token, by, {"state": "valid"}, {"state": "revoked", **({"because": because} if because else {})})
    return ended


def _told(token: Token) -> dict[str, Any]:  # Any: JSON
    limits = {name: getattr(token, name) for name in LIMITS if getattr(token, name) not in (None, [])}
    granted = {"sources": token.sources, "scopes": token.scopes, "may_write": token.may_write}
    return {"state": "valid", "holder": token.holder.key, **granted, **limits}


def _record(token: Token, by: Member, before: dict[str, Any], after: dict[str, Any]) -> None:  # Any: JSON
    # By prefix: the audit tells tokens apart and cannot open anything.
    record(workspace=token.workspace, by=by, kind="token", key=token.prefix, before=before, after=after)
