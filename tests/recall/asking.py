"""Asking through the API, and what came back."""

from __future__ import annotations

from typing import Any

from tests.cases.posting import call
from tests.cases.world import World
from tests.invariants.saying import ACME

Told = dict[str, Any]  # JSON


def recall(place: World, query: str, scopes: list[str] | None = None, by: str = "agent-1", **more: object) -> Told:
    answer = call(place.secrets[by], "recall", {"query": query, "scopes": scopes or [ACME], **more})
    assert answer.http == 200, answer.body
    told: Told = answer.body
    return told


def values(told: Told) -> list[Any]:
    return [item["value"] for item in told["items"]]
