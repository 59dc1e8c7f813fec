"""The keyboard map: what each key does, and the keys that a person chose in place of the usual ones.

Only single letters and signs can be chosen. Digits choose outcomes; Enter, Escape, the arrows and Ctrl+Enter stay what
they are everywhere, and so does every key that a browser or a keyboard wants for itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import User

# Pressed after the one of `go`, so it may be a letter that means something else alone.
AFTER_GO = "go_"


@dataclass(frozen=True, slots=True)
class Act:
    """What a key can do; `usual` is its key for whoever chose none."""

    name: str
    usual: str
    label: Words

    @property
    def follows_go(self) -> bool:
        return self.name.startswith(AFTER_GO)


ACTS = (
    Act("next", "j", _("Next row")),
    Act("previous", "k", _("Previous row")),
    Act("open", "o", _("Open the row")),
    Act("pick", "x", _("Select the row; with Shift, several")),
    Act("search", "/", _("Search")),
    Act("reason", "r", _("Go to the reason")),
    Act("evidence", "e", _("Ask for evidence")),
    Act("delegate", "d", _("Delegate")),
    Act("snooze", "h", _("Snooze")),
    Act("case_before", "[", _("Previous case")),
    Act("case_after", "]", _("Next case")),
    Act("timeline", "t", _("Timeline")),
    Act("difference", "v", _("In one line or side by side")),
    Act("undo", "z", _("Go to what was just recorded")),
    Act("away", "u", _("Clear the selection, or go back")),
    Act("help", "?", _("Show these keys")),
    Act("go", "g", _("Go to a section, with a second key")),
    Act("go_queue", "q", _("Go to the queue")),
    Act("go_facts", "f", _("Go to the facts")),
    Act("go_ask", "k", _("Ask what an agent would be told")),
    Act("go_policy", "p", _("Go to the policy")),
    Act("go_registry", "r", _("Go to the registry")),
    Act("go_tokens", "t", _("Go to the tokens")),
)

# As people write them who type the name of a key.
HELD = frozenset({"shift", "ctrl", "control", "alt", "altgr", "altgraph", "meta", "cmd", "command", "option", "win"})
NAMED = frozenset({
    "enter", "return", "tab", "esc", "escape", "space", "backspace", "delete", "del", "insert", "home", "end",
    "pageup", "pagedown", "up", "down", "left", "right", "arrowup", "arrowdown", "arrowleft", "arrowright",
    *(f"f{number}" for number in range(1, 13)),
})  # fmt: skip
# Firefox begins to search at an apostrophe; on many keyboards the accents wait for the letter they stand on.
BROWSERS = frozenset("'")
ACCENTS = frozenset("´`^~¨")
# What lies beyond (little pictures) is two units to a script, and no key gives it.
LAST_OF_KEYS = 0xFFFF
LONGEST = 20


def of(user: User | None) -> dict[str, str]:
    """The key of every act. A usual key that the person gave to something else has left its act without one."""
    chosen: Mapping[str, str] = user.shortcuts if user is not None else {}
    return {act.name: chosen.get(act.name) or _unless_taken(act, chosen) for act in ACTS}


def choose(user: User, keys: Mapping[str, str]) -> None:
    """Give these acts other keys, and all others their usual ones."""
    user.shortcuts = dict(keys)
    user.save(update_fields=["shortcuts"])


def wrong(key: str) -> Words:
    """Why this cannot be a key, in words; nothing where it can."""
    named = key.casefold()
    if not HELD.isdisjoint(part.strip() for part in named.split("+")):
        return _("This key is held together with others and cannot stand alone. Type a letter or a sign.")
    if "".join(named.split()) in NAMED or not key.strip() or key in BROWSERS:
        return _("Pages and browsers need this key for themselves. Type a letter or a sign.")
    if key.isdigit():
        return _("Digits choose an outcome. Type a letter or a sign.")
    if key in ACCENTS:
        return _("On many keyboards this sign waits for the letter it stands on. Type another one.")
    if len(key) > 1 or unicodedata.category(key)[0] not in "LPS" or ord(key) > LAST_OF_KEYS:
        return _("Type one letter or sign that your keyboard gives at one press.")
    return ""


def clashes(keys: Mapping[str, str]) -> Iterator[tuple[Act, Act]]:
    """Each act whose key another act before it has too, where both would hear it."""
    seen: dict[tuple[bool, str], Act] = {}
    for act in ACTS:
        if not (key := keys.get(act.name, "")):
            continue
        first = seen.setdefault((act.follows_go, key), act)
        if first is not act:
            yield act, first


def _unless_taken(act: Act, chosen: Mapping[str, str]) -> str:
    rivals = (other for other in ACTS if other.follows_go == act.follows_go and other is not act)
    return "" if any(chosen.get(other.name) == act.usual for other in rivals) else act.usual
