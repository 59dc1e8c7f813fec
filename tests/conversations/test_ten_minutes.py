"""The ten-minute test: mentioned in passing, twenty messages on something else, and an indirect return a day later.

Everything goes through the API of a running hub, whose web process and worker are ended in between: of the day before
nothing is left but what is in the database.
"""

from __future__ import annotations

import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.conversations.talking import Place, Talk, place, talk, work
from tests.conversations.ten_minutes.processes import Running, running
from tests.recall.following import embed_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
HERE = Path(__file__).parent / "ten_minutes"
DAY, NEXT = "2026-11-02T18:00:00+00:00", "2026-11-03T19:00:00+00:00"
GOAL = 0.8
LANGUAGES = ("en", "pt")
# How the other side answers: nothing of it is anything to remember.
ANSWER = {"en": "Sure, here is what I know about that.", "pt": "Claro, é isto que eu sei sobre o assunto."}
# Characters that share out what is told, so that each keeps more than is recalled and no two facts contradict.
CHARACTERS = 4
Script = dict[str, Any]  # what a file holds


def read(language: str) -> Script:
    return tomllib.loads((HERE / f"{language}.toml").read_text(encoding="utf-8"))


def test_what_was_mentioned_in_passing_is_there_when_it_is_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where, scripts = place(), {language: read(language) for language in LANGUAGES}
    parts = [(language, number) for language in LANGUAGES for number in range(CHARACTERS)]
    secrets = [where.agent("ana", f"{language}-{number}") for language, number in parts]
    shares = [(language, scripts[language]["facts"][number::CHARACTERS]) for language, number in parts]
    with running(tmp_path, DAY) as hub, ThreadPoolExecutor(CHARACTERS) as pool:
        yesterday = hub.worker.pid
        told = [
            pool.submit(mention, hub, secret, f"{language}-{number}", scripts[language], facts)
            for secret, (language, number), (_language, facts) in zip(secrets, parts, shares, strict=True)
        ]
        talks = [each.result() for each in told]
        hub.wait_until_read()
    # Vectors follow the sealed log, whose end whatever else runs on this server holds back.
    embed_all()
    with running(tmp_path, NEXT) as hub:
        assert hub.worker.pid != yesterday
        found = [
            (language, fact["said"], holds(hub.context(secret, spoken, query=fact["back"]), fact["holds"]))
            for secret, spoken, (language, facts) in zip(secrets, talks, shares, strict=True)
            for fact in facts
        ]
    for language in LANGUAGES:
        held = {said: was_held for spoken, said, was_held in found if spoken == language}
        missed = [said for said, was_held in held.items() if not was_held]
        rate = 1 - len(missed) / len(held)
        with capsys.disabled():
            print(f"\nten minutes, {language}: {rate:.2f} of {len(held)}; missed: {missed}")  # noqa: T201 - for docs/evaluation.md
        assert len(held) >= 20
        assert rate >= GOAL, missed


def mention(hub: Running, secret: str, character: str, script: Script, facts: list[Script]) -> str:
    """The mentions and twenty messages, to each of which the character answers; the conversation."""
    language = character.partition("-")[0]
    spoken = hub.start(secret, "ana", character, "pt-br" if language == "pt" else "en")
    for text in (*(fact["said"] for fact in facts), *script["others"]):
        hub.exchange(secret, spoken, text, ANSWER[language])
    return spoken


def talked(where: Place, said: str, others: list[str]) -> Talk:
    spoken = talk(where)
    for text in (said, *others):
        spoken.exchange(text, ANSWER["en"])
    return spoken


def holds(told: Script, word: str) -> bool:
    """Among the facts; the messages themselves are long out of the window by now."""
    said = re.compile(rf"\b{re.escape(word)}\b")
    assert not said.search("\n".join(message["text"] for message in (*told["window"], *told["waiting"])))
    return len(told["facts"]) <= 5 and any(said.search(str(fact["value"])) for fact in told["facts"])


def test_while_the_talk_is_about_work_the_pet_is_not_in_the_context() -> None:
    script, where = read("en"), place()
    spoken = talked(where, "By the way, I have a dog called Rex.", script["others"])
    work(where, embed=True)
    asked = "What did I tell you about Rex, my dog?"
    assert "Rex" in spoken.context(query=asked)["context"]
    told = spoken.context(query=asked, task_domain="work")
    assert "Rex" not in told["context"]
    assert "not_admitted" in [one["why"] for one in told["left_out"]]


def test_the_context_does_not_grow_with_the_conversation() -> None:
    script, where = read("en"), place()
    spoken = talk(where)
    sizes = {}
    said = [fact["said"] for fact in script["facts"]] + script["others"] + [fact["said"] for fact in script["facts"]]
    for number, text in enumerate(said[:50], 1):
        spoken.exchange(text, ANSWER["en"])
        if number in (20, 50):
            work(where, embed=True)
            sizes[number * 2] = len(spoken.context(query="What do you know about me?")["context"])
    assert sizes[100] <= 1.2 * sizes[40], sizes
