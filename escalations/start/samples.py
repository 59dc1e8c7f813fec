"""First claims to try the hub with: two values of each type, as its parser takes them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from escalations.start.setting_up import asked_field, first_field, scope_of
from ledgers.models import Field
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
OTHERS: dict[str, object] = {
    "text": "second value",
    "number": 2,
    "money": "BRL 20.00",
    "date": "2026-02-28",
    "datetime": "2026-02-28T12:00:00Z",
    "email": "bia@example.com",
    "phone": "+5511912345678",
    "iban": "GB82WEST12345698765432",
    "cpf_cnpj": "52998224725",
    "pix": "bia@example.com",
    "json": {"second": "value"},
}


def sample(workspace: Workspace, sources: Sequence[str]) -> str:
    """The body of a claim about the first field, as JSON, through a source that the agent may use."""
    field = first_field(workspace, sources)
    return _body(workspace, field, VALUES, sources) if field else "{}"


def disagreeing(workspace: Workspace, sources: Sequence[str]) -> list[str]:
    """Two bodies about one sensitive field, the second of which waits for its owner; none where there is no such."""
    field = asked_field(workspace, sources)
    return [_body(workspace, field, values, sources) for values in (VALUES, OTHERS)] if field else []


def command(address: str, body: str, key: str = "first-claim") -> str:
    """What to type into a terminal that knows the token, to post the body: so the line itself gives nothing away."""
    headers = (f"Idempotency-Key: {key}", "Content-Type: application/json")
    proof = '-H "Authorization: Bearer $TOKEN"'
    parts = [f"curl -X POST {address}", proof, *(f"-H {shlex.quote(header)}" for header in headers)]
    return " \\\n  ".join([*parts, f"-d {shlex.quote(body)}"])


def _body(workspace: Workspace, field: Field, values: dict[str, object], sources: Sequence[str]) -> str:
    scope = scope_of(workspace, field)
    own = field.authoritative.key if field.authoritative else ""
    body = {
        "subject": "customer:acme" if scope.startswith("client:") else scope,
        "field": field.key,
        "scope": scope,
        "value": values.get(field.type, values["text"]),
        "source": own if own in sources else sources[0],
    }
    return json.dumps(body, ensure_ascii=False)
