"""Who calls: an agent or a person, by token or signed in, and what they may read and post."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from ledgers.domain.patterns import fold
from ledgers.domain.responsibility import PERSONAL_SCOPES
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
        """Patterns of the scopes this caller may read and post to."""
        return self.token.scopes if self.token is not None else ("*",)

    def may_use_scope(self, key: str) -> bool:
        """Whether a pattern admits the scope; a person signed in stays out of the personal scopes of others."""
        return covers(self.scopes, key) and (not self._is_restricted or _is_own(fold(key), self.member))

    def scopes_within(self, column: str) -> Q:
        """The same rule as a filter."""
        admitted = within(self.scopes, column)
        if not self._is_restricted:
            return admitted
        personal = _any(Q(**{f"{column}__istartswith": f"{kind}:"}) for kind in PERSONAL_SCOPES)
        return admitted & (~personal | _own(column, self.member))

    @property
    def _is_restricted(self) -> bool:
        # A token says itself which scopes it opens; an auditor reads everything.
        return self.token is None and not self.has_role(Role.AUDITOR)


def _is_own(scope: str, member: Member | None) -> bool:
    kind, _colon, name = scope.partition(":")
    return kind not in PERSONAL_SCOPES or (member is not None and name.partition("/")[0] == fold(member.key))


def _own(column: str, member: Member | None) -> Q:
    keys = [f"{kind}:{member.key}" for kind in PERSONAL_SCOPES] if member else []
    return _any(Q(**{f"{column}__iexact": key}) | Q(**{f"{column}__istartswith": f"{key}/"}) for key in keys)


def _any(parts: Iterable[Q]) -> Q:
    # An empty Q would vanish from an OR instead of admitting everything.
    found = Q(pk__in=[])
    for part in parts:
        found |= part
    return found
