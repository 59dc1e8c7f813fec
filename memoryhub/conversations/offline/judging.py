"""Whether a clause is a statement of the user, and if not, what it is."""

from __future__ import annotations

from dataclasses import dataclass

from memoryhub.conversations.extracted import USER, Why
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.tongue import Tongue

# A statement takes a verb and something said of it.
WORDS = 2
# "My neighbour plays the drums": with so many words one of them is a verb, known or not.
LONG = 5


@dataclass(frozen=True, slots=True)
class Judged:
    # Nothing: it is a statement.
    why: Why | None
    about: str = USER
    sure: bool = True
    # It goes on about whom the statement before it named.
    again: bool = False


def judge(text: str, *, mark: str, tongue: Tongue, character: str = "") -> Judged:
    """The first of these that holds: a name given, a refusal, a subject that is the user's, nothing."""
    folded = fold(text)
    if "?" in mark:
        return Judged(Why.QUESTION)
    if tongue.called.match(folded):
        return Judged(None)
    if refused := tongue.refused.of(folded):
        return Judged(Why(refused))
    if tongue.condition.match(folded) and not tongue.leading_end.search(folded, 4):
        return Judged(Why.HYPOTHETICAL)
    if len(folded.split()) < WORDS:
        return Judged(Why.EXCLAMATION if "!" in mark else Why.NO_STATEMENT)
    return (
        _of_the_user(folded, tongue)
        or _of_another(text, folded, tongue, character)
        or Judged(_nothing(mark, tongue, folded))
    )


def _of_the_user(folded: str, tongue: Tongue) -> Judged | None:
    own, speaks = tongue.own.search(folded), tongue.speaker.search(folded)
    if not own and not speaks:
        return None
    if own and tongue.body.search(folded):
        return Judged(Why.SCENERY)
    if passing := tongue.passing.of(folded):
        return Judged(Why(passing))
    return Judged(None) if speaks or tongue.verb.search(folded) or len(folded.split()) >= LONG else None


def _of_another(text: str, folded: str, tongue: Tongue, character: str) -> Judged | None:
    if tongue.again.search(folded):
        return Judged(Why.UNCLEAR_WHO, again=True)
    if tongue.matter.search(folded) or (tongue.governed.of(folded) and tongue.verb.search(folded)):
        return Judged(None)
    if named := tongue.named.search(text):
        name = named.group("name")
        if character and fold(name) == fold(character):
            return Judged(Why.OF_THE_CHARACTER)
        return Judged(None, about=name, sure=False)
    return None


def _nothing(mark: str, tongue: Tongue, folded: str) -> Why:
    if tongue.scene.match(folded):
        return Why.SCENERY
    if passing := tongue.passing.of(folded):
        return Why(passing)
    return Why.EXCLAMATION if "!" in mark else Why.NO_STATEMENT
