"""What a policy takes away from people, against what holds now: a class of sensitivity, the second person.

Two people may want it, so none of it blocks; but nobody should have to find it among the differences.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ledgers.domain.findings import Findings, warning
from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.patterns import ANY, covers, overlap, specificity
from ledgers.domain.policy import FieldRule, Policy, RegisteredField

# The class of each registered field, by key.
Classes = Mapping[str, str]


def lint_change(before: Policy | None, policy: Policy, registered: Classes, authoritative: Collection[str]) -> Findings:
    """`before`: what it would take the place of; `authoritative`: the registered fields that have such a source."""
    after = {**registered, **{key: _stated(policy, key, registered) for key in policy.fields}}
    for key in dict.fromkeys([*policy.fields, *registered, *(before.fields if before else ())]):
        was = _rule(before, key, registered) if before else None
        held = was.sensitivity if was else registered.get(key, "")
        rule = _rule(policy, key, after)
        freed, said = bool(held) and not rule.sensitive, {"field": key, "sensitivity": held or "other"}
        if freed and _by_rule(policy, key, authoritative):
            yield warning("sensitive_to_rule", _where(policy, key, "fields"), **said)
            # Where nobody is asked, it is no news that nobody else is.
            continue
        if freed:
            yield warning("no_longer_sensitive", _where(policy, key, "fields"), **said)
        if was and was.four_eyes and not rule.four_eyes:
            yield warning("one_person_for_two", _where(policy, key, "four_eyes"), **said)


def _stated(policy: Policy, key: str, registered: Classes) -> str:
    """What the registry says of a declared field once the policy is in force; silence leaves it as it is."""
    said = policy.fields[key].sensitivity
    return registered.get(key, "") if said is None else said


def _rule(policy: Policy, key: str, registered: Classes) -> FieldRule:
    """As the most specific row of the registry has it."""
    over = [pattern for pattern in registered if covers(pattern, key)]
    held = registered[max(over, key=specificity)] if over else ""
    return policy.rule(RegisteredField(key, sensitivity=held), ANY)


def _by_rule(policy: Policy, key: str, authoritative: Collection[str]) -> bool:
    """Whether rules settle it in some scope."""
    said = policy.declared(key)
    sure = key in authoritative or (said is not None and said.authoritative is not None)
    return any(sure if entry.field == AUTHORITATIVE else overlap(entry.field, key) for entry in policy.automatic)


def _where(policy: Policy, key: str, otherwise: str) -> str:
    said = policy.declared(key)
    return f'fields."{said.key}"' if said is not None else otherwise
