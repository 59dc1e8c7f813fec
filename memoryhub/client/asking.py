"""What is sent for each method, in plain functions: the two hubs differ only in how they send it."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict
from urllib.parse import quote

Moment = dt.datetime | dt.date | str


class More(TypedDict, total=False):
    """What else a claim may say; docs/client.md explains each. `kind` is assert, retract or correct."""

    effective_at: Moment
    expires_at: Moment
    condition: str
    kind: str
    corrects: str
    evidence: Mapping[str, str]
    derived_from: Sequence[str]
    said_by: Mapping[str, str]
    confidence: float


class FactFilters(TypedDict, total=False):
    """Which facts; without `ledger` and `status` those in force."""

    subject: str
    field: str
    scope: str
    ledger: str
    status: str
    as_of: Moment
    known_at: Moment
    limit: int


class CaseFilters(TypedDict, total=False):
    """Which cases; without `state` the open ones."""

    state: str
    kind: str
    subject: str
    field: str
    scope: str
    owner: str
    limit: int


class RecallFilters(TypedDict, total=False):
    """What narrows a recall. `task_domain` and `task_type` say what it is for; rules may keep facts back from it."""

    subject: str
    task_domain: str
    task_type: str
    audience: str
    as_of: Moment
    known_at: Moment
    k: int
    history: bool
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, without the address and the token of the hub."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None  # Any: JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    patience: int = 0
    """Seconds that the hub was asked to take for the answer."""

    def at(self, cursor: str) -> Asked:
        """The same list from there on."""
        return replace(self, query={**self.query, "cursor": cursor})


def remember(said: Mapping[str, object], more: Mapping[str, object], *, wait: int = 0, key: str | None = None) -> Asked:
    """A claim. The key is made here, once: whatever is sent again is sent with the same one."""
    body = _written({**said, **more})
    if more.get("kind") == "retract" and said["value"] is None:
        del body["value"]
    headers = {"Idempotency-Key": key or str(uuid.uuid4())}
    if wait:
        headers["Prefer"] = f"wait={wait}"
    return Asked("POST", "/claims", body=body, headers=headers, patience=wait)


def recall(query: str, scopes: Sequence[str], filters: Mapping[str, object]) -> Asked:
    named = {"scopes": list(scopes)} if scopes else {}
    return Asked("POST", "/recall", body=_written({"query": query, **named, **_said(filters)}))


def listed(path: str, filters: Mapping[str, object]) -> Asked:
    return Asked("GET", path, query={name: str(value) for name, value in _written(_said(filters)).items()})


def one(kind: str, found: str, part: str = "") -> Asked:
    """`/facts/{id}` or `/facts/{id}/why`; an id is never more than one segment of the address."""
    return Asked("GET", f"/{kind}/{quote(str(found), safe='')}" + (f"/{part}" if part else ""))


def _said(filters: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in filters.items() if value is not None}


def _written(members: Mapping[str, object]) -> dict[str, Any]:  # Any: JSON
    return {name: value.isoformat() if isinstance(value, dt.date) else value for name, value in members.items()}
