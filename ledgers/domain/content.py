"""What a value may be about although its field is harmless: classes of content that only an owner lets in.

The classes are found when a claim comes in and kept with it (`ledgers/formats/detectors.py`); what they mean for a
decision is said here.
"""

from __future__ import annotations

from types import MappingProxyType

# Class of content → class of sensitivity.
CONTENT = MappingProxyType(
    {
        "iban": "payment",
        "pix": "payment",
        "card": "payment",
        "bank_account": "payment",
        "cpf_cnpj": "personal",
        "email": "contact",
        "phone": "contact",
    }
)
# Said of a sensitive fact by other means: derived from one, or the same value in a wider scope. Nobody can switch
# these off.
DERIVED, WIDENED = "derived", "widened"
ALWAYS = frozenset({DERIVED, WIDENED})
# Not sensitive: whoever noted it was not sure, so it waits until it is said again or its owner says so.
UNSURE = "unsure"
# A field registered for such values and not marked as sensitive is its admin's own choice.
OWN = MappingProxyType(
    {
        "iban": frozenset({"iban"}),
        "cpf_cnpj": frozenset({"cpf_cnpj"}),
        "email": frozenset({"email"}),
        "phone": frozenset({"phone"}),
        "pix": frozenset({"pix", "cpf_cnpj", "email", "phone"}),
    }
)
ORDER = ("payment", "permission", "legal", "contact", "personal")


def watched(detectors: frozenset[str], value_type: str) -> frozenset[str]:
    """The classes that stop a claim in a field of this type."""
    return (detectors - OWN.get(value_type, frozenset())) | ALWAYS


def sensitivity_of(classes: frozenset[str]) -> str:
    """The class of sensitivity that a claim with such content is treated as: the gravest; "" for none."""
    found = {CONTENT.get(name, "personal") for name in classes}
    return next((name for name in ORDER if name in found), "")


def graver(one: str, other: str) -> bool:
    """Whether one class of sensitivity weighs more than the other; "" weighs nothing."""
    return bool(one) and (not other or ORDER.index(one) < ORDER.index(other))
