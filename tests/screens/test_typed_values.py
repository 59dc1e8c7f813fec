"""A value of the owner's own: each type has its field, and the verdict is the one an agent's claim would get."""

from __future__ import annotations

from typing import Any

import pytest

from escalations.card.widgets import typed, widget
from escalations.models import Case
from ledgers.formats.refusal import InvalidValue
from ledgers.models import Claim, Field
from ledgers.services.intake import read_value
from tests.screens.reading import form_in
from tests.screens.world import Firm

# What is typed, and what an agent would send for it as JSON.
TABLE: list[tuple[str, str, object]] = [
    ("email", "lee@acme.example", "lee@acme.example"),
    ("email", "lee@", "lee@"),
    ("email", "lee acme.example", "lee acme.example"),
    ("phone", "+55 11 98765-4321", "+55 11 98765-4321"),
    ("phone", "98765", "98765"),
    ("money", "R$ 1.234,56", "R$ 1.234,56"),
    ("money", "BRL 1,234.56", "BRL 1,234.56"),
    ("money", "about ten", "about ten"),
    ("date", "2026-11-30", "2026-11-30"),
    ("date", "2026-02-30", "2026-02-30"),
    ("date", "soon", "soon"),
    ("datetime", "2026-11-30T09:15", "2026-11-30T09:15:00-03:00"),
    ("datetime", "tomorrow", "tomorrow"),
    ("enum", "gold", "gold"),
    ("enum", "lead", "lead"),
    ("iban", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    ("iban", "DE89 3704 0044 0532 0130 01", "DE89370400440532013001"),
    ("cpf_cnpj", "529.982.247-25", "52998224725"),
    ("cpf_cnpj", "529.982.247-26", "52998224726"),
    ("cpf_cnpj", "11.222.333/0001-81", "11222333000181"),
    ("pix", "lee@acme.example", "lee@acme.example"),
    ("pix", "+5511987654321", "+5511987654321"),
    ("pix", "not a key", "not a key"),
    ("number", "1234.5", "1234.5"),
    ("number", "twelve", "twelve"),
    ("json", '{"a": [1, 2]}', {"a": [1, 2]}),
    ("json", "plain words", "plain words"),
    ("text", "Kim Sato", "Kim Sato"),
]
KINDS = {
    "email": "email",
    "phone": "tel",
    "date": "date",
    "datetime": "datetime-local",
    "enum": "select",
    "json": "textarea",
}


def _verdict(field: Field, value: Any) -> str:  # noqa: ANN401  # any JSON
    """The canonical value, or the code of the refusal."""
    try:
        return str(read_value(field.workspace, field, Claim.Kind.ASSERT, value, "")[1])
    except InvalidValue as refusal:
        return f"refused: {refusal.code}"


@pytest.mark.parametrize(("kind", "text", "sent"), TABLE, ids=[f"{kind} {text}"[:40] for kind, text, _sent in TABLE])
def test_a_typed_value_gets_the_verdict_of_the_api(firm: Firm, kind: str, text: str, sent: object) -> None:
    """What a person types and what an agent sends is read by the same validators, both ways."""
    field = Field.objects.create(
        workspace=firm.workspace,
        key="typed",
        name="Typed",
        type=kind,
        options=["gold", "tin"] if kind == "enum" else [],
    )
    mine = typed(text, kind, firm.workspace.zone)
    assert _verdict(field, mine) == _verdict(field, sent)


def test_the_form_refuses_what_the_api_refuses_and_takes_what_it_takes(firm: Firm) -> None:
    Field.objects.create(workspace=firm.workspace, key="mail", name="Mail", type="email", sensitivity="contact")
    firm.say("dana@acme.example", field="mail")
    case = Case.objects.get()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    pressed = {**seen, "choice": "other", "reason": "She wrote."}
    refused = client.post(f"/cases/{case.pk}/decide", {**pressed, "value": "lee@"})
    assert refused.status_code == 422
    assert 'value="lee@"' in refused.content.decode()
    assert client.post(f"/cases/{case.pk}/decide", {**pressed, "value": "lee@acme.example"}).status_code == 302
    assert Claim.objects.get(member=firm.ana).value == "lee@acme.example"


@pytest.mark.parametrize("kind", [kind for kind, _name in Field._meta.get_field("type").choices or []])
def test_each_type_has_its_own_field(kind: str) -> None:
    assert widget(str(kind), ["gold"]).kind == KINDS.get(str(kind), "text")
