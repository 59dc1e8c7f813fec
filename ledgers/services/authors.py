"""Who posts: an agent or a member, with what their token allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memoryhub.accounts.models import Agent, Member


@dataclass(frozen=True, slots=True)
class Author:
    """`sources` and `scopes` are the token's grants; a member who decides in the browser has none to check."""

    agent: Agent | None = None
    member: Member | None = None
    sources: Sequence[str] = ()
    scopes: Sequence[str] = ()

    @property
    def key(self) -> str:
        """The name responsibilities know the author by: `agent:inbox` or `member:ana`."""
        if self.agent is not None:
            return f"agent:{self.agent.key}"
        if self.member is not None:
            return f"member:{self.member.key}"
        raise ValueError("An author is an agent or a member.")
