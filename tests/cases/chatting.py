"""Steps of a case that are said in a conversation: through the API, and read at once as the worker does."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from uuid import UUID

from memoryhub.conversations import listening
from tests.cases.files import Table
from tests.cases.posting import call, fetch
from tests.cases.world import World


@dataclass
class Chats:
    """One conversation for each pair of the case, kept by an agent."""

    world: World
    by: str = "agent-1"
    started: dict[str, str] = field(default_factory=dict)
    counter: itertools.count[int] = field(default_factory=itertools.count)

    def say(self, user: str, character: str, text: str) -> list[Table]:
        """What stands in the pair afterwards, and what stood there before."""
        scope = f"pair:{user}/{character}"
        if scope not in self.started:
            made = self._post("conversations", {"user": user, "character": character})
            self.started[scope] = made["id"]
        conversation = self.started[scope]
        self._post(f"conversations/{conversation}/messages", {"role": "user", "text": text})
        listening.listen(self.world.workspace.pk, UUID(conversation))
        ledgers = ("accepted", "pending", "history")
        answers = [fetch(self.world.secrets["reader"], "facts", {"scope": scope, "ledger": name}) for name in ledgers]
        return [row for answer in answers for row in answer.body["items"]]

    def _post(self, path: str, body: Table) -> Table:
        answer = call(self.world.secrets[self.by], path, body, {"Idempotency-Key": f"chat-{next(self.counter)}"})
        assert answer.http == 201, answer.body
        told: Table = answer.body
        return told
