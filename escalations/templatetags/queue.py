"""What a row of the queue says, as a tag: the queue holds fifty of them."""

from __future__ import annotations

from collections.abc import Iterator

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from escalations.queue.shown import Row
from ledgers.templatetags.components import SIGNS
from ledgers.templatetags.quoting import breakable

register = template.Library()


@register.simple_tag
def change(row: Row) -> SafeString:
    """The values of a case that disagree, in one line, and whose words they are; sensitive ones are masked."""
    values = format_html_join("", "{}", ((part,) for part in _parts(row)))
    return format_html('<span class="change">{}</span>\n<small>{}</small>', values, " × ".join(row.sources))


def _parts(row: Row) -> Iterator[SafeString]:
    if row.current:
        yield _value(row.current.text)
    else:
        yield format_html('<span class="value empty">{}</span>', _("no value yet"))
    for number, side in enumerate(row.proposed):
        if number:
            yield format_html('<span class="soft">{}</span> ', _("or"))
        else:
            yield format_html('{}<span class="visually-hidden">{}</span> ', SIGNS["arrow"], _("proposed:"))
        yield _value(side.text)
    if row.more:
        more = ngettext("and one more", "and %(n)s more", row.more) % {"n": row.more}
        yield format_html(' <span class="soft">{}</span>', more)


def _value(text: str) -> SafeString:
    return format_html('<span class="value">{}</span>', breakable(text))
