"""First claims to try the hub with: two values of each type, as its parser takes them.

They are about what the admin added themselves, the newest row first; what the template brought comes after it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from escalations.start.forms import field_key
from ledgers.models import Field, Responsibility
from ledgers.policies.files import shipped
from memoryhub.accounts.models import Setup, Workspace

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
    """The body of a claim about the newest field, as JSON, through a source that the agent may use."""
    field = _first_field(workspace, sources)
    return _body(workspace, field, VALUES, sources) if field else "{}"


def disagreeing(workspace: Workspace, sources: Sequence[str]) -> list[str]:
    """Two bodies about one field, the second of which waits for its owner; none where there is no such."""
    field = _asked_field(workspace, sources)
    return [_body(workspace, field, values, sources) for values in (VALUES, OTHERS)] if field else []


def command(address: str, body: str, key: str = "first-claim") -> str:
    """What to type into a terminal that knows the token, to post the body: so the line itself gives nothing away."""
    headers = (f"Idempotency-Key: {key}", "Content-Type: application/json")
    proof = '-H "Authorization: Bearer $TOKEN"'
    parts = [f"curl -X POST {address}", proof, *(f"-H {shlex.quote(header)}" for header in headers)]
    return " \\\n  ".join([*parts, f"-d {shlex.quote(body)}"])


def _body(workspace: Workspace, field: Field, values: dict[str, object], sources: Sequence[str]) -> str:
    scope = _scope_of(workspace, field)
    own = field.authoritative.key if field.authoritative else ""
    body = {
        "subject": "customer:acme" if scope.startswith("client:") else scope,
        "field": field.key,
        "scope": scope,
        "value": values.get(field.type, values["text"]),
        "source": own if own in sources else sources[0],
    }
    return json.dumps(body, ensure_ascii=False)


def _fields(workspace: Workspace) -> tuple[list[Field], list[Field]]:
    """The fields of the table: those the admin added, the newest first, and those that the template brought."""
    setup = Setup.objects.get(workspace=workspace)
    usual = shipped()["fields"] if setup.template == "shipped" else {}
    rows = Field.objects.filter(workspace=workspace).exclude(key__endswith="*").select_related("authoritative")
    known = {field.key: field for field in rows}
    keys = [key for key in (field_key(row["field"]) for row in setup.rows) if key in known]
    return [known[key] for key in reversed(keys) if key not in usual], [known[key] for key in keys if key in usual]


def _first_field(workspace: Workspace, sources: Sequence[str]) -> Field | None:
    """The first that one of the sources settles, else one that is not sensitive, else any."""
    for fields in _fields(workspace):
        plain = [field for field in fields if not field.sensitivity]
        found = [*(field for field in plain if _settles(field, sources)), *plain, *fields]
        if found:
            return found[0]
    return None


def _asked_field(workspace: Workspace, sources: Sequence[str]) -> Field | None:
    """One in which a second value waits for a person: sensitive, or of no authority.

    Of a sensitive one, one of the sources is the authority, so that the first value stands. A payment comes last: who
    answers for the agent may not decide what it proposed there.
    """
    for fields in _fields(workspace):
        waits = [
            field
            for field in fields
            if (_settles(field, sources) if field.sensitivity else field.authoritative is None)
        ]
        if waits:
            return min(waits, key=lambda field: field.sensitivity == "payment")
    return None


def _settles(field: Field, sources: Sequence[str]) -> bool:
    return field.authoritative is not None and field.authoritative.key in sources


def _scope_of(workspace: Workspace, field: Field) -> str:
    """Where the sample holds: the scope the field is owned in, one of its kind where that is a kind of scopes."""
    row = Responsibility.objects.filter(workspace=workspace, field=field.key).order_by("id").first()
    scope = row.scope if row else "*"
    return f"{scope.removesuffix('*').rstrip(':') or 'client'}:acme" if scope.endswith("*") else scope
