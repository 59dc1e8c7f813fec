"""Each line of the shipped rule of what may enter which task, in both languages: served, worded, or why not."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources

import pytest

from ledgers.models import Claim, Field
from ledgers.services import policies
from tests.cases.files import HERE
from tests.cases.posting import call
from tests.cases.world import World
from tests.invariants.saying import ACME, Said, day, say, world
from tests.recall.following import embed_all

pytestmark = pytest.mark.django_db(transaction=True)

NOTES = {
    "fact": "note.fact",
    "health": "note.fact.health",
    "private": "note.fact.private",
    "work": "note.fact.work",
    "allergy": "care.allergy",
    "preference": "note.preference",
    "health preference": "note.preference.health",
    "trait": "note.trait",
    "role": "note.role",
    "belief": "note.belief",
    "roadmap": "belief.roadmap",
    "order": "note.instruction",
}
ENGLISH = {
    "fact": "The office of Rita is on the second floor",
    "health": "Rita is recovering from a knee operation",
    "private": "Rita is going through a divorce",
    "work": "Rita runs the warehouse project",
    "allergy": "penicillin",
    "preference": "Rita likes short mails",
    "health preference": "Rita likes herbal medicine",
    "trait": "Rita is impatient",
    "role": "Rita plays a ship's captain in the story",
    "belief": "Rita thinks the merger will fail",
    "roadmap": "the launch slips to May",
    "order": "The tone with Rita is a formal one",
    "bound": "Rita wants meetings of thirty minutes",
}
PORTUGUESE = {
    "fact": "A sala da Rita fica no segundo andar",
    "health": "A Rita se recupera de uma cirurgia no joelho",
    "private": "A Rita está se divorciando",
    "work": "A Rita cuida do projeto do depósito",
    "allergy": "penicilina",
    "preference": "A Rita gosta de e-mails curtos",
    "health preference": "A Rita gosta de chás medicinais",
    "trait": "A Rita é impaciente",
    "role": "A Rita faz o papel de capitã do navio na história",
    "belief": "A Rita acha que a fusão vai fracassar",
    "roadmap": "o lançamento atrasa para maio",
    "order": "O tom com a Rita é formal",
    "bound": "A Rita quer reuniões de trinta minutos",
}
ALWAYS = {"order": "instruction"}
NOT_AT_WORK = dict.fromkeys(["health", "private", "allergy", "health preference"], "not_admitted")
WORDED = dict.fromkeys(["belief", "roadmap"], "worded")
UNBELIEVED = dict.fromkeys(["belief", "roadmap"], "not_admitted")
UNBOUND = dict.fromkeys(["preference", "health preference", "trait", "bound"], "not_bound")
# What becomes of each in a task; what is not named is served as it is. The first line of the rule that fits speaks.
TASKS: list[tuple[dict[str, str], Mapping[str, str]]] = [
    ({}, ALWAYS | WORDED),
    ({"task_domain": "work", "task_type": "draft"}, ALWAYS | NOT_AT_WORK | WORDED),
    ({"task_domain": "work", "task_type": "answer"}, ALWAYS | NOT_AT_WORK | UNBELIEVED),
    ({"task_domain": "health", "task_type": "decide"}, ALWAYS | UNBELIEVED),
    ({"task_domain": "health", "task_type": "ask"}, ALWAYS | WORDED),
    ({"task_domain": "mailer", "task_type": "call_tool"}, ALWAYS | WORDED | UNBOUND),
    ({"task_domain": "work", "task_type": "call_tool"}, ALWAYS | WORDED | UNBOUND | NOT_AT_WORK),
    (
        {"task_domain": "Calendar", "task_type": "call_tool"},
        {name: why for name, why in (ALWAYS | WORDED | UNBOUND).items() if name != "bound"},
    ),
    ({"task_type": "call_tool"}, ALWAYS | WORDED | UNBOUND),
]


def shipped() -> World:
    """The world of the worked cases, with the rule of the policy that ships."""
    place = world()
    document = tomllib.loads((HERE / "p0.toml").read_text(encoding="utf-8"))
    text = (resources.files("ledgers.policies") / "shipped.toml").read_text(encoding="utf-8")
    document["admission"] = tomllib.loads(text)["admission"]
    policies.activate(workspace=place.workspace, document=document, member=place.members["adm"])
    for key, domain in (("note.*", ""), ("care.allergy", "health"), ("belief.*", "")):
        Field.objects.create(workspace=place.workspace, key=key, type="text", values="many", domain=domain)
    return place


@pytest.mark.parametrize(("language", "texts"), [("en", ENGLISH), ("pt-BR", PORTUGUESE)], ids=["en", "pt"])
def test_each_line_of_the_rule_holds(language: str, texts: Mapping[str, str]) -> None:
    place = shipped()
    for name, field in NOTES.items():
        say(place, Said(field, texts[name], effective_at=day(1)))
    say(place, Said("note.preference", texts["bound"], subject="tool:calendar", effective_at=day(1)))
    embed_all()
    headers = {"Accept-Language": language}
    believed = "believed, not checked" if language == "en" else "crença, não verificada"
    for task, expected in TASKS:
        asked = {"query": "Rita", "scopes": [ACME], "k": 50, "max_tokens": 5000, **task}
        told = call(place.secrets["agent-1"], "recall", asked, headers).body
        names = {text: name for name, text in texts.items()}
        served = {names[item["value"]]: item["gate"] for item in told["items"]}
        ids = _ids(place)
        left_out = {names[ids[one["fact"]]]: one["why"] for one in told["left_out"]}
        found = {**served, **left_out}
        assert found == {**dict.fromkeys(texts, "allowed"), **expected}, task
        # What is left out is nowhere in the prompt, and a belief is told as one.
        assert not [name for name in left_out if texts[name] in told["context"]], task
        assert told["context"].count(believed) == list(served.values()).count("worded"), task


def _ids(place: World) -> dict[str, str]:
    return {str(claim.pk): str(claim.value) for claim in Claim.objects.filter(workspace=place.workspace)}
