"""What is sent for a row of the matrix: the same good request, whoever sends it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from ledgers.domain.tiers import Tier
from tests.access.actors import Place
from tests.access.matrix import Row
from tests.api.world import BODY, JSON

TODAY = datetime.now(UTC).date()
# What is posted under /api/v1/; a row without an entry sends an empty document.
# Nobody submitted the draft, so a verdict comes too soon for whoever may give one.
DRAFT_STEPS = ("withdraw", "backtest", "submit", "activate", "rebase")
VERDICT = {"version": 1, "hash": "0" * 64, "base": 1, "backtest": None, "reason": "Seen."}
BODIES: dict[str, dict[str, Any]] = {
    "claims": BODY,
    "registry/sources": {"key": "fresh", "tier": "agent_inference"},
    "registry/fields": {"key": "fresh.field", "type": "text"},
    "registry/scopes": {"key": "team:fresh"},
    "registry/responsibilities": {"owner": "owner", "backup": "backup", "scope": "team:fresh", "proposers": []},
    "registry/members": {"key": "fresh", "name": "Fresh"},
    "registry/agents": {"key": "fresh"},
    "registry/unknown-fields/{key}": {"choice": "refuse"},
    "registry/absences": {"delegate": "delegate", "begins": str(TODAY), "ends": str(TODAY)},
    "evidence-requests/{request_id}/answer": {"evidence": {"text": "Seen."}},
    "tokens": {"name": "fresh", "agent": "agent"},
    "webhooks": {"url": "https://fresh.example.test/"},
    "erasures": {"subject": "customer:acme", "reason": "request"},
    "conversations": {"user": "owner", "character": "luna"},
    "conversations/{conversation_id}/messages": {"role": "user", "text": "Hello."},
    "recall": {"query": "when may we call", "scopes": ["team:sales"]},
    "policies/re-evaluation": {"policy_version": 1, "cases": ["01a22b23-0e96-7502-8fc6-f5600a0ec5bc"]},
    "policies/drafts": {"title": "Another"},
    "policies/drafts/{draft_id}": {"version": 1, "document": {"tiers": [str(tier) for tier in Tier]}},
    "policies/drafts/{draft_id}/edits": {"version": 1, "edit": "set_name", "params": {"name": "Fresh"}},
    "policies/drafts/{draft_id}/notes": {"notes": {}},
    **{f"policies/drafts/{{draft_id}}/{step}": {"version": 1} for step in DRAFT_STEPS},
    **{f"policies/drafts/{{draft_id}}/{verdict}": VERDICT for verdict in ("approve", "send-back")},
}
# What a list cannot be read without, by the name of the id that it takes.
QUERIES = {"/api/v1/receipts": "?fact={fact_id}"}
# Steps on the case, under /api/v1/ and as forms; each names the version that was seen.
STEPS: dict[str, dict[str, Any]] = {
    "evidence-request": {"missing": ["date"], "due_at": f"{TODAY + timedelta(days=7)}T12:00:00Z"},
    "evidence": {"missing": ["date"], "day": str(TODAY + timedelta(days=7))},
    "delegate": {"to": "other-user"},
    "snooze": {"until": None},
}
NEWS = {"until": "news"}
# What the forms of pages send.
FORMS: dict[str, dict[str, str]] = {
    "/cases/{case_id}/confirm": {"answer": "confirm"},
    "/queue/views/": {"name": "fresh"},
    "/queue/views/{view_id}/": {"do": "remove"},
    "/preferences/language/": {"language": "en"},
    "/preferences/theme/": {"theme": "dark"},
    "/start/": {"name": "Fresh", "language": "en", "time_zone": "UTC"},
    "/tokens/{token_id}/revoke/": {"because": "lost"},
    "/tokens/{token_id}/rotate/": {"hours": "1"},
    "/tokens/": {"name": "fresh", "agent": "agent"},
    "/webhooks/": {"url": "https://fresh.example.test/", "events": "case.opened"},
    "/webhooks/{webhook_id}/do/": {"what": "stop"},
    "/registry/unknown-fields/{key}/": {"choice": "refuse"},
    "/registry/sources/new/": {"key": "fresh", "tier": "agent_inference", "write_back_days": "5"},
    "/registry/sources/{source_id}/": {"tier": "agent_inference", "write_back_days": "5"},
    "/registry/fields/new/": {"key": "fresh.field", "type": "text", "values": "one"},
    "/registry/fields/{field_id}/": {"type": "text", "values": "one"},
    "/registry/scopes/new/": {"key": "team:fresh"},
    "/registry/scopes/{scope_id}/": {"name": "Fresh"},
    "/registry/erasures/": {"subject": "customer:acme", "reason": "request"},
    "/registry/erasures/confirm/": {"subject": "customer:acme", "reason": "request", "claims": "1"},
    "/registry/workspace/": {
        "name": "Fresh",
        "language": "en",
        "time_zone": "America/Sao_Paulo",
        "country": "BR",
        "day_begins": "09:00",
        "day_ends": "18:00",
        "undo_seconds": "20",
    },
    "/memory/": {"act": "forget", "fact": "01a22b23-0e96-7502-8fc6-f5600a0ec5bc", "key": str(uuid4())},
    "/memory/conversations/{conversation_id}/": {"sure": "1"},
    "/members/new/": {"email": "fresh@firm.example", "name": "Fresh", "key": "fresh"},
    "/members/{member_id}/": {"name": "Fresh"},
    "/policy/drafts/": {"title": "Another"},
    "/policy/drafts/{draft_id}/edit": {"version": "1", "press": "tier-up:counterparty"},
    "/policy/drafts/{draft_id}/import": {"version": "1", "text": f"tiers = {[str(tier) for tier in Tier]}"},
    "/policy/drafts/{draft_id}/withdraw": {"version": "1"},
    "/policy/drafts/{draft_id}/submit": {"version": "1"},
    "/policy/drafts/{draft_id}/backtest": {"version": "1", "days": "30"},
    "/policy/drafts/{draft_id}/judge": {"answer": "approve", "version": "1", "base": "1", "reason": "Seen."},
    "/policy/drafts/{draft_id}/rebase": {"version": "1", "active": "1"},
    "/policy/drafts/{draft_id}/activate": {"version": "1", "when": "now"},
    "/policy/versions/{version}/roll-back": {"title": "Back"},
    "/policy/emergency/": {"do": "roll_back", "version": "1", "reason": "Seen."},
    "/policy/re-evaluation/": {"version": "1"},
    "/policy/what-if/": {
        "field": "contact.preferred_time",
        "scope": "*",
        "stands": "nothing",
        "comes": "other",
        "came_source": "counterparty",
        "came_at": str(TODAY),
    },
    "/policy/autonomy/suggestion": {"suggestion": "widen:contact.preferred_time::"},
    "/profile/": {"name": "Fresh", "theme": "auto", "keys": "on", "mail": "soon"},
    "/profile/keys/": {"next": "n"},
    "/profile/passkeys/": {"name": "fresh"},
    "/sign-in/again/": {"password": "wrong"},
    "/sign-in/forgot/": {"email": "who@firm.example"},
    "/sign-in/": {"username": "who@firm.example", "password": "wrong"},
}


def ask(place: Place, row: Row, actor: str) -> int:
    """The status this actor gets, who is signed in afterwards as before."""
    client = place.clients[actor]
    kept = client.cookies.output(header="", sep=";")
    try:
        return _sent(client, place, row)
    finally:
        client.cookies.clear()
        client.cookies.load(kept)


def _sent(client: Client, place: Place, row: Row) -> int:
    path = path_of(place, row)
    if row.route.startswith("/api/"):
        headers = {"Idempotency-Key": str(uuid4())} if row.method == "POST" else {}
        body = json.dumps(_body(place, row)) if row.method not in {"GET", "DELETE"} else ""
        return int(client.generic(row.method, path, body, content_type=JSON, headers=headers).status_code)
    if row.method == "POST":
        return int(client.post(path, form_of(place, row)).status_code)
    return int(client.generic(row.method, path).status_code)


def path_of(place: Place, row: Row) -> str:
    path = row.route + QUERIES.get(row.route, "")
    if row.route.startswith("/registry/unknown-fields/"):
        path = path.replace("{key}", place.ids["unknown"])
    for name, value in {
        **place.ids,
        "object_id": "01a22b23-0e96-7502-8fc6-f5600a0ec5bc",
        "request_id": "01a22b23-0e96-7502-8fc6-f5600a0ec5bd",
        "content_type_id": "1",
    }.items():
        path = path.replace(f"{{{name}}}", value)
    return path


def allows(place: Place, method: str, route: str) -> bool:
    """Whether someone signed in gets another answer than that this method is none of the page's."""
    return ask(place, Row(method, route, {}), "account admin") != 405


