"""The words for sensitive content found where nobody expects it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from ledgers.formats.detectors import marks
from ledgers.models import Claim
from ledgers.showing import masked
from memoryhub.accounts.errors import Words

NAMES: dict[str, Words] = {
    "iban": "IBAN",
    "pix": gettext_lazy("PIX key"),
    "card": gettext_lazy("payment card"),
    "bank_account": gettext_lazy("bank account"),
    "cpf_cnpj": gettext_lazy("CPF or CNPJ"),
    "email": gettext_lazy("e-mail address"),
    "phone": gettext_lazy("phone number"),
    "derived": gettext_lazy("derived from a sensitive fact"),
    "widened": gettext_lazy("a sensitive fact of a narrower scope"),
}
LOOKS: dict[str, Words] = {
    "iban": gettext_lazy("looks like an IBAN"),
    "pix": gettext_lazy("looks like a PIX key"),
    "card": gettext_lazy("looks like a payment card"),
    "bank_account": gettext_lazy("looks like a bank account"),
    "cpf_cnpj": gettext_lazy("looks like a CPF or CNPJ"),
    "email": gettext_lazy("looks like an e-mail address"),
    "phone": gettext_lazy("looks like a phone number"),
    "derived": gettext_lazy("derived from a sensitive fact"),
}


def names(codes: str) -> str:
    """Classes of content by name, from the codes a trace holds."""
    return ", ".join(str(NAMES.get(code, code)) for code in codes.split(","))


def looks(claim: Claim, watched: frozenset[str]) -> list[str]:
    """Why a claim was stopped for what it says, each with enough of the find to see which it is."""
    kinds = [name for name in claim.content if name in watched]
    if not kinds:
        return []
    found = {mark.kind: mark.text for mark in reversed(marks(claim.value, claim.condition, field=claim.field))}
    return [_one(kind, found.get(kind, "")) for kind in kinds]


def _one(kind: str, text: str) -> str:
    words = str(LOOKS.get(kind, kind))
    return f"{words} ({masked(text)})" if text else words
