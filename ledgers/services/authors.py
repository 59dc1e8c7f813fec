"""Who posts: an agent or a member, with what their token allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledgers.domain.patterns import covers, fold
from ledgers.domain.responsibility import PERSONAL_SCOPES, person_of
from memoryhub.accounts.models import Agent, Member


@dataclass(frozen=True, slots=True)
class Author:
    """`sources` and `scopes` are the token's grants; a member who decides in the browser has none to check.

    `private`: somebody signed in, who stays out of the personal scopes of others.
    """

    agent: Agent | None = None
    member: Member | None = None
    sources: Sequence[str] = ()
    scopes: Sequence[str] = ()
    private: bool = False

    @property
    def key(self) -> str:
        """The name responsibilities know the author by: `agent:inbox` or `member:ana`."""
        if self.agent is not None:
            return f"agent:{self.agent.key}"
        if self.member is not None:
            return f"member:{self.member.key}"
        raise ValueError("An author is an agent or a member.")

    def may_read(self, scope: str) -> bool:
        """Whether the author may know of claims in that scope."""
        if not any(covers(pattern, scope) for pattern in self.scopes):
            return False
        personal = fold(scope).partition(":")[0] in PERSONAL_SCOPES
        return not (self.private and personal) or self._is(person_of(scope, ""))

    def _is(self, person: str) -> bool:
        return self.member is not None and fold(self.member.key) == person
