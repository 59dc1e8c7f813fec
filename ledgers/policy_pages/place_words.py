"""The places of a policy document and what stands in them, in words: for differences and for clashes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledgers import wording
from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.patterns import ANY
from ledgers.models.registries import VALUE_TYPES
from ledgers.policy_pages.admission_words import admission
from ledgers.policy_words import class_name, hours_in_words
from ledgers.showing import shown
from ledgers.wording_content import NAMES as CONTENTS
from memoryhub.accounts.errors import Words

# JSON: what a place holds.
Said = Any
FIELD = re.compile(r'fields\.(?:"(?P<quoted>[^"]+)"|(?P<plain>\w+))(?:\.(?P<member>\w+))?')

DOCUMENT: Final[Mapping[str, Words]] = {
    "name": gettext_lazy("Name of the policy"),
    "tiers": gettext_lazy("Order of source tiers"),
    "automatic": gettext_lazy("What rules may settle alone"),
    "newer_weaker": gettext_lazy("When a weaker source says something newer"),
    "four_eyes": gettext_lazy("Where two people have to agree"),
    "detectors": gettext_lazy("Sensitive content that is looked for"),
    "write_back_days": gettext_lazy("Days to bring a system of record in line"),
    "admission": gettext_lazy("What recall may pass on"),
    "fields": gettext_lazy("Fields that are declared"),
    "sla_hours": gettext_lazy("Time to answer"),
}
MEMBERS: Final[Mapping[str, Words]] = {
    "name": gettext_lazy("name in English"),
    "name_pt": gettext_lazy("name in Portuguese"),
    "type": gettext_lazy("kind of value"),
    "values": gettext_lazy("one value or many"),
    "options": gettext_lazy("values to choose from"),
    "empty_marks": gettext_lazy("words that mean “empty”"),
    "sensitivity": gettext_lazy("sensitive or not"),
    "review_days": gettext_lazy("review interval"),
    "authoritative": gettext_lazy("authoritative source"),
    "order": gettext_lazy("order of its own"),
    "newer_weaker": gettext_lazy("when a weaker source says something newer"),
    "four_eyes": gettext_lazy("two people have to agree"),
    "domain": gettext_lazy("domain"),
    "owner_role": gettext_lazy("whose matter it is, in English"),
    "owner_role_pt": gettext_lazy("whose matter it is, in Portuguese"),
}
MODES: Final[Mapping[str, Words]] = {
    "record": gettext_lazy("it is kept on record"),
    "caveat": gettext_lazy("the fact says so for 30 days"),
    "ask": gettext_lazy("the owner is asked"),
}
TYPES: Final[Mapping[str, object]] = dict(VALUE_TYPES)


@dataclass(frozen=True, slots=True)
class Names:
    """What fields and sources are called, by key."""

    fields: Mapping[str, str]
    sources: Mapping[str, str]


def place(path: str, names: Names) -> str:
    """`fields."contact.primary".order` as people say it."""
    if found := FIELD.fullmatch(path):
        field = _field(found["quoted"] or found["plain"], names)
        member = found["member"]
        return f"{field}: {_member(member)}" if member else field
    first, _dot, rest = path.partition(".")
    words = str(DOCUMENT.get(first, first))
    return f"{words}: {class_name(rest)}" if rest else words


def said(path: str, held: Said, names: Names) -> str:
    """What stands in a place. A table that is declared and says nothing of its own is just that."""
    if held is None:
        return _("not said")
    found = FIELD.fullmatch(path)
    name = (found["member"] or "field") if found else path.partition(".")[0]
    return _SAYS.get(name, _plain)(held, names)


def _field(key: str, names: Names) -> str:
    named = names.fields.get(key)
    return f"{named} ({key})" if named and named != key else key


def _member(name: str) -> str:
    return str(MEMBERS.get(name, name))


def _plain(held: Said, _names: Names) -> str:
    if isinstance(held, list):
        return ", ".join(_plain(one, _names) for one in held) or _("none")
    if isinstance(held, int) and not isinstance(held, bool):
        return number_format(held, force_grouping=True)
    return shown(held) if held != "" else _("empty")


def _order(held: Said, names: Names) -> str:
    groups = [[one] if isinstance(one, str) else one for one in held]
    return " › ".join(" = ".join(_entry(entry, names) for entry in group) for group in groups)


def _entry(held: Said, names: Names) -> str:
    tier, _colon, source = str(held).partition(":")
    if not source:
        return wording.tier(tier)
    said = {"source": names.sources.get(source) or source, "tier": wording.tier(tier)}
    return _("%(source)s (%(tier)s)") % said


def _automatic(held: Said, names: Names) -> str:
    return "; ".join(_scope_entry(one, names) for one in held) or _("nothing")


def _scope_entry(held: Said, names: Names) -> str:
    field, scope = (held, ANY) if isinstance(held, str) else (held.get("field", ""), held.get("scope", ANY))
    what = {
        AUTHORITATIVE: _("fields with an authoritative source"),
        ANY: _("every field that is not sensitive"),
    }.get(field, names.fields.get(field) or field)
    return what if scope == ANY else _("%(field)s in %(scope)s") % {"field": what, "scope": scope}


def _classes(held: Said, _names: Names) -> str:
    if isinstance(held, bool):
        return shown(held)
    return ", ".join(class_name(one) for one in held) or _("nowhere")


def _contents(held: Said, _names: Names) -> str:
    return ", ".join(str(CONTENTS.get(one, one)) for one in held) or _("none")


def _days(held: Said, names: Names) -> str:
    if not isinstance(held, int):
        return _plain(held, names)
    return ngettext("%(n)d day", "%(n)d days", held) % {"n": held}


def _hours(held: Said, names: Names) -> str:
    return hours_in_words(held) if isinstance(held, int) else _plain(held, names)


def _sensitivity(held: Said, _names: Names) -> str:
    return class_name(held) if held else _("not sensitive")


def _type(held: Said, _names: Names) -> str:
    return str(TYPES.get(held, held))


def _mode(held: Said, _names: Names) -> str:
    return str(MODES.get(held, held))


def _admission(held: Said, _names: Names) -> str:
    return admission(held)


def _declared(_held: Said, _names: Names) -> str:
    return _("declared")


_SAYS: Final[Mapping[str, Callable[[Said, Names], str]]] = {
    "tiers": _order,
    "order": _order,
    "authoritative": _entry,
    "automatic": _automatic,
    "four_eyes": _classes,
    "detectors": _contents,
    "sla_hours": _hours,
    "write_back_days": _days,
    "review_days": _days,
    "sensitivity": _sensitivity,
    "type": _type,
    "newer_weaker": _mode,
    "admission": _admission,
    "field": _declared,
    "fields": _declared,
}
