"""What in a text reads as a way to be paid: an IBAN, a payment card, a PIX key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from ledgers.formats.digits import Number, numbers
from ledgers.formats.registrations import RANDOM_KEY

IBAN_START = re.compile(r"(?:\b|(?<=IBAN))[A-Z][ .\-/]{0,2}[A-Z][ .\-/]{0,2}[0-9](?=[ .\-/]{0,2}[0-9])", re.IGNORECASE)
IBAN_SIGN = re.compile(r"[ .\-/]{0,2}([A-Z0-9])", re.IGNORECASE)
SHORTEST_IBAN, LONGEST_IBAN = 15, 34
# Issuers by their first digits, and how long their numbers are.
ISSUERS = (
    ("visa", re.compile(r"4"), (13, 16, 19)),
    ("mastercard", re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    ("american express", re.compile(r"3[47]"), (15,)),
    ("diners club", re.compile(r"30[0-5]|309|36|3[89]"), (14, 16)),
    ("discover", re.compile(r"6011|64[4-9]|65"), (16, 19)),
    ("jcb", re.compile(r"352[89]|35[3-8]"), (16, 19)),
    ("unionpay", re.compile(r"62|81"), (16, 17, 18, 19)),
    ("maestro", re.compile(r"50[0-9]{2}|5[6-8]|6304|67|639"), (16, 18, 19)),
    ("elo", re.compile(r"401178|401179|4312|4389|4514|4576|5041|506[67]|509|6277|636[23]|650|651|655"), (16,)),
    ("hipercard", re.compile(r"606282|3841"), (13, 16, 19)),
    ("mir", re.compile(r"220[0-4]"), (16,)),
)
CARD_WORD = re.compile(
    r"\b(cart[aã]o|cards?|cr[eé]dito|credit|d[eé]bito|debit|visa|master ?card|amex|elo|hipercard|cvv|cvc)\b",
    re.IGNORECASE,
)
PIX_WORD = re.compile(r"\bpix\b", re.IGNORECASE)
PAY_WORD = re.compile(r"\b(pix|chave|evp|pag\w*|pay\w*|transfer\w*|dep[oó]sit\w*|receb\w*|key|qr)\b", re.IGNORECASE)
BR_CODE = "br.gov.bcb.pix"


def ibans(text: str) -> Iterator[str]:
    """Every stretch whose country, length and check digits hold, however it is spaced."""
    for start in IBAN_START.finditer(text):
        at, compact = start.start(), ""
        while len(compact) < LONGEST_IBAN and (sign := IBAN_SIGN.match(text, at)):
            compact, at = compact + sign[1].upper(), sign.end()
            ends = at == len(text) or not text[at].isalnum()
            if ends and len(compact) >= SHORTEST_IBAN and iban.is_valid(compact):
                yield text[start.start() : at]
                break


def cards(text: str) -> Iterator[str]:
    """Numbers of a known issuer's range and length whose check digit holds."""
    named = CARD_WORD.search(text) is not None
    for number in numbers(text, 13, 19):
        if (named or _grouped_as_card(number)) and _issued(number.digits) and luhn.is_valid(number.digits):
            yield text[number.start : number.end]


def _grouped_as_card(number: Number) -> bool:
    """As cards are printed and typed. Groups of two and four side by side are dates."""
    if number.one_by_one:
        return number.whole
    return all(size >= 4 for size in number.sizes[:-1])


def _issued(digits: str) -> bool:
    return len(set(digits)) > 1 and any(
        len(digits) in lengths and pattern.match(digits) for _name, pattern, lengths in ISSUERS
    )


def payment_codes(text: str) -> Iterator[str]:
    """The text behind a PIX QR code, whole or in part: it names the scheme."""
    if BR_CODE in re.sub(r"[\s\-]", "", text).casefold():
        yield BR_CODE


def random_keys(text: str) -> Iterator[str]:
    """Keys of the central bank's making. Programs use such ids for everything, so it takes a word of payment, or a
    text that is nothing else."""
    spoken = PAY_WORD.search(text) is not None
    for found in RANDOM_KEY.finditer(text):
        if spoken or (found[0] == text.strip() and found[0][14] == "4"):
            yield found[0]
