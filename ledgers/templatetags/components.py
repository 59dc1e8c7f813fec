"""The smallest components, as tags: a page holds hundreds of them, and a template of its own for each took most of the
time a page needs. `{% icon "clock" %}`, `{% badge words tone="late" icon="alert" %}`, `{% due case.due %}`,
`{% time fact.since %}`, and `{% time entry.at clock=True %}` where the hour matters too."""

from __future__ import annotations

import datetime as dt
from typing import Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from ledgers.showing import day
from memoryhub.accounts.errors import Words

register = template.Library()
# Our few signs, drawn in the colour of the text beside them. None stands alone: a word says the same, to the ear at
# least.
PATHS = {
    "mark": '<rect x="1.8" y="1.8" width="8.6" height="10"/>'
    '<rect x="5.8" y="4.2" width="8.4" height="10" fill="currentColor"/>',
    "arrow": '<path d="M2 8h11M9.5 4.5 13 8l-3.5 3.5"/>',
    "down": '<path d="m3 6 5 5 5-5"/>',
    "clock": '<circle cx="8" cy="8" r="6"/><path d="M8 4.8V8l2.2 1.6"/>',
    "alert": '<path d="M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1"/>',
    "check": '<path d="m3 8.5 3.2 3.2L13 4.8"/>',
    "pause": '<path d="M5.5 3.5v9M10.5 3.5v9"/>',
    "back": '<path d="M14 8H3m3.5-3.5L3 8l3.5 3.5"/>',
    "inbox": '<path d="M1.8 9 3.6 3h8.8l1.8 6v4H1.8zM1.8 9h3.7l1 2h3l1-2h3.7"/>',
    "pen": '<path d="m3 13 .7-3L11 2.7 13.3 5 6 12.3zM9.5 4.2 11.8 6.5"/>',
}
FRAME = (
    '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" '
    'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">{}</svg>'
)
SIGNS = {name: format_html(FRAME, mark_safe(path)) for name, path in PATHS.items()}  # noqa: S308  # our own, from above


class Left(Protocol):
    """How long something may still wait, in words, and how that looks."""

    @property
    def words(self) -> str: ...
    @property
    def tone(self) -> str: ...
    @property
    def sign(self) -> str: ...


@register.simple_tag(name="icon")
def sign(name: str) -> SafeString:
    """One of our signs."""
    return SIGNS[name]


@register.simple_tag
def badge(text: Words, tone: str = "", icon: str = "") -> SafeString:
    """A state in a word; the tone is one of good, wait, late, news, or nothing for what is past."""
    return format_html('<span class="badge {}">{}{}</span>', tone, SIGNS[icon] if icon else "", text)


@register.simple_tag
def due(left: Left) -> SafeString:
    """How long a case may still wait, or for how long it has been late."""
    return badge(left.words, left.tone, left.sign)


@register.simple_tag(name="time")
def moment(at: dt.datetime | None, *, clock: bool = False) -> str:
    """An instant in the workspace's zone: the day, and the hour too where the clock is asked for."""
    if not at:
        return "—"
    here = localtime(at)
    words = f"{day(here)}, {here:%H:%M}" if clock else day(here)
    return format_html('<time datetime="{}">{}</time>', here.isoformat(), words)
