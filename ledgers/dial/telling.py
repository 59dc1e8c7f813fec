"""The counts of the dial and what they suggest, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babel.numbers import format_percent
from django.utils import translation
from django.utils.translation import gettext as _

from ledgers import wording
from ledgers.dial.counting import Row
from ledgers.dial.suggestions import DAYS, Change, Suggestion
from ledgers.dial.today import Today
from ledgers.dial.wilson import Interval
from ledgers.domain.order import Entry
from ledgers.naming import field_name

# Names of sources by key.
Sources = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RowWords:
    """A row of the table: the field, who met whom, the counts, and the interval where the rules have an answer."""

    field: str
    key: str
    met: str
    asked: int
    took: int
    ruled: int
    agreed: int
    share: str
    between: str
    sensitive: str


@dataclass(frozen=True, slots=True)
class SuggestionWords:
    """One suggestion: what to change, why, and what names it in its form."""

    title: str
    why: tuple[str, ...]
    key: str
    change: Change


def percent(share: float) -> str:
    return format_percent(share, locale=translation.to_locale(translation.get_language() or "en"))


def between(bounds: Interval) -> str:
    return _("%(low)s to %(high)s") % {"low": percent(bounds.low), "high": percent(bounds.high)}


def row_words(row: Row, standing: Today, sources: Sources) -> RowWords:
    ruled = row.ruled
    rule = standing.law.rule(row.key)
    return RowWords(
        field=place_name(row.key, standing),
        key=row.key,
        met=_met(row, sources),
        asked=row.asked,
        took=row.took,
        ruled=ruled,
        agreed=row.agreed,
        share=percent(row.agreed / ruled) if ruled else "",
        between=between(row.interval) if ruled else "",
        sensitive=str(wording.SENSITIVITIES[rule.sensitivity]) if rule.sensitivity else "",
    )


def suggestion_words(one: Suggestion, standing: Today, sources: Sources) -> SuggestionWords:
    return SuggestionWords(title(one, standing, sources), tuple(_why(one, standing, sources)), one.key, one.change)


def title(one: Suggestion, standing: Today, sources: Sources) -> str:
    """Also what its draft is called."""
    said = {"field": place_name(one.place, standing), **_sides(one, sources)}
    return {
        Change.WIDEN: _("Let rules settle “%(field)s” alone"),
        Change.NARROW: _("Leave “%(field)s” to its owner"),
        Change.ORDER: _("Put %(winner)s above %(loser)s for “%(field)s”"),
    }[one.change] % said


def place_name(key: str, standing: Today) -> str:
    """What a field is called, or the key of a pattern."""
    said, row = standing.law.policy.fields.get(key), standing.fields.get(key)
    named = field_name(key, said.name, said.name_pt) if said else key
    return field_name(key, row.name, row.name_pt) if row is not None and row.name else named


def entry_name(entry: Entry, sources: Sources) -> str:
    return sources.get(entry.source) or entry.source or wording.tier(entry.tier)


def _met(row: Row, sources: Sources) -> str:
    came = entry_name(row.pair.came, sources)
    if row.pair.stood is None:
        return _("%(came)s, where nothing stood") % {"came": came}
    return _("%(came)s against %(stood)s") % {"came": came, "stood": entry_name(row.pair.stood, sources)}


def _sides(one: Suggestion, sources: Sources) -> dict[str, str]:
    entries = {"winner": one.winner, "loser": one.loser}
    # Quoted: what a tier is called may hold a comma.
    return {name: f"“{entry_name(entry, sources)}”" for name, entry in entries.items() if entry is not None}


def _why(one: Suggestion, standing: Today, sources: Sources) -> list[str]:
    said = {
        "field": place_name(one.place, standing),
        "followed": one.followed,
        "hits": one.hits,
        "before": one.before,
        "count": one.count,
        "days": DAYS,
        "between": between(one.interval),
        **_sides(one, sources),
    }
    share = _("Share, with 95 %% confidence: %(between)s.") % said
    if one.change is Change.ORDER:
        return [
            _("People took %(winner)s over %(loser)s on “%(field)s” %(followed)d of %(count)d times in %(days)d days.")
            % said,
            _("So ordered, the rules would have decided as they did %(hits)d times; as they stand, %(before)d.") % said,
            share,
        ]
    counted = _("People decided on “%(field)s” as the rules would have %(hits)d of %(count)d times in %(days)d days.")
    return [counted % said, share]
