"""The buttons of the editor: what each asks to have edited, and what is said once it is done.

A button sends its name and what it is about, as in `tier-up:counterparty`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from ledgers.domain.patterns import ANY
from ledgers.policies import ordering
from ledgers.policies.editing import DOWN, LOCKED, UP, Group
from ledgers.policies.files import shipped
from ledgers.policy_pages.place_words import Names, said
from ledgers.policy_pages.sheet import general_order
from memoryhub.accounts.offered import NotOffered

Document = Mapping[str, Any]  # JSON
Edit = tuple[str, Mapping[str, Any]]
Said = Callable[[Document], str]


@dataclass(frozen=True, slots=True)
class Asked:
    """Edits kept as one under `kind`. `part`: where on the page that is; `words`: what was pressed or filled in;
    `told`: what is said of the document once it is done; `gone`: the button does not stand there any more then."""

    kind: str
    edits: tuple[Edit, ...]
    part: str
    words: tuple[str, ...]
    told: Said
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button as it came: the document it is pressed on, what it is about, and on which field's page."""

    document: Document
    about: str
    field: str
    called: Names

    @property
    def order(self) -> list[Group]:
        """The order of the field, or the one of all fields that counts until it has its own."""
        held = self.document.get("fields", {}).get(self.field)
        if held is None:
            raise NotOffered
        return list(held.get("order") or general_order(self.document, held.get("authoritative")))

    @property
    def entry(self) -> str:
        return said("authoritative", self.about, self.called)


def read(press: str, document: Document, field: str, called: Names) -> Asked:
    name, _colon, about = press.partition(":")
    made = PRESSES.get(name)
    if made is None:
        raise NotOffered
    return made(Press(document, about, field, called))


def _tier(by: int) -> Callable[[Press], Asked]:
    def asked(press: Press) -> Asked:
        order = press.document["tiers"]
        # A tier that shares its place takes the others along.
        tied = any(press.about in group for group in order if isinstance(group, list))
        kind, params = (
            ("set_tiers", {"order": ordering.moved(order, press.about, by)})
            if tied
            else (
                "move_tier",
                {"tier": press.about, "by": by},
            )
        )
        return Asked(kind, ((kind, params),), "tiers", (_moves(press, by),), _place_in(press, "tiers"))

    return asked


def _tier_apart(press: Press) -> Asked:
    order = ordering.set_apart(press.document["tiers"], press.about)
    words = _("%(entry)s: set apart") % {"entry": press.entry}
    return Asked("set_tiers", _one("set_tiers", order=order), "tiers", (words,), _place_in(press, "tiers"), gone=True)


def _own(press: Press) -> Asked:
    def told(_after: Document) -> str:
        return _("The field has its own order now.")

    return _reordered(press, press.order, _("An order of its own"), told)


def _general(press: Press) -> Asked:
    def told(_after: Document) -> str:
        return _("The order of all fields counts here now.")

    return _reordered(press, None, _("The order of all fields"), told)


def _moved(by: int) -> Callable[[Press], Asked]:
    def asked(press: Press) -> Asked:
        order = ordering.moved(press.order, press.about, by)
        return _reordered(press, order, _moves(press, by), _place_in(press, "order"), gone=False)

    return asked


def _tie(press: Press) -> Asked:
    order = ordering.tied(press.order, press.about)
    words = _("%(entry)s: counts like the one above") % {"entry": press.entry}
    return _reordered(press, order, words, _place_in(press, "order"))


def _apart(press: Press) -> Asked:
    order = ordering.set_apart(press.order, press.about)
    return _reordered(press, order, _("%(entry)s: set apart") % {"entry": press.entry}, _place_in(press, "order"))


def _out(press: Press) -> Asked:
    order = ordering.without(press.order, press.about)

    def told(_after: Document) -> str:
        return _("%(entry)s ranks with its tier again.") % {"entry": press.entry}

    return _reordered(press, order, _("%(entry)s: no place of its own") % {"entry": press.entry}, told)


def _reordered(press: Press, order: Sequence[Group] | None, words: str, told: Said, *, gone: bool = True) -> Asked:
    return Asked("set_order", _one("set_order", field=press.field, order=order), "order", (words,), told, gone=gone)


def _scope_out(press: Press) -> Asked:
    entries = list(press.document.get("automatic", []))
    if not press.about.isdecimal() or int(press.about) >= len(entries):
        raise NotOffered
    gone = said("automatic", [entries.pop(int(press.about))], press.called)

    def told(_after: Document) -> str:
        return _("Taken out: %(entry)s.") % {"entry": gone}

    words = _("Take out: %(entry)s") % {"entry": gone}
    edits = _one("set_automatic", entries=entries)
    return Asked("set_automatic", edits, "automatic", (words,), told, gone=True)


def _narrow(_press: Press) -> Asked:
    def told(_after: Document) -> str:
        return _("The automatic scope is as narrow as it ships.")

    edits = _one("set_automatic", entries=shipped()["automatic"])
    return Asked("set_automatic", edits, "automatic", (_("Start narrow again"),), told)


def widened(document: Document, field: str, scope: str, called: Names) -> Asked:
    """An entry more in the automatic scope."""
    entry = field if scope == ANY else {"field": field, "scope": scope}
    words = said("automatic", [entry], called)

    def told(_after: Document) -> str:
        return _("Added: %(entry)s.") % {"entry": words}

    edits = _one("set_automatic", entries=[*document.get("automatic", []), entry])
    return Asked("set_automatic", edits, "automatic", (_("Add: %(entry)s") % {"entry": words},), told)


PRESSES: Final[Mapping[str, Callable[[Press], Asked]]] = {
    "tier-up": _tier(UP),
    "tier-down": _tier(DOWN),
    "tier-apart": _tier_apart,
    "order-own": _own,
    "order-general": _general,
    "order-up": _moved(UP),
    "order-down": _moved(DOWN),
    "order-tie": _tie,
    "order-apart": _apart,
    "order-out": _out,
    "scope-out": _scope_out,
    "scope-narrow": _narrow,
}


def with_source(document: Document, field: str, entry: str, called: Names) -> Asked:
    """A source with a place of its own in a field's order."""
    press = Press(document, entry, field, called)
    words = _("%(entry)s: a place of its own") % {"entry": press.entry}
    return _reordered(press, ordering.with_source(press.order, entry), words, _place_in(press, "order"), gone=False)


def _one(name: str, **params: Any) -> tuple[Edit, ...]:  # noqa: ANN401 - JSON
    return ((name, params),)


def _moves(press: Press, by: int) -> str:
    words = _("%(entry)s: one place up") if by == UP else _("%(entry)s: one place down")
    return words % {"entry": press.entry}


def _place_in(press: Press, which: str) -> Said:
    """Where the entry stands now, of how many places, the locked one included."""

    def told(after: Document) -> str:
        order = after["tiers"] if which == "tiers" else after["fields"][press.field]["order"]
        groups = [[group] if isinstance(group, str) else group for group in order]
        held = [group for group in groups if LOCKED not in group]
        place = next(number for number, group in enumerate(held, start=1) if press.about in group)
        where = {"entry": press.entry, "place": place, "of": len(held) + 1}
        if len(held[place - 1]) > 1:
            return _("%(entry)s shares place %(place)d of %(of)d now.") % where
        return _("%(entry)s has place %(place)d of %(of)d now.") % where

    return told
