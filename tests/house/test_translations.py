"""Everything people read is there in Brazilian Portuguese, with one word for one thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib
import pytest
from django.utils import translation

from ledgers import wording, wording_policy
from memoryhub.accounts import admin_words
from memoryhub.accounts.errors import Words
from memoryhub.conversations.extracted import Why
from memoryhub.conversations.wording import WHY_NOT_KEPT
from tests.factories import ROOT
from tests.house.texts import CATALOGUE, PACKAGES, PLACE, catalogue, key, marked, templates, translations

# The same in both languages.
ALIKE = {
    *(
        "E-mail",
        "e-mail",
        "Token",
        "token",
        "Tokens",
        "work, health",
        "tokens",
        "auditor",
        "login",
        "logins",
        "hash",
        "status",
        "Webhooks",
        "webhook",
    ),
    *("%(source)s (%(tier)s)", "via %(agent)s", "%(n)d min", "%(who)s %(choice)s."),
}
TABLES: dict[str, Mapping[str, Words]] = {
    "tiers": wording.TIERS,
    "sensitivities": wording.SENSITIVITIES,
    "actions": wording.ACTIONS,
    "statuses": wording.STATUSES,
    "lines": wording.LINES,
    "rules": wording.RULES,
    "reasons": wording.REASONS,
    "caveats": wording.CAVEATS,
    "findings": wording_policy.WORDS,
    "columns": admin_words.COLUMNS,
    "not kept": {str(why): WHY_NOT_KEPT[why] for why in Why},
}
# One word for one thing; on the right what would be a second word for it.
GLOSSARY = {
    "claim": r"alegaç|asserç",
    "owner": r"\bdon[oa]s?\b|proprietári",
    "tier": r"camada|escalão",
    "backup": r"reserva\b|\bvice\b",
    "registry": r"administrador(es)? do registro|item do registro|campo registrado|fonte registrada",
    "workspace": r"\bespaço(?! de trabalho)\b",
    "superseded": r"superad[oa]|sucedid[oa]",
    "subject": r"sujeito",
}
# Words that are names, commands or examples, wherever they stand in a template.
BARE = {
    *(
        "Memory Hub",
        "English",
        "Português",
        "Dana",
        "Lee",
        "Enter",
        "Ctrl",
        "Ctrl Enter",
        "Shift",
        "Esc",
        "openapi.json",
    ),
    *("curl -H", "Authorization: Bearer $TOKEN", "/facts", "manage.py policy --activate FILE --workspace"),
}
# Answers when nothing else can: both languages, written out.
LAST_RESORT = "500.html"


def test_every_text_has_its_translation() -> None:
    known = {key(entry) for entry in catalogue() if all(translations(entry))}
    assert {text: where for text, where in marked().items() if text not in known} == {}


def test_the_catalogue_holds_nothing_else() -> None:
    assert {key(entry) for entry in catalogue()} - set(marked()) == set()
    assert catalogue().obsolete_entries() == []


def test_no_translation_is_a_guess() -> None:
    assert [entry.msgid for entry in catalogue() if entry.fuzzy] == []


def test_no_line_number_stands_in_the_catalogue() -> None:
    assert re.search(r"^#: .*:\d", CATALOGUE.read_text(encoding="utf-8"), flags=re.MULTILINE) is None


def test_places_and_tags_are_those_of_the_text() -> None:
    assert [entry.msgid for entry in catalogue() if not _same_places(entry)] == []


def _same_places(entry: polib.POEntry) -> bool:
    # "One more" needs no number where "%(n)s more" does.
    wanted = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
    said = translations(entry)
    return len(said) == len(wanted) and all(
        sorted(PLACE.findall(text)) == sorted(PLACE.findall(original))
        for text, original in zip(said, wanted, strict=True)
    )


def test_texts_begin_and_end_alike() -> None:
    wrong = []
    for entry in catalogue():
        for said in translations(entry):
            same_end = said[-1:] == entry.msgid[-1:] or {said[-1:], entry.msgid[-1:]}.isdisjoint(".:?!")
            if said != said.strip() or "  " in said or not same_end:
                wrong.append(entry.msgid)
    assert wrong == []


def test_what_is_not_translated_is_known_to_be_alike() -> None:
    assert {entry.msgid for entry in catalogue() if entry.msgid in translations(entry)} == ALIKE


@pytest.mark.parametrize("thing", GLOSSARY)
def test_one_thing_has_one_word(thing: str) -> None:
    other = re.compile(GLOSSARY[thing], flags=re.IGNORECASE)
    assert [said for entry in catalogue() for said in translations(entry) if other.search(said)] == []


@pytest.mark.parametrize("table", TABLES)
def test_what_decisions_say_differs_between_the_languages(table: str) -> None:
    words = TABLES[table]
    english, portuguese = _in("en", words), _in("pt-br", words)
    assert {code for code in words if english[code] == portuguese[code]} <= {
        code for code in words if english[code] in ALIKE
    }


def _in(language: str, words: Mapping[str, Words]) -> dict[str, str]:
    with translation.override(language):
        return {code: str(text) for code, text in words.items()}


@pytest.mark.parametrize("template", templates(), ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_template_holds_a_bare_text(template: Path) -> None:
    if template.name != LAST_RESORT:
        assert [text for text in _bare(template.read_text(encoding="utf-8")) if text not in BARE] == []


def _bare(html: str) -> Iterator[str]:
    html = re.sub(r"{%\s*blocktranslate.*?endblocktranslate\s*%}|{#.*?#}|{%.*?%}|{{.*?}}", "\0", html, flags=re.DOTALL)
    spoken = re.findall(r'(?:title|placeholder|aria-label|alt|data-label|data-failed|data-offline)="([^"]*)"', html)
    for text in re.split(r"<[^>]*>|[\0·\n\"]", html) + spoken:
        if re.search(r"[^\W\d_]{3}", text.replace("\0", "")):
            yield text.replace("\0", "").strip()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_translates_while_it_is_loaded(package: str) -> None:
    """Such a text would stay in the language of whoever came first."""
    assert [place for source in (ROOT / package).rglob("*.py") for place in _eager(source)] == []


def _eager(source: Path) -> Iterator[str]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in {"gettext", "ngettext", "pgettext", "npgettext"}
    }
    later = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Lambda)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) and id(node) not in later else None
        if isinstance(called, ast.Name) and called.id in names:
            yield f"{source.relative_to(ROOT)}:{called.lineno}"
