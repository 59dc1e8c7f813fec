"""The measurements of what is found again and of what counts as said already, on a few lines of our own."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from memoryhub.learning.memory import finding
from memoryhub.recall.models import FactVector

PAIRS = [
    ("Adora pescar no lago", "Ama pescar no lago", "paraphrase"),
    ("O ensaio começa às oito", "Os ensaios começam às oito", "paraphrase"),
    ("The lease ends in May", "The lease ends in June", "contradiction"),
    ("Come amendoim", "Não come amendoim", "contradiction"),
    ("She plays the cello", "The train was late again", "related"),
]
FACTS = [
    ("boat", "en", "Keeps a small sailing boat in the harbour"),
    ("boat", "pt-BR", "Tem um barquinho a vela no porto"),
    ("bees", "en", "Keeps bees behind the house"),
    ("bees", "pt-BR", "Cria abelhas atrás da casa"),
]
QUESTIONS = [
    ("en", "is the wind good for going out on the water?", "boat"),
    ("pt-BR", "o mel deste ano já saiu?", "bees"),
]


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:  # Any: JSON
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", encoding="utf-8")
    return path


def test_what_counts_as_said_already_is_counted_by_kind(tmp_path: Path) -> None:
    pairs = lines(tmp_path / "pairs.jsonl", [{"a": one, "b": other, "label": label} for one, other, label in PAIRS])
    said = io.StringIO()
    call_command("evaluate", "duplicates", "--file", str(pairs), "--json", "-", stdout=said)
    found = json.loads(said.getvalue())
    assert (found["pairs"], found["cut"]) == (5, 0.78)
    assert (found["duplicates_dropped"], found["related_dropped"], found["contradictions_dropped"]) == (1.0, 0.0, 0.0)
    # What the vectors alone would have thrown away.
    assert found["by_cosine_alone"]["contradictions_dropped"] > 0
    assert found["lowest_harmless_cut"]["cut"] <= 0.78


def test_without_vectors_nothing_is_measured(tmp_path: Path, settings: Settings) -> None:
    settings.EMBEDDER = "none"
    with pytest.raises(CommandError, match="EMBEDDER is none"):
        call_command("evaluate", "duplicates", "--file", str(tmp_path / "pairs.jsonl"))


def test_the_goals_are_those_of_the_embedder_that_is_built_in(settings: Settings) -> None:
    short = {"recall_at_5": 0.9, "by_language": {"en": 0.9, "pt-BR": 1.0}}
    assert finding.falls_short(short)
    assert not finding.falls_short({"recall_at_5": 0.9, "by_language": {"en": 0.97, "pt-BR": 0.85, "fr": 0.1}})
    settings.EMBEDDER = "none"
    assert not finding.falls_short(short)


@pytest.mark.django_db(transaction=True)
def test_what_is_meant_is_said_and_asked_for_for_real(tmp_path: Path) -> None:
    facts = [{"type": "fact", "key": key, "lang": language, "text": text} for key, language, text in FACTS]
    asked = [{"type": "query", "lang": language, "text": text, "gold_keys": [key]} for language, text, key in QUESTIONS]
    found = finding.measure(finding.read(lines(tmp_path / "facts.jsonl", [*facts, *asked])))
    assert (found["facts"], found["questions"], found["recall_at_5"]) == (4, 2, 1.0)
    assert (found["by_language"], found["missed"]) == ({"en": 1.0, "pt-BR": 1.0}, [])
    # In its own workspace, where each fact was said in the scope of its language and in the one of all.
    assert FactVector.objects.filter(workspace__key="evaluated").count() == 8
