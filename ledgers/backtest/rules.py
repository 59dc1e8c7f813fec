"""The rules of policies, each found once in a run: a log asks for the same few fields over and over."""

from __future__ import annotations

from ledgers.domain.minutes import Minutes
from ledgers.domain.policy import FieldRule, Policy
from ledgers.replay.retaken import rule_of

Key = tuple[object, ...]


class Rules:
    """Finds the rule of a field, as the registry said it then, in a policy; remembers it."""

    def __init__(self) -> None:
        self._known: dict[Key, FieldRule] = {}

    def __call__(self, policy: Policy, field: Minutes, scope: str) -> FieldRule:
        source = field["authoritative"]
        said = (field["key"], field["type"], field["many"], field["sensitivity"], field["review_days"])
        key = (policy.digest, scope, *said, *(source or ()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = rule_of(policy, field, scope)
        return found
