"""What in a text names or reaches a person: CPF and CNPJ, e-mail addresses, phone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import phonenumbers
from stdnum.br import cnpj, cpf

from ledgers.formats.contacts import REGION
from ledgers.formats.digits import Number, numbers

CPF_SHAPES = {(11,), (3, 3, 3, 2), (9, 2), (3, 3, 5), (3, 8)}
CNPJ_SHAPES = {(14,), (2, 3, 3, 4, 2), (12, 2), (8, 4, 2), (8, 6)}
CPF_WORD = re.compile(r"\b(cpf|cnpj|cpf/cnpj|documento|inscri[cç][aã]o|tax ?id)\b", re.IGNORECASE)
# The CNPJ with letters, as it is printed; or bare after its name.
CNPJ_LETTERS = re.compile(
    r"(?<!\w)[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}(?!\w)"
    r"|(?<=cnpj)[ :nºo.]{0,6}([0-9A-Z]{12}[0-9]{2})(?!\w)",
    re.IGNORECASE,
)
PRINTED_CNPJ = re.compile(r"(?<!\d)\d{2}\.?\d{3}\.?\d{3}/\d{4}-?\d{2}(?!\d)")
# Bounded everywhere, so that a long text takes no longer than its length.
MAIL = re.compile(r"(?<![\w.+%-])[\w.+%'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")
SPELLED_AT = re.compile(r"\s{0,3}[\[({<]\s?(?:at|arroba|@)\s?[\])}>]\s{0,3}|\s{1,3}arroba\s{1,3}", re.IGNORECASE)
SPELLED_DOT = re.compile(
    r"\s{0,3}[\[({<]\s?(?:dot|ponto|\.)\s?[\])}>]\s{0,3}|\s{1,3}(?:dot|ponto)\s{1,3}", re.IGNORECASE
)
ABROAD = re.compile(r"(?<![\w+])(?:\+|00(?=[1-9]\d{9}))\s?[0-9](?:[\s().\-/]{0,3}[0-9]){6,14}(?!\d)")
# Area code, then four or five digits and four, or the toll-free form. A bar or colon beside it is a date or an hour.
DIALLED = re.compile(
    r"(?<![\d.,/:\-])(?:\+?55[\s.\-]{0,2})?0?(?P<open>\()?(?P<area>[1-9][0-9])\)?[\s.\-]{0,3}"
    r"(?P<first>9[\s.\-]?[0-9]{4}|[2-5][0-9]{3})(?P<gap>[\s.\-]{1,3})(?P<last>[0-9]{4})(?![\d/:]|[.,\-]\d)"
)
TOLL_FREE = re.compile(r"(?<!\d)0[389]00[\s.\-]?[0-9]{3}[\s.\-]?[0-9]{3,4}(?!\d)")
BARE = re.compile(
    r"(?<![\w.,/:\-+])(?P<country>55)?(?P<number>[1-9][0-9](?:9[0-9]{8}|[2-5][0-9]{7}))(?![\w/:]|[.,\-]\d)"
)
LOCAL = re.compile(r"(?<![\d.,/:\-])(?P<first>9?[0-9]{4})[\s.\-](?P<last>[0-9]{4})(?![\d/:]|[.,\-]\d)")
PHONE_WORD = re.compile(
    r"\b(tel|telefone|telephone|fone|phone|cel|celular|cell|mobile|whats|whatsapp|wpp|zap|ligar|ligue|liga|call|dial"
    r"|discar|disque|contato|contact|ramal|sms|pix)\b",
    re.IGNORECASE,
)
NEAR = 40


def registrations(text: str) -> Iterator[str]:
    """CPF and CNPJ whose check digits hold, printed, bare or spaced."""
    named = CPF_WORD.search(text) is not None
    for number in numbers(text, 11, 14):
        if _is_cpf(number, named=named) or _is_cnpj(number, named=named):
            yield text[number.start : number.end]
    for found in [*PRINTED_CNPJ.finditer(text), *CNPJ_LETTERS.finditer(text)]:
        if cnpj.is_valid(found[1] if found.re is CNPJ_LETTERS and found[1] else found[0]):
            yield found[0]


def _is_cpf(number: Number, *, named: bool) -> bool:
    shaped = named or number.sizes in CPF_SHAPES or (number.one_by_one and number.whole)
    return shaped and len(number.digits) == 11 and _varied(number) and cpf.is_valid(number.digits)


def _is_cnpj(number: Number, *, named: bool) -> bool:
    shaped = named or number.sizes in CNPJ_SHAPES or (number.one_by_one and number.whole)
    right = shaped and len(number.digits) == 14 and _varied(number) and cnpj.is_valid(number.digits)
    return right and (named or not _is_stamp(number.digits))


def _varied(number: Number) -> bool:
    """All the same digit passes the check and is nobody's number."""
    return len(set(number.digits)) > 1


def _is_stamp(digits: str) -> bool:
    """A moment written without separators, such as 20261130120000."""
    try:
        return 1900 <= datetime.strptime(digits, "%Y%m%d%H%M%S").year < 2100  # noqa: DTZ007 - only its form is asked
    except ValueError:
        return False


def addresses(text: str) -> Iterator[str]:
    """E-mail addresses, also spelled to escape a search: lee [at] example [dot] com."""
    spelled = SPELLED_DOT.sub(".", SPELLED_AT.sub("@", text)) if SPELLED_AT.search(text) else text
    if "@" in spelled:
        yield from (found[0] for found in MAIL.finditer(spelled))


def phones(text: str) -> Iterator[str]:
    """Phone numbers as people in Brazil write them and any number with its country; no dates, prices or orders."""
    yield from (found[0] for found in ABROAD.finditer(text) if _exists(re.sub(r"^00", "+", found[0])))
    yield from (found[0] for found in DIALLED.finditer(text) if _is_dialled(text, found))
    yield from (found[0] for found in TOLL_FREE.finditer(text))
    yield from (found[0] for found in BARE.finditer(text) if _is_bare(text, found))
    yield from (found[0] for found in LOCAL.finditer(text) if _spoken(text, found) and not _years(found))


def _is_dialled(text: str, found: re.Match[str]) -> bool:
    first = re.sub(r"\D", "", found["first"])
    marked = found["open"] or len(first) == 5 or "-" in found["gap"] or _spoken(text, found)
    return bool(marked) and not _years(found) and _exists(f"{found['area']}{first}{found['last']}")


def _is_bare(text: str, found: re.Match[str]) -> bool:
    """Ten or eleven digits are also an order's number: it takes a word of calling, the country, or a mobile alone."""
    mobile = len(found["number"]) == 11
    alone = mobile and found[0] == text.strip()
    return (alone or (mobile and found["country"]) or _spoken(text, found)) and _exists(found["number"])


def _spoken(text: str, found: re.Match[str]) -> bool:
    """Whether somebody speaks of a phone just before the number, or right after it."""
    before, after = text[max(0, found.start() - NEAR) : found.start()], text[found.end() : found.end() + NEAR // 2]
    return PHONE_WORD.search(before) is not None or PHONE_WORD.search(after) is not None


def _years(found: re.Match[str]) -> bool:
    return all(re.fullmatch(r"(19|20)[0-9]{2}", found[part]) for part in ("first", "last"))


def _exists(written: str) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(written, REGION))
    except phonenumbers.NumberParseException:
        return False
