"""Text that talks to a machine instead of saying a fact. A marker for people: it weighs nothing and stops nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledgers.formats.detectors import plain
from ledgers.formats.result import Json

# Every stretch between two words is bounded, so that a long text takes no longer than its length.
KINDS = (
    # Pages, templates and scripts, and what htmx reads.
    r"</?[a-z!][^>]{0,200}>|\{\{|\{%|\$\{|javascript:|\bon[a-z]{3,16}\s?=|\b(?:data-)?hx-[a-z-]{2,20}\s?=",
    # Somebody else's part in a conversation.
    (
        r"^\W{0,8}(?:system|assistant|developer|sistema|assistente)(?:\sprompt)?\s?[:>\]|]|<\|?(?:im_start|system)"
        r"|[\"'.!?#*]\s{0,3}(?:system|assistant|sistema|assistente)\s?:|\[/?inst\]|[\"']role[\"']\s?:"
    ),
    # Rules are to be forgotten.
    (
        r"\b(?:ignor|disregard|forget|overrid|bypass|skip|desconsider|esquec|descart|burl)\w{0,8}\b.{0,40}"
        r"\b(?:instruc|instruct|rule|regra|prompt|polic|previous|prior|above|anterior|acima|guard|check|review|revis)"
    ),
    # The reader is to be somebody else.
    (
        r"\b(?:you are now|you're now|from now on,? you|act as|pretend to be|voce agora e"
        r"|a partir de agora,? voce|aja como|finja ser|new instructions?|novas? instruc|system prompt"
        r"|prompt do sistema|jailbreak|modo desenvolvedor"
        r"|developer mode)"
    ),
    # Something is to be done to the ledgers, their people or their keys.
    (
        r"\b(?:mark|treat|approve|accept|promote|execute|run|call|delete|drop|grant|forward|send|reveal"
        r"|print|marque|marcar"
        r"|trate|tratar|aprov|aceit|promov|execut|chame|chamar|apag|conced|encaminh|envi|revel|imprim)\w{0,6}\b.{0,60}"
        r"\b(?:claim|fact|fato|alegac|system_of_record|owner|tier|rank|admin|tool|ferramenta|function"
        r"|funcao|agent|token"
        r"|password|senha|secret|segredo|prompt|approval|aprovac|all|tudo|todos|todas|everything|ledger"
        r"|queue|fila|case|caso)"
    ),
    # Somebody is not to know.
    r"\b(?:do not|don't|never|nao|nunca)\s(?:tell|mention|ask|warn|notify|show|cont|avis|pergunt|mostr|notifi)",
)
PATTERN = re.compile("|".join(KINDS), re.IGNORECASE)
# What is read of a text: a longer one is no fact either way.
READ = 8_000


def instruction_like(*values: Json) -> bool:
    """Whether any of these texts, or anything inside them, reads like an instruction, a page or a template."""
    return any(PATTERN.search(line) is not None for value in values for text in _texts(value) for line in _lines(text))


def _lines(text: str) -> Iterator[str]:
    """The text as one line, and each line that could speak for itself."""
    yield plain(text[:READ])
    if "\n" in text:
        yield from map(plain, text[:READ].splitlines())


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        for name, held in value.items():
            yield name
            yield from _texts(held)
    elif isinstance(value, list):
        for held in value:
            yield from _texts(held)
    elif isinstance(value, str):
        yield value