def _body(place: Place, row: Row) -> dict[str, Any]:
    if row.route.endswith("/decision"):
        return _decision(place)
    if step := _step(row):
        return {**STEPS[step], "version": _decision(place)["version"]}
    return BODIES.get(row.route.removeprefix("/api/v1/"), {})


def _step(row: Row) -> str:
    name = row.route.rpartition("/")[2]
    return name if "/cases/{case_id}/" in row.route and name in STEPS else ""


def form_of(place: Place, row: Row) -> dict[str, Any]:  # Any: texts, and lists of them
    if row.route.endswith("/decide"):
        return {name: str(value) for name, value in {**_decision(place), "reason": "seen"}.items()}
    if step := _step(row):
        said = NEWS if step == "snooze" else STEPS[step]
        return {**said, "version": str(_decision(place)["version"])}
    if row.route == "/preferences/workspace/":
        return {"workspace": str(place.world.workspace.pk)}
    if row.route == "/webhooks/{webhook_id}/again/":
        return {"delivery": place.ids["delivery"]}
    if row.route == "/registry/absences/":
        return {"delegate": str(place.world.people["delegate"].pk), "first": str(TODAY), "last": str(TODAY)}
    return FORMS.get(row.route, {})


def _decision(place: Place) -> dict[str, Any]:
    made = place.world.made
    seen = {"version": int(made["version"]), "evidence_digest": made["digest"]}
    return {"choice": "keep", "decision_key": str(uuid4()), **seen}
