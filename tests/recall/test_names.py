"""Names, numbers and rare words: what a small model of sentences takes for much the same."""

from __future__ import annotations

import pytest

from ledgers.models import Field
from memoryhub.recall import mixing
from tests.cases.world import World
from tests.invariants.saying import Said, day, say, world
from tests.recall.asking import recall, values
from tests.recall.following import embed_all

pytestmark = pytest.mark.django_db(transaction=True)

TALKS = (
    "After lunch we sat by the river, the children fed the ducks, and on the way home {} came up for a minute.",
    "He slept badly, missed the early train and read the paper at the station, where somebody had left a map of {}.",
    "The kitchen is painted, the tiles arrive on Friday, and the plumber used to work for {} before he moved here.",
    "Her sister called about the wedding cake, the band and the flowers; the hall is rented from {} until midnight.",
)
NAMES = (
    "Zorbax",
    "Quibley",
    "Narvik",
    "4817",
    "Umbra",
    "Pelican",
    "Kestrel",
    "Ibirá",
    "Vostok",
    "Caracol",
    "9034",
    "Tesla",
)
NOTES = {name: TALKS[number % len(TALKS)].format(name) for number, name in enumerate(NAMES)}
OTHERS = (
    "She remembers nothing of the first years.",
    "He is asked to remember the date, and forgets it.",
    "What was agreed in the meeting stays in the meeting.",
    "Somebody came by whose face nobody knew.",
    "They write down what has to be thought of.",
    "A photograph is all that is left of it.",
)


@pytest.fixture
def place() -> World:
    built = world()
    Field.objects.create(workspace=built.workspace, key="note.*", name="Note", type="text", values="many")
    for number, text in enumerate([*NOTES.values(), *OTHERS]):
        say(built, Said("note.fact", text, effective_at=day(1 + number)))
    embed_all()
    return built


def missed(place: World) -> list[str]:
    """The names whose note is not among the first three."""
    found = {name: values(recall(place, f"do you know {name.casefold()}?", k=3)) for name in NOTES}
    return [name for name, text in NOTES.items() if text not in found[name]]


def test_what_is_named_is_among_the_first(place: World) -> None:
    assert missed(place) == []


def test_by_meaning_alone_it_is_not(place: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why words are looked at as well."""
    monkeypatch.setattr(mixing, "SHARE", 0.0)
    assert missed(place) != []


def test_accents_are_no_difference(place: World) -> None:
    assert NOTES["Ibirá"] in values(recall(place, "do you know IBIRA?"))


def test_small_words_lift_nothing(place: World) -> None:
    """A word of the question that no text has weighs more than those which many have."""
    dog = "Her dog is called Rex and sleeps in the hall."
    say(place, Said("note.fact", dog, effective_at=day(41)))
    embed_all()
    assert values(recall(place, "What is it that she has, is it a puppy?", k=1)) == [dog]
