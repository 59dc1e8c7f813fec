"""A first claim to try the hub with: one value of each type, as its parser takes it."""

from __future__ import annotations

import json
import shlex

from escalations.start import first_field, scope_of
from memoryhub.accounts.models import Workspace

VALUES: dict[str, object] = {
    "text": "first value",
    "number": 1,
    "money": "BRL 10.00",
    "date": "2026-01-31",
    "datetime": "2026-01-31T12:00:00Z",
    "email": "ana@example.com",
    "phone": "+5511987654321",
    "iban": "DE89370400440532013000",
    "cpf_cnpj": "11144477735",
    "pix": "ana@example.com",
    "json": {"first": "value"},
}


def sample(workspace: Workspace, source: str) -> str:
    """The body of a claim about the first field, as JSON, through a source that the agent may use."""
    field = first_field(workspace)
    if field is None:
        return "{}"
    body = {
        "subject": "customer:acme",
        "field": field.key,
        "scope": scope_of(workspace, field),
        "value": VALUES.get(field.type, "first value"),
        "source": source,
    }
    return json.dumps(body, ensure_ascii=False)


def command(address: str, secret: str, body: str) -> str:
    """What to type into a terminal to post the body."""
    headers = (f"Authorization: Bearer {secret}", "Idempotency-Key: first-claim", "Content-Type: application/json")
    parts = [f"curl -X POST {address}", *(f"-H {shlex.quote(header)}" for header in headers), f"-d {shlex.quote(body)}"]
    return " \\\n  ".join(parts)
