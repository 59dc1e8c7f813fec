"""The field an owner types a value of their own into, by the field's type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Words


@dataclass(frozen=True, slots=True)
class Widget:
    """`kind` is the type of the input, or `select` or `textarea`."""

    kind: str
    mode: str = ""
    hint: Words = ""
    options: Sequence[str] = ()


WIDGETS = {
    "text": Widget("text"),
    "number": Widget("text", "decimal", _("For example 1234.5")),
    "money": Widget("text", "", _("Amount with currency, for example BRL 1,234.56 or R$ 1.234,56")),
    "date": Widget("date"),
    "datetime": Widget("datetime-local", "", _("In the workspace's time zone")),
    "email": Widget("email", "email"),
    "phone": Widget("tel", "tel", _("With country code, for example +55 11 98765-4321")),
    "iban": Widget("text", "", _("For example DE89 3704 0044 0532 0130 00")),
    "cpf_cnpj": Widget("text", "", _("CPF or CNPJ, with or without dots")),
    "pix": Widget("text", "", _("CPF, CNPJ, e-mail, phone with +55 or random key")),
    "json": Widget("textarea", "", "JSON"),
}


def widget(value_type: str, options: Sequence[str]) -> Widget:
    return Widget("select", options=options) if value_type == "enum" else WIDGETS.get(value_type, WIDGETS["text"])


def typed(text: str, value_type: str, zone: ZoneInfo) -> object:
    """What was typed, as the field's parser expects it; what cannot be read stays text and is refused there."""
    if value_type == "json":
        try:
            return json.loads(text)
        except ValueError:
            return text
    if value_type == "datetime":
        try:
            return datetime.fromisoformat(text).replace(tzinfo=zone).isoformat()
        except ValueError:
            return text
    return text
