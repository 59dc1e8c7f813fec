"""How days are written in English."""

from __future__ import annotations

import re

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
NUMBERS = {
    **dict.fromkeys(("a", "an", "one"), 1),
    **{
        name: n
        for n, name in enumerate(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
        )
    },
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "a couple of": 2,
    "couple of": 2,
}

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_WEEKDAY = rf"(?P<weekday>{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})s?\b"
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>day|week|month|year)s?\b"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?:of )?(?P<year>(?:19|20)\d\d))?\b"

# In the order in which they are tried; a day that a longer spelling holds is not read again.
PATTERNS = {
    name: re.compile(rf"(?<!\w)(?:{pattern})")
    for name, pattern in (
        ("iso", r"(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b"),
        ("date", rf"(?:the )?{_DAY} (?:of )?{_MONTH}{_YEAR}"),
        ("date_turned", rf"{_MONTH} (?:the )?{_DAY}(?![\d:]){_YEAR}"),
        ("end_of", r"(?:the )?end of (?:the |this )?(?P<unit>week|month|year)\b"),
        ("end_of_next", r"(?:the )?end of next (?P<unit>week|month|year)\b"),
        ("end_of_month", rf"(?:the )?end of {_MONTH}{_YEAR}"),
        ("plus2", r"(?:the )?day after tomorrow\b"),
        ("minus2", r"(?:the )?day before yesterday\b"),
        ("plus1", r"tomorrow\b"),
        ("minus1", r"yesterday\b|last night\b"),
        ("plus0", r"today\b|tonight\b|this (?:morning|afternoon|evening)\b"),
        ("ago", rf"{_COUNT} {_UNIT} ago\b"),
        (
            "ahead",
            (
                rf"(?:in|within) {_COUNT} {_UNIT}(?: time)?|"
                rf"{_COUNT.replace('count', 'count2')} {_UNIT.replace('unit', 'unit2')} from now\b"
            ),
        ),
        ("span_ahead", rf"for (?:the next|another) {_COUNT} {_UNIT}"),
        (
            "span",
            (
                r"(?:have|has|been|ive|\w+'ve|\w+'s)\b[^,.]*?(?:for|been) (?:the (?:last|past) |about |almost |"
                rf"over |more than |like )?{_COUNT} {_UNIT}"
            ),
        ),
        ("next_weekday", rf"(?:next|this coming|coming) {_WEEKDAY}"),
        ("last_weekday", rf"last {_WEEKDAY}"),
        ("next_unit", r"next (?P<unit>week|month|year)\b"),
        ("last_unit", r"last (?P<unit>week|month|year)\b"),
        (
            "this_unit",
            r"(?:only|just) (?:for )?this (?P<unit>week|month|year)\b|(?:for )?this (?P<unit2>week|month|year) only\b",
        ),
        ("weekend", r"(?:this |the |next )weekend\b"),
        ("weekday", rf"(?:on|this|until|till|til|by|since|from|through) {_WEEKDAY}(?<!s)"),
        (
            "month",
            (
                r"(?:in|since|until|till|til|by|from|last|next|this|every|through|before|starting|of|start of|early|"
                rf"late|mid) {_MONTH}{_YEAR}"
            ),
        ),
        ("day_of_month", r"(?:on|by|until|till|til|through|from|to|is|it'?s) the (?P<day>\d{1,2})(?:st|nd|rd|th)\b"),
        ("year", r"(?:in|since|from|until|till|by|of) (?P<year>(?:19|20)\d\d)\b"),
    )
}
