"""A clause that is a statement, with its kind, its subject matter, its days and its bounds."""

from __future__ import annotations

from datetime import date

from memoryhub.conversations.extracted import USER, Kind, Remembered
from memoryhub.conversations.offline.bounds import bounds
from memoryhub.conversations.offline.folding import fold
from memoryhub.conversations.offline.judging import Judged
from memoryhub.conversations.offline.tongue import Tongue

# The one registered field that a pattern can fill: the rest are notes.
NAME = "name.preferred"


def stated(text: str, judged: Judged, *, said_on: date, tongue: Tongue) -> Remembered:
    folded = fold(text)
    bound = bounds(text, folded, said_on=said_on, tongue=tongue)
    called = tongue.called.match(folded)
    bare = called is not None and not bound.condition and bound.until is None
    kind = _kind(folded, tongue, judged)
    return Remembered(
        text=text,
        kind=kind,
        domain="person" if called else tongue.domains.of(folded),
        field=NAME if bare else "",
        value=text[called.start("name") : called.end("name")] if called and bare else bound.rest,
        effective_on=bound.effective_on,
        until=bound.until,
        condition=bound.condition,
        # A knight or an administrator may be a part that is played.
        sure=judged.sure and kind is not Kind.ROLE and not tongue.unsure.search(folded),
        about=judged.about,
        on=bound.on,
        governed_hint=tongue.governed.of(folded),
    )


def _kind(folded: str, tongue: Tongue, judged: Judged) -> Kind:
    if judged.about != USER or tongue.called.match(folded):
        return Kind.FACT
    return Kind(tongue.kinds.of(folded) or Kind.FACT)
