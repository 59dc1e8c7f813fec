"""Names: subjects, field keys and scopes. Two names a person cannot tell apart must not be two slots."""

from __future__ import annotations

import re
import unicodedata

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.formats.refusal import InvalidKey
from ledgers.formats.texts import collapse, fold

FIELD = re.compile(r"[a-z][a-z0-9]*([_.][a-z0-9]+)*")
FIELD_LIMIT = 64
NAME_LIMIT = 200
# Folding can make a name longer; the column takes twice its length.
KEY_LIMIT = 400
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and marks that Unicode itself says are drawn as nothing (Default_Ignorable), and the empty braille cell.
IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def subject_key(text: object, *, pointer: str = "#/subject") -> tuple[str, str]:
    """What a subject is compared by, and how it is shown. `kind:name`, or one word; 1-200 characters.

    Compared in NFC, case-folded, with blanks collapsed and none around the colon after the kind. Raises InvalidKey:
    `invisible-characters` for what cannot be seen, `invalid-unicode` for half a surrogate pair, else `invalid-claim`.
    """
    shown = _name(text, pointer)
    kind, colon, name = shown.partition(":")
    if colon:
        kind, name = kind.strip(), name.strip()
        shown = f"{kind}:{name}"
    if (colon and not (kind and name)) or (not colon and " " in shown):
        raise InvalidKey(
            "invalid-claim", _("Write it as kind:name, such as customer:acme, or as one word."), pointer=pointer
        )
    key = fold(shown)
    if len(shown) > NAME_LIMIT or len(key) > KEY_LIMIT:
        raise InvalidKey(
            "invalid-claim",
            format_lazy(_("The name is longer than {limit} characters."), limit=NAME_LIMIT),
            pointer=pointer,
        )
    return key, shown


def scope_key(text: object, *, pointer: str = "#/scope") -> str:
    """A scope as it is registered and compared: like a subject's key, and without blanks."""
    key, _shown = subject_key(text, pointer=pointer)
    if " " in key:
        raise InvalidKey("invalid-claim", _("A scope has no blanks, such as client:acme."), pointer=pointer)
    return key


def field_key(text: object, *, pointer: str = "#/field") -> str:
    """A field key: small ASCII letters and digits, words joined by single dots or underscores, at most 64.

    Nothing is repaired in silence; where folding gives a key, the refusal names it.
    """
    if not isinstance(text, str) or not text:
        raise InvalidKey("invalid-claim", _("Name the field as text, such as contact.primary."), pointer=pointer)
    if is_field_key(text):
        return text
    folded = "".join(
        character
        for character in unicodedata.normalize("NFKC", text).casefold().strip()
        if unicodedata.category(character) not in UNSEEN
    )
    if is_field_key(folded):
        detail = format_lazy(_('This is not a field key; "{key}" is.'), key=folded)
    else:
        detail = _("A field key has small letters, digits, dots and underscores, such as contact.primary; at most 64.")
    raise InvalidKey("invalid-field-key", detail, pointer=pointer)


def is_field_key(text: str) -> bool:
    """Whether a text follows the grammar of field keys."""
    return len(text) <= FIELD_LIMIT and FIELD.fullmatch(text) is not None


def _name(text: object, pointer: str) -> str:
    if not isinstance(text, str) or not text.strip(" "):
        raise InvalidKey("invalid-claim", _("Give a name of 1 to 200 characters, as text."), pointer=pointer)
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category == "Cs":
            raise InvalidKey("invalid-unicode", _("The name holds half of a surrogate pair."), pointer=pointer)
        if category in UNSEEN or IGNORABLE.match(character):
            detail = format_lazy(_("The name holds U+{code}, which cannot be seen."), code=f"{ord(character):04X}")
            raise InvalidKey("invisible-characters", detail, pointer=pointer)
    return collapse(text)
