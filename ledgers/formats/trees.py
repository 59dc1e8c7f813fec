"""JSON values, compared by RFC 8785."""

from __future__ import annotations

import json
import unicodedata
from decimal import Decimal

import rfc8785
from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidValue
from ledgers.formats.result import Canonical, Json


def canonical_json(value: Json) -> Canonical:
    """Any JSON: members sorted, numbers as every reader keeps them, texts in NFC (the RFC leaves those alone)."""
    composed = _composed(value)
    try:
        key = rfc8785.dumps(composed).decode()  # type: ignore[arg-type]  # our recursive alias, its own
    except rfc8785.CanonicalizationError:
        raise _too_long() from None
    return Canonical(key, json.loads(key))


def _composed(value: Json) -> Json:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, Decimal):
        return _double(value)
    if isinstance(value, list):
        return [_composed(item) for item in value]
    if isinstance(value, dict):
        members = {unicodedata.normalize("NFC", name): _composed(item) for name, item in value.items()}
        if len(members) < len(value):
            raise InvalidValue("invalid-value", _("Two members have the same name once accents are composed."))
        return members
    return value


def _double(number: Decimal) -> float:
    """The same number as a double; digits a double would drop are refused, not dropped."""
    if Decimal(repr(float(number))) != number:
        raise _too_long()
    return float(number)


def _too_long() -> InvalidValue:
    return InvalidValue(
        "number-out-of-range", _("A number in the value has more digits than readers of JSON keep; write it as text.")
    )
