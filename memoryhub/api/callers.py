"""Who calls: an agent or a person, by token or signed in, and what they may read and post."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from memoryhub.accounts.models import Agent, Member, Role, Token, Workspace
from memoryhub.accounts.patterns import covers, within


@dataclass(frozen=True, slots=True)
class Caller:
    """The identity behind a request. Exactly one of `agent` and `member` is set; `token` is None for a session."""

    workspace: Workspace
    agent: Agent | None = None
    member: Member | None = None
    token: Token | None = None

    # What the framework asks of a user.
    is_authenticated = True

    @property
    def key(self) -> str:
        """What responsibilities call the author: `agent:inbox`, `member:ana`."""
        return f"agent:{self.agent.key}" if self.agent else f"member:{self.member.key if self.member else ''}"

    @property
    def may_write(self) -> bool:
        return self.token is None or self.token.may_write

    def has_role(self, *roles: Role) -> bool:
        return self.member is not None and self.member.has_role(*roles)

    @property
    def scopes(self) -> Sequence[str]:
        """Patterns of the scopes this caller may read."""
        return self.token.scopes if self.token is not None else ("*",)

    def may_use_scope(self, key: str) -> bool:
        return covers(self.scopes, key)

    def scopes_within(self, column: str) -> Q:
        """Restricts a query to the scopes this caller may read."""
        return within(self.scopes, column)
