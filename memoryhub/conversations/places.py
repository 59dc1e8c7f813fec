"""Where a remembered thing is kept: the registered field it is about, a governed one that its owner decides, or a note.

A note's field is `note.<kind>` or `note.<kind>.<domain>`; recall reads both parts of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledgers.domain.patterns import is_pattern
from ledgers.models import Field
from ledgers.selectors import registries
from memoryhub.accounts.models import Workspace
from memoryhub.conversations.extracted import Remembered
from memoryhub.conversations.offline.english import ENGLISH
from memoryhub.conversations.offline.folding import fold, seen
from memoryhub.conversations.offline.portuguese import PORTUGUESE
from memoryhub.recall.wording import NOTES

# What belongs to the person and not into their work: kept under the domain "private", which the admission rule that
# ships keeps out of work tasks. Health keeps its own name there; the same rule names it.
PRIVATE = frozenset({"private", "family", "pets", "romance", "money"})
APART = PRIVATE | {"health"}


@dataclass(frozen=True, slots=True)
class Place:
    """`asks`: an owner decides, however often it is said."""

    field: str
    value: str
    asks: bool = False

    @property
    def is_note(self) -> bool:
        return self.field.startswith(NOTES)


def kept_as(domain: str) -> str:
    return "private" if domain in PRIVATE else domain


def domain_of(text: str, told: str) -> str:
    """What a model calls it, unless the words themselves say that it is to stay out of work."""
    found = [tongue.domains.of(fold(seen(text))) for tongue in (ENGLISH, PORTUGUESE)]
    return next((domain for domain in found if domain in APART), told)


def is_governed(text: str) -> bool:
    """Whether somebody has to be asked about it, in whichever language it is."""
    folded = fold(seen(text))
    return any(tongue.governed.of(folded) for tongue in (ENGLISH, PORTUGUESE))


def governed_field(workspace: Workspace, text: str) -> str | None:
    """The field that its owner decides, if somebody has to be asked about it; empty where none is registered."""
    folded = fold(seen(text))
    hint = next((found for tongue in (ENGLISH, PORTUGUESE) if (found := tongue.governed.of(folded))), "")
    return _governed(workspace, hint) if hint else None


def place_of(workspace: Workspace, said: Remembered) -> Place:
    if said.governed_hint:
        governed = _governed(workspace, said.governed_hint)
        return Place(governed or _note(said), said.value, asks=True)
    if said.field and registries.registered_field(workspace, said.field) is not None:
        return Place(said.field, said.value)
    return Place(_note(said), said.text if said.field else said.value)


def _note(said: Remembered) -> str:
    domain = kept_as(said.domain)
    return f"{NOTES}{said.kind}.{domain}" if domain else f"{NOTES}{said.kind}"


def _governed(workspace: Workspace, sensitivity: str) -> str:
    """A registered field of that class that takes a sentence: of a pattern, the member called `said`."""
    rows = Field.objects.filter(workspace=workspace, sensitivity=sensitivity, type="text", options=[]).order_by("key")
    keys = list(rows.values_list("key", flat=True))
    pattern = next((key for key in keys if is_pattern(key)), None)
    if pattern is not None:
        return pattern.removesuffix("*") + "said"
    return keys[0] if keys else ""
