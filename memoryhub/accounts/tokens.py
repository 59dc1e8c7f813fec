"""Giving out, checking and revoking tokens. The secret is returned once, by `issue`, and never kept."""

from __future__ import annotations

import datetime as dt
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryhub.accounts import secrets, walls
from memoryhub.accounts.errors import AddressNotAllowed, NotAllowed, TokenExpired, TokenRevoked, Unauthenticated
from memoryhub.accounts.models import Agent, Member, Role, Token, Workspace
from memoryhub.logs.peer import within

# One write per token and minute, whatever the traffic.
LAST_USED_STEP = dt.timedelta(minutes=1)
# What a successor has of its predecessor.
GRANTS = ("name", "agent", "member", "sources", "scopes", "may_write", "requests_per_minute", "open_cases", "addresses")
MANAGERS = (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


@dataclass(frozen=True, slots=True)
class Issued:
    """A new token with its secret, which is out of the printed form so that no log shows it."""

    token: Token
    secret: str = field(repr=False)


def issue(
    *,
    workspace: Workspace,
    name: str,
    agent: Agent | None = None,
    member: Member | None = None,
    sources: Sequence[str] = (),
    scopes: Sequence[str] = (),
    may_write: bool = False,
    expires_at: dt.datetime | None = None,
    requests_per_minute: int | None = None,
    open_cases: int | None = None,
    addresses: Sequence[str] = (),
    by: Member | None = None,
) -> Issued:
    """Make a token for an agent or a member; what is not granted is denied. `by` is None only at set-up.

    The two limits: None for what the settings say, 0 for none.
    """
    holder = agent or member
    if holder is None or holder.workspace_id != workspace.id:
        raise NotAllowed(_("A token belongs to one agent or member of this workspace."))
    if by is not None and not may_manage(by, workspace=workspace, holder=holder):
        raise NotAllowed(_("Only registry admins and account admins give out tokens."))
    secret = secrets.generate()
    token = Token.objects.create(
        workspace=workspace,
        name=name,
        agent=agent,
        member=member,
        prefix=secrets.prefix(secret),
        hash=secrets.digest(secret),
        sources=list(sources),
        scopes=list(scopes),
        may_write=may_write,
        expires_at=expires_at,
        requests_per_minute=requests_per_minute,
        open_cases=open_cases,
        addresses=list(addresses),
        created_by=by,
    )
    return Issued(token, secret)


def may_manage(member: Member, *, workspace: Workspace, holder: Agent | Member | None = None) -> bool:
    """Admins give out and revoke tokens of agents and of themselves; a colleague's only an account admin does."""
    if member.workspace_id != workspace.id or not member.has_role(*MANAGERS):
        return False
    # A member's token speaks for that member: a registry admin must not mint one to speak for a colleague.
    return not isinstance(holder, Member) or holder.id == member.id or member.has_role(Role.ACCOUNT_ADMIN)


def in_workspace(workspace: Workspace) -> QuerySet[Token]:
    rows = Token.objects.filter(workspace=workspace).select_related("agent__controller", "member", "created_by")
    return rows.order_by("-id")


def authenticate(secret: str) -> Token:
    """The live token this secret opens, its holder active, or the reason it opens nothing."""
    token = live(secret)
    with walls.inside(token.workspace_id):
        check_holder(token)
    return token


def live(secret: str, address: str | None = None) -> Token:
    """The token, before anything of its workspace is read: whose it is has to be known first.

    `address` is that of whoever uses it, None where there is no wire.
    """
    token = _find(secret)
    if token is None:
        raise Unauthenticated(_("This token is not known."))
    if token.state == "revoked":
        raise TokenRevoked(_("Ask a registry admin for a new token."))
    if token.state == "expired":
        raise TokenExpired(_("Ask a registry admin for a new token."))
    if address is not None and token.addresses and not within(address, token.addresses):
        raise AddressNotAllowed(_("This token may not be used from your address."))
    return token


def check_holder(token: Token) -> None:
    """Refuse a token whose holder left; asked inside its workspace."""
    if not token.holder.active:
        raise Unauthenticated(_("The holder of this token is no longer active."))


def revoke(*, token: Token, by: Member, because: str = "") -> bool:
    """End the token at once; False when somebody already had."""
    if not may_manage(by, workspace=token.workspace, holder=token.holder):
        raise NotAllowed(_("Only registry admins and account admins revoke tokens."))
    ended = {"revoked_at": timezone.now(), "revoked_by": by, "revoked_because": because[:200]}
    return Token.objects.filter(pk=token.pk, revoked_at__isnull=True).update(**ended) == 1


def rotate(*, token: Token, by: Member, hours: int) -> Issued:
    """A new token with the same grants; the old one ends in so many hours, or at its own end where that comes first."""
    grants = {name: getattr(token, name) for name in GRANTS}
    ends = timezone.now() + dt.timedelta(hours=hours)
    with transaction.atomic():
        issued = issue(workspace=token.workspace, by=by, expires_at=token.expires_at, **grants)
        Token.objects.filter(pk=issued.token.pk).update(follows=token)
        # Whatever happens between, an end that was there is never put off.
        later = Q(expires_at__isnull=True) | Q(expires_at__gt=ends)
        Token.objects.filter(later, pk=token.pk).update(expires_at=ends)
    issued.token.follows = token
    return issued


def hand_over(*, token: Token, holder: Agent | Member) -> None:
    """Let a demo's token speak for the same holder in the workspace that replaces the demo; its secret stays.

    Only from demo to demo: in a real workspace a token speaks for one holder as long as it lives.
    """
    if not (token.workspace.demo and holder.workspace.demo) or isinstance(holder, Agent) != (token.agent is not None):
        raise NotAllowed(_("Only a demo's token goes to another holder, of the same kind and in another demo."))
    held = {"agent": holder} if isinstance(holder, Agent) else {"member": holder}
    Token.objects.filter(pk=token.pk).update(workspace=holder.workspace, created_by=None, **held)


def touch(token: Token) -> None:
    """Remember that the token was used, at most once a minute."""
    limit = timezone.now() - LAST_USED_STEP
    if token.last_used_at is None or token.last_used_at < limit:
        stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=limit)
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=timezone.now())


def _find(secret: str) -> Token | None:
    if not secrets.is_well_formed(secret):
        return None
    wanted = secrets.digest(secret)
    rows = Token.objects.select_related("workspace", "member").filter(prefix=secrets.prefix(secret))
    return next((row for row in rows if hmac.compare_digest(bytes(row.hash), wanted)), None)
