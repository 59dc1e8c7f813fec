"""A comparison as JSON: the same bytes for the same two policies and the same registry."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ledgers.domain.compared import Comparison, Group
from ledgers.domain.outcome import Outcome
from ledgers.domain.specimens import Example, Told
from ledgers.domain.trace import Line

# JSON: lists, objects, texts, whole numbers, true, false and null.
Json = dict[str, Any]


def told(comparison: Comparison) -> Json:
    """Groups in their order, then what the documents say differently."""
    return {
        "count": comparison.count,
        "groups": [_group(group) for group in comparison.groups],
        "amended": [{"path": one.path, "old": one.old, "new": one.new} for one in comparison.amended],
    }


def serialized(comparison: Comparison) -> bytes:
    return json.dumps(told(comparison), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _group(group: Group) -> Json:
    return {
        "field": group.field,
        "scopes": list(group.scopes),
        "shift": str(group.shift),
        "count": group.count,
        "was": _outcome(group.was, group.example.was),
        "becomes": _outcome(group.becomes, group.example.becomes),
        "example": _example(group.example),
    }


def _outcome(outcome: Outcome, trace: Sequence[Line]) -> Json:
    said = {
        "action": str(outcome.action),
        "status": outcome.status,
        "rule": outcome.rule,
        "caveat": outcome.caveat,
        "trace": [{"step": line.step, "code": line.code, "params": line.params} for line in trace],
    }
    asked = {"reason": outcome.reason, "four_eyes": outcome.four_eyes, "hours": outcome.hours}
    return {**said, **(asked if outcome.waits else {})}


def _example(example: Example) -> Json:
    case = example.case
    return {
        "subject": example.subject,
        "field": example.field,
        "scope": example.scope,
        "now": example.now.isoformat(),
        "stands": _told(example.stood),
        "comes": {**_told(example.comes), "kind": str(case.comes), "may_propose": case.may_propose,
                  "date_assumed": case.assumed},
        "dates": str(case.dates),
        "days_since_support": case.days if example.stood else None,
        "held": case.held,
    }  # fmt: skip


def _told(said: Told | None) -> Mapping[str, Any]:
    if said is None:
        return {}
    return {
        "source": said.voice.source,
        "tier": str(said.voice.tier),
        "counts_less": said.voice.reason or None,
        "value": said.value,
        "content": said.content or None,
        "effective_at": said.begins.isoformat(),
        "expires_at": said.ends.isoformat() if said.ends else None,
    }
