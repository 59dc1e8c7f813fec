"""The numbers, times, weekdays and months of a text, in one form for digits and words of both languages."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.english import days as english
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.portuguese import days as portuguese

# "One" and "um" are articles as often as numbers: one thing and a thing are the same.
_UNITS = (
    "two dois duas",
    "three tres",
    "four quatro",
    "five cinco",
    "six seis",
    "seven sete",
    "eight oito",
    "nine nove",
    "ten dez",
    "eleven onze",
    "twelve doze",
    "thirteen treze",
    "fourteen catorze quatorze",
    "fifteen quinze",
    "sixteen dezesseis",
    "seventeen dezessete",
    "eighteen dezoito",
    "nineteen dezenove",
)
_TENS = (
    "twenty vinte",
    "thirty trinta",
    "forty quarenta",
    "fifty cinquenta",
    "sixty sessenta",
    "seventy setenta",
    "eighty oitenta",
    "ninety noventa",
    "hundred cem",
)
NUMBERS = {
    **{name: value for value, names in enumerate(_UNITS, 2) for name in names.split()},
    **{name: value * 10 for value, names in enumerate(_TENS, 2) for name in names.split()},
    "twice": 2,
    "thrice": 3,
    "dozen": 12,
    "duzia": 12,
    "couple": 2,
}
_ONES = {**NUMBERS, "one": 1, "um": 1, "uma": 1}
_NAMES = "|".join(sorted(NUMBERS, key=len, reverse=True))
_BELOW_TEN = "|".join(name for name, value in _ONES.items() if value < 10)

TIME = re.compile(
    r"\b(?P<hour>\d{1,2})(?:(?:[:h](?P<minute>[0-5]\d)|h| ?(?:horas?|hrs?|o'clock)\b)?)"
    r"(?: ?(?P<half>am|pm|a\.m|p\.m)\b| (?:da|de) (?P<part>manha|tarde|noite)\b)?"
)
WORD = re.compile(rf"\b(?P<name>{_NAMES})\b(?:(?:-| e )(?P<one>{_BELOW_TEN})\b)?")
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")
WEEKDAYS = {
    name: number for table in (english.WEEKDAYS, portuguese.WEEKDAYS) for name, number in table.items() if len(name) > 4
}
MONTHS = {
    name: number for table in (english.MONTHS, portuguese.MONTHS) for name, number in table.items() if len(name) > 3
}
NAMED = re.compile(rf"\b(?P<name>{'|'.join((*WEEKDAYS, *MONTHS, 'may'))})(?:s|-feiras?)?\b")
# "May" alone may be a verb.
MAY = re.compile(r"(?:\b(?:in|on|of|since|until|till|by|\d+(?:st|nd|rd|th)?) may\b|\bmay \d)")


def figures(text: str) -> frozenset[tuple[str, int, int]]:
    """What is counted or dated in a text, without order."""
    folded = fold(text)
    found: set[tuple[str, int, int]] = set()
    rest = []
    end = 0
    for match in TIME.finditer(folded):
        if (moment := _time(match)) is not None:
            found.add(moment)
            rest.append(folded[end : match.start()])
            end = match.end()
    plain = " ".join((*rest, folded[end:]))
    found |= {("number", *_number(match.group())) for match in DIGITS.finditer(plain)}
    found |= {
        ("number", NUMBERS[match["name"]] + _ONES.get(match["one"] or "", 0), 0) for match in WORD.finditer(plain)
    }
    return frozenset(found | _days(folded))


def _time(match: re.Match[str]) -> tuple[str, int, int] | None:
    """A bare number is no time."""
    if match.group() == match["hour"]:
        return None
    hour, later = int(match["hour"]), (match["half"] or "").startswith("p") or match["part"] in {"tarde", "noite"}
    return "time", hour % 12 + 12 if later else hour, int(match["minute"] or 0)


def _number(digits: str) -> tuple[int, int]:
    whole, _dot, part = THOUSANDS.sub("", digits).replace(",", ".").partition(".")
    return int(whole[:18]), int(part.replace(".", "")[:18] or 0)


def _days(folded: str) -> set[tuple[str, int, int]]:
    found: set[tuple[str, int, int]] = set()
    for match in NAMED.finditer(folded):
        name = match["name"]
        if name in WEEKDAYS:
            found.add(("weekday", WEEKDAYS[name], 0))
        elif name != "may" or MAY.search(folded):
            found.add(("month", MONTHS.get(name, 5), 0))
    return found
