"""A store for LangGraph whose items are the facts in force. Needs the extra `langgraph`; docs/client.md shows its use.

A namespace is (scope, subject), a key the field. Where other stores overwrite, this one says something: rules, or the
owner, decide what holds. What is read is always what holds, with its caveats.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any, cast

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from memoryhub.client.answers import Fact, RecalledFact, Remembered
from memoryhub.client.asking import FactFilters, More, RecallFilters
from memoryhub.client.hub import Hub

log = logging.getLogger(__name__)

# LangGraph wants a date of every item.
NEVER = datetime.fromtimestamp(0, UTC)
# What the hub recalls at most for one question.
MOST = 50
ORDERED: Mapping[str, Callable[[Any, Any], bool]] = {  # Any: JSON
    "$eq": lambda said, wanted: said == wanted,
    "$ne": lambda said, wanted: said != wanted,
    "$gt": lambda said, wanted: said is not None and said > wanted,
    "$gte": lambda said, wanted: said is not None and said >= wanted,
    "$lt": lambda said, wanted: said is not None and said < wanted,
    "$lte": lambda said, wanted: said is not None and said <= wanted,
}


def _note(said: Remembered) -> None:
    if said.state != "settled":
        log.warning("claim %s is %s: %s", said.id, said.state, said.reason or "it is being settled")


class HubStore(BaseStore):
    """LangGraph's store over one hub, with the rights of its token.

    What is put is said through `source`, and given `wait` seconds to settle; `told` hears what became of it, which
    `put` itself cannot answer. Without `told`, what did not settle is logged as a warning.
    """

    def __init__(self, hub: Hub, source: str, *, wait: int = 5, told: Callable[[Remembered], None] = _note) -> None:
        self._hub = hub
        self._source = source
        self._wait = wait
        self._told = told

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Answers in the order of what was asked. As in LangGraph's own stores, a batch reads before it writes."""
        listed = list(ops)
        found: list[Result] = [None if isinstance(op, PutOp) else self._read(op) for op in listed]
        for op in listed:
            if isinstance(op, PutOp):
                self._put(op)
        return found

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            scope, subject = _place(op.namespace)
            facts = self._hub.facts(scope=scope, subject=subject, field=op.key)
            return next((_item(fact) for fact in facts), None)
        if isinstance(op, SearchOp):
            return list(islice(self._found(op), op.offset, op.offset + op.limit))
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"{type(op).__name__} is nothing a store does")

    def _put(self, op: PutOp) -> None:
        scope, subject = _place(op.namespace)
        said = {"kind": "retract", "value": None} if op.value is None else dict(op.value)
        if "value" not in said:
            raise ValueError('Say what holds as {"value": …}; the other members are those of a claim.')
        value = said.pop("value")
        more = cast("More", said)
        self._told(self._hub.remember(subject, op.key, scope, value, self._source, wait=self._wait, **more))

    def _found(self, op: SearchOp) -> Iterator[SearchItem]:
        for fact in self._facts(op):
            item = _item(fact)
            if all(_fits(item.value.get(name), wanted) for name, wanted in (op.filter or {}).items()):
                yield item

    def _facts(self, op: SearchOp) -> Iterable[Fact]:
        places = _filters(op.namespace_prefix)
        if op.query is None:
            return self._hub.facts(**places)
        scopes = [places["scope"]] if "scope" in places else []
        about: RecallFilters = {"k": MOST if op.filter else min(max(op.offset + op.limit, 1), MOST)}
        if "subject" in places:
            about["subject"] = places["subject"]
        return self._hub.recall(op.query, scopes, **about).items

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = {(fact.scope, fact.subject) for fact in self._hub.facts()}
        fit = {found[: op.max_depth] for found in every if all(_matches(found, by) for by in op.match_conditions or ())}
        return sorted(fit)[op.offset : op.offset + op.limit]


def _place(namespace: tuple[str, ...]) -> tuple[str, str]:
    if len(namespace) != 2:
        raise InvalidNamespaceError(f"A namespace is (scope, subject), as ('team:sales', 'customer:acme'): {namespace}")
    return namespace[0], namespace[1]


def _filters(prefix: tuple[str, ...]) -> FactFilters:
    if len(prefix) > 2:
        raise InvalidNamespaceError(f"A namespace is (scope, subject) and nothing below: {prefix}")
    return cast("FactFilters", dict(zip(("scope", "subject"), prefix, strict=False)))


def _item(fact: Fact) -> SearchItem:
    """The value as it holds, beside what a model has to know of it."""
    value = {
        "value": fact.value,
        "condition": fact.condition,
        "caveats": [caveat.text for caveat in fact.caveats],
        "status": fact.status,
        "source": fact.source.key,
        "fact": fact.id,
    }
    since = fact.valid_from or fact.recorded_at or NEVER
    score = fact.score if isinstance(fact, RecalledFact) else None
    place = (fact.scope, fact.subject)
    return SearchItem(place, fact.field, value, created_at=since, updated_at=fact.recorded_at or since, score=score)


def _fits(said: object, wanted: object) -> bool:
    if isinstance(wanted, Mapping) and wanted and all(str(name).startswith("$") for name in wanted):
        if unknown := set(wanted) - set(ORDERED):
            raise ValueError(f"A filter compares by {', '.join(ORDERED)}; this one by {', '.join(sorted(unknown))}.")
        return all(ORDERED[name](said, value) for name, value in wanted.items())
    return said == wanted


def _matches(namespace: tuple[str, ...], by: MatchCondition) -> bool:
    """Whether it begins, or ends, as the path does; a `*` stands for any one part."""
    if len(by.path) > len(namespace):
        return False
    part = namespace[: len(by.path)] if by.match_type == "prefix" else namespace[len(namespace) - len(by.path) :]
    return all(wanted in ("*", said) for said, wanted in zip(part, by.path, strict=True))
