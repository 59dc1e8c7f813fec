"""The policy and the registry of fields as they stand today, as far as the dial reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ledgers.domain.order import Order
from ledgers.domain.patterns import ANY, covers, specificity
from ledgers.domain.policy import Automatic, Declared, FieldRule, Policy, RegisteredField


@dataclass(frozen=True)
class Law:
    """`registered` by key, patterns among them."""

    policy: Policy
    registered: Mapping[str, RegisteredField]
    _rules: dict[str, FieldRule] = field(default_factory=dict, repr=False, compare=False)

    def rule(self, key: str, order: Order | None = None) -> FieldRule:
        """The rule of a field in a scope that nothing treats apart; under another order where one is tried."""
        if key not in self._rules:
            self._rules[key] = self.policy.rule(self._as_registered(key), ANY)
        return self._rules[key] if order is None else replace(self._rules[key], order=order)

    def place(self, key: str) -> str:
        """What speaks for a field in one breath: its declaration, else its entry in the registry."""
        said = self.policy.declared(key)
        return said.key if said else self._as_registered(key, exact=False).key

    def sensitive(self, place: str) -> bool:
        """Whether any field there is sensitive today, by the policy or by the registry."""
        known = [key for key in {*self.policy.fields, *self.registered} if covers(place, key)]
        return any(self.rule(key).sensitive for key in (place, *known))

    def admitting(self, place: str) -> list[Automatic]:
        """The entries of the automatic scope that let rules settle it, somewhere at least."""
        said = self.policy.declared(place) or Declared(place)
        known = (said.authoritative or self._as_registered(place).authoritative) is not None
        return [one for one in self.policy.automatic if one.admits(place, one.scope, authoritative=known)]

    def _as_registered(self, key: str, *, exact: bool = True) -> RegisteredField:
        found = [pattern for pattern in self.registered if covers(pattern, key)]
        if not found:
            return RegisteredField(key)
        said = self.registered[max(found, key=specificity)]
        return replace(said, key=key) if exact else said
