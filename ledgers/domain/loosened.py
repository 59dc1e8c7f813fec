"""Where one policy guards less than another: what one person alone may never bring about, not for an hour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ledgers.domain.compared import as_activated
from ledgers.domain.content import graver, sensitivity_of
from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.patterns import ANY, covers, specificity
from ledgers.domain.policy import FieldRule, Policy, RegisteredField

Fields = Mapping[str, RegisteredField]


@dataclass(frozen=True, slots=True)
class Reading:
    """A policy, and the registered fields beside it."""

    policy: Policy
    fields: Fields

    def rule(self, key: str, scope: str) -> FieldRule:
        """As the most specific registered field or pattern has it."""
        over = [pattern for pattern in self.fields if covers(pattern, key)]
        held = self.fields[max(over, key=specificity)] if over else RegisteredField(key)
        return self.policy.rule(replace(held, key=key), scope)


def loosened(now: Policy, then: Policy, fields: Fields) -> tuple[str, ...]:
    """The fields, and patterns of them, of which `then` would guard less than `now`: less sensitive, one person for
    two, settled by rules although it asks for two, or something in a value no longer watched for.

    `fields` are registered as they are now; what `then` states is written there when it comes into force.
    """
    was, becomes = Reading(now, fields), Reading(then, {**fields, **_stated(then, fields)})
    keys = {*becomes.fields, *now.fields, *_automatic(now), *_automatic(then)}
    scopes = {ANY, *(entry.scope for entry in (*now.automatic, *then.automatic))}
    return tuple(
        key
        for key in sorted(keys)
        if any(_looser(was, becomes, was.rule(key, scope), becomes.rule(key, scope)) for scope in scopes)
    )


def _stated(policy: Policy, fields: Fields) -> Fields:
    """A field that only a pattern covered is registered by itself then, with what the policy says and no more."""
    return {key: as_activated(fields.get(key, RegisteredField(key)), policy) for key in policy.fields}


def _automatic(policy: Policy) -> Iterator[str]:
    return (entry.field for entry in policy.automatic if entry.field != AUTHORITATIVE)


def _looser(now: Reading, then: Reading, was: FieldRule, becomes: FieldRule) -> bool:
    return (
        graver(was.sensitivity, becomes.sensitivity)
        or (was.four_eyes and not becomes.four_eyes)
        or (was.four_eyes and becomes.automatic and not was.automatic)
        # In a sensitive field everything stops, whatever the value is about.
        or (not becomes.sensitive and bool(_stops(now, was) - _stops(then, becomes)))
    )


def _stops(reading: Reading, rule: FieldRule) -> set[tuple[str, bool]]:
    """The classes of content that wait for a person there, and those of them that wait for two."""
    two = {
        name for name in rule.watched if rule.four_eyes or sensitivity_of(frozenset({name})) in reading.policy.four_eyes
    }
    return {*((name, False) for name in rule.watched), *((name, True) for name in two)}
