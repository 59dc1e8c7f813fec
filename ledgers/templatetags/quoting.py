"""Filters for text that someone else wrote."""

from __future__ import annotations

import re
import unicodedata

from django import template
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
ORDINARY = {"\n", "\t"}
# A word this long may be wider than the column it stands in.
LONG = 16
BLANKS = re.compile(r"(\s+)")
WITHIN = re.compile(r"(?<=[@./])(?=\w)")
# Marks that change direction, join or hide: format characters; and controls. A reader must see that they are there.
HIDDEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}


@register.filter
def visible(text: str) -> SafeString:
    """Escape the text and show each sign that has no look of its own by its number, such as U+202E."""
    if str(text).isprintable():
        return escape(str(text))
    parts = (_sign(sign) if _hidden(sign) else str(conditional_escape(sign)) for sign in str(text))
    return mark_safe("".join(parts))  # noqa: S308  # every part was escaped just above


@register.filter
def breakable(text: str) -> SafeString:
    """The same for a value: a long word, such as an e-mail, may break behind its @, dots and slashes."""
    words = (WITHIN.split(word) if len(word) >= LONG else [word] for word in BLANKS.split(str(text)))
    return mark_safe("".join("<wbr>".join(visible(part) for part in word) for word in words))  # noqa: S308  # see above


@register.filter
def legible(text: str) -> str:
    """The same where no markup can stand: in an option, in the title of a window, in a letter."""
    return "".join(f"U+{ord(sign):04X}" if _hidden(sign) else sign for sign in str(text))


def _hidden(sign: str) -> bool:
    return sign not in ORDINARY and unicodedata.category(sign) in HIDDEN


def _sign(sign: str) -> str:
    return format_html('<span class="unseen">U+{}</span>', f"{ord(sign):04X}")
