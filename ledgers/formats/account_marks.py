"""What in a text reads as a bank account: as Brazil, the United Kingdom, the United States and Australia write them.

A number is no account by itself: it takes the words of a bank beside it, so that bills, orders, years and hours stay
what they are. Texts come without accents (`detectors.plain`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Five digits or more, or fewer with a check digit; no amount, and no day.
_NUMBER = r"(?<![\d.,])(?!\d{1,2}\.\d{1,2}\.\d{2,4}\b)(?:\d[\d.]{2,}-[\dx]|\d(?:\.?\d){4,}(?:-[\dx])?)(?!\w)(?![.,]\d)"
# What stands between the word and its number.
_FILLER = r"(?:[\s:;#=./\-]|n[ro]\b|number|num(?:ero)?\b|digito){0,6}"
_KIND = r"(?:corrente|poupan[cç]a|sal[aá]rio|banc[aá]ria|(?:de )?pagamentos?|digital|conjunta)"


def _reads(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# Alone these are enough.
PLAIN = (
    _reads(rf"(?:\bconta {_KIND}|\bc/[cp]\b|\bpoupan[cç]a\b){_FILLER}{_NUMBER}"),
    _reads(r"\bsort[ \-]?code\b\D{0,10}\d\d[ \-]?\d\d[ \-]?\d\d\b"),
    _reads(r"\b(?:routing|aba)(?: transit)?(?: number| no\b| code)\D{0,10}\d{9}\b"),
    _reads(r"\bbsb\b\D{0,10}\d{3}[ \-]?\d{3}\b"),
    _reads(rf"\b(?:bank|checking|savings|current|deposit) account{_FILLER}{_NUMBER}"),
)
# A branch and an account together.
BRANCH = _reads(r"\bag(?:\.|encia\b|ência\b|\b)(?:[\s:#.]|n[ro]\b|numero){0,6}\d{3,5}\b")
ACCOUNT = _reads(rf"\b(?:conta|c\.?c\.?|c/[cp]|cp|acc(?:oun)?t)\b{_FILLER}{_NUMBER}")
# A bank or a payee, and an account; after a payee a number with its check digit is one.
BANK = _reads(
    r"\b(?:banco|bank|favorecid[oa]|benefici[aá]ri[oa]|beneficiary|payee|titular|dep[oó]sit\w*|transfer\w*|"
    r"ted|swift|bic|wire|ita[uú]|bradesco|santander|nubank|sicoob|sicredi)\b"
)
PAYEE = _reads(r"\b(?:favorecid[oa]|benefici[aá]ri[oa]|beneficiary|payee)\b")
CHECKED = _reads(r"(?<![\w.\-])\d[\d.]{3,}-[\dx](?![\w\-])")


def accounts(text: str) -> Iterator[str]:
    """Every stretch that reads as the account of a bank."""
    found = [match[0] for pattern in PLAIN for match in pattern.finditer(text)]
    named = list(ACCOUNT.finditer(text))
    if named and (BRANCH.search(text) or BANK.search(text)):
        found += [match[0] for match in named]
    if PAYEE.search(text):
        found += [match[0] for match in CHECKED.finditer(text)]
    yield from dict.fromkeys(found)
