"""The names in a text: words with a capital letter that does not come from where they stand."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.english.days import MONTHS as ENGLISH_MONTHS
from memoryhub.conversations.offline.english.days import WEEKDAYS as ENGLISH_WEEKDAYS
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.tongue import any_of

WORD = re.compile(r"[^\W_][\w'’-]*")
SENTENCE = re.compile(r"(?:^|[.!?:\n]\s+|[\"“(*]\s*)$")
# A first word is a name where one of these follows it.
DOES = any_of(
    r"is|isn't|was|lives|works|has|likes|loves|hates|wants|prefers|plays|moved|owns|handles|e|eh|foi|mora|vive|"
    r"trabalha|tem|gosta|adora|odeia|quer|prefere|joga|cuida"
)
# Days have figures of their own; the rest are no names wherever they stand.
NO_NAMES = {
    "i",
    "i'm",
    "i've",
    "i'd",
    "i'll",
    "he",
    "she",
    "it",
    "they",
    "we",
    "this",
    "that",
    "there",
    "who",
    "what",
    "which",
    "also",
    "still",
    "always",
    "never",
    "not",
    "nobody",
    "nothing",
    "everyone",
    "everything",
} | {
    *(
        "ele",
        "ela",
        "isso",
        "isto",
        "esse",
        "essa",
        "este",
        "esta",
        "quem",
        "nunca",
        "sempre",
        "tambem",
        "nao",
        "ninguem",
        "nada",
        "tudo",
        "todos",
        "eu",
        "a",
        "o",
        "as",
        "os",
        "ok",
        "mr",
        "mrs",
        "dr",
        "dra",
        "sr",
        "sra",
    ),
    *ENGLISH_MONTHS,
    *ENGLISH_WEEKDAYS,
    *(f"{day}s" for day in ENGLISH_WEEKDAYS),
}


def words(folded: str) -> frozenset[str]:
    return frozenset(_plain(match.group()) for match in WORD.finditer(folded))


def named(text: str) -> frozenset[str]:
    """Each name, folded; a compound is each of its words."""
    folded = fold(text)
    found = set()
    for match in WORD.finditer(folded):
        name = _plain(match.group())
        if text[match.start()].isupper() and name not in NO_NAMES:
            first = SENTENCE.search(text[: match.start()])
            if not first or (not name.endswith("ly") and DOES.match(folded, match.end() + 1)):
                found.add(name)
    return frozenset(found)


def _plain(word: str) -> str:
    return word.removesuffix("'s").strip("'-")
