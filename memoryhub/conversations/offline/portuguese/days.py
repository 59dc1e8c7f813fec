"""How days are written in Portuguese, accents left out."""

from __future__ import annotations

import re

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "janeiro jan",
            "fevereiro fev",
            "marco mar",
            "abril abr",
            "maio mai",
            "junho jun",
            "julho jul",
            "agosto ago",
            "setembro set",
            "outubro out",
            "novembro nov",
            "dezembro dez",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("segunda seg", "terca ter", "quarta qua", "quinta qui", "sexta sex", "sabado sab", "domingo dom")
    )
    for name in names.split()
}
NUMBERS = {
    **dict.fromkeys(("um", "uma"), 1),
    **dict.fromkeys(("dois", "duas"), 2),
    **{
        name: n
        for n, name in enumerate(["tres", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"], 3)
    },
    "quinze": 15,
    "vinte": 20,
    "trinta": 30,
    "uns dois": 2,
    "umas duas": 2,
}

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b"
_LONG_MONTH = rf"(?P<month>{'|'.join(name for name in MONTHS if len(name) > 3)})\b"
_WEEKDAY = (
    rf"(?P<weekday>{'|'.join(name for name in WEEKDAYS if len(name) > 3)})"
    r"(?:-?\s?feira)?\b(?! (?:ordem|vez|mao|opcao|chance)\b)"
)
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>dia|semana|mes|ano)(?:s|es)?\b"
_DAY = r"(?P<day>\d{1,2})o?"
_YEAR = r"(?: de (?P<year>(?:19|20)\d\d))?\b"
_AGE = r"(?! anos| horas| reais| vezes| pessoas| mil|[\d:h/%])"

# In the order in which they are tried; a day that a longer spelling holds is not read again.
PATTERNS = {
    name: re.compile(rf"\b(?:{pattern})")
    for name, pattern in (
        ("iso", r"(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b"),
        ("date", rf"(?:no |o |ate o |ate )?(?:dia )?{_DAY} de {_MONTH}{_YEAR}"),
        ("date_short", r"(?:dia )?(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?P<year>\d{4}|\d\d))?\b"),
        ("end_of_month", rf"(?:o )?(?:fim|final) de {_LONG_MONTH}{_YEAR}"),
        ("end_of_next", r"(?:o )?(?:fim|final) (?:do|da) (?P<unit>semana|mes|ano) que vem\b"),
        ("weekend", r"(?:o |no |neste |nesse |esse |este )?(?:fim de semana|fds|findi)\b"),
        ("end_of", r"(?:o )?(?:fim|final) d(?:o|a|este|esta|esse|essa) (?P<unit>semana|mes|ano)\b"),
        ("this_unit", r"so (?:por )?(?:esta|essa|este|esse|nesta|nessa|neste|nesse) (?P<unit>semana|mes|ano)\b"),
        ("plus2", r"depois de amanha\b"),
        ("minus2", r"anteontem\b"),
        ("plus1", r"amanha\b"),
        ("minus1", r"ontem\b"),
        ("plus0", r"hoje(?! em dia)\b"),
        ("span_ahead", rf"(?:pelos proximos|pelas proximas|por mais|nos proximos|nas proximas) {_COUNT} {_UNIT}"),
        ("ahead", rf"(?:daqui a?|dentro de|em) {_COUNT} {_UNIT}"),
        (
            "ago",
            (
                rf"(?:ha|faz|a)(?: uns| umas| mais de| quase| cerca de)? {_COUNT} {_UNIT}(?: atras)?|"
                rf"{_COUNT.replace('count', 'count2')} {_UNIT.replace('unit', 'unit2')} atras\b"
            ),
        ),
        (
            "next_weekday",
            (
                rf"{_WEEKDAY} (?:que vem|da semana que vem)|(?:proxim[oa]|nesta|neste|essa|esse|nessa|"
                rf"nesse) {_WEEKDAY.replace('weekday', 'weekday2')}"
            ),
        ),
        ("last_weekday", rf"{_WEEKDAY} passad[oa]|(?:ultim[oa]) {_WEEKDAY.replace('weekday', 'weekday2')}"),
        ("next_unit", r"(?P<unit>semana|mes|ano) que vem\b|proxim[oa] (?P<unit2>semana|mes|ano)\b"),
        ("last_unit", r"(?P<unit>semana|mes|ano) passad[oa]\b"),
        ("weekday", rf"(?:na|no|ate|nessa|nesta|desde|ate a|ate o|pra|para|desde a) {_WEEKDAY}"),
        ("day_of_month", rf"(?:no |o |ate o |ate )?dia (?P<day>\d{{1,2}}){_AGE}"),
        (
            "month",
            (
                r"(?:em|desde|ate|de|no mes de|inicio de|comeco de|meados de|para|pra|"
                rf"a partir de) {_LONG_MONTH}{_YEAR}(?: que vem| passado)?"
            ),
        ),
        ("year", r"(?:em|desde|de|ate) (?P<year>(?:19|20)\d\d)\b"),
    )
}
