"""Portuguese as Brazilians type it in a chat: without accents, with "tô", "vc" and "pra"."""

from __future__ import annotations

from memoryhub.conversations.offline.portuguese import (
    bounds,
    days,
    domains,
    frames,
    openings,
    refused,
    sorting,
    subjects,
)
from memoryhub.conversations.offline.tongue import Tongue, any_of

PORTUGUESE = Tongue(
    code="pt",
    marks=any_of(
        "eu|meu|minha|meus|minhas|nao|que|de|da|do|das|dos|em|no|na|nos|nas|um|uma|os|as|e|o|com|pra|para|por|se|mas|voce|vc|cê|ce|seu|"
        "sua|to|tou|estou|sou|tenho|moro|gosto|foi|ta|tem|muito|mais|oi|ola|quando|como|ate|desde|ontem|amanha|hoje|acho|sempre|"
        r"nunca|ele|ela|isso|ao|aos|pelo|pela|num|numa|ja|so|tambem|agora|todo|toda|ha|faz|sao|esta|minhas|nosso|"
        r"nossa|me|mim|\w+[cs]ao|\w+coes|\w+mente|\w+inh[oa]s?|\w*lh\w+"
    ),
    greeting=openings.GREETING,
    filler=openings.FILLER,
    telling=openings.TELLING,
    tag=openings.TAG,
    tail=openings.TAIL,
    frames=frames.FRAMES,
    refused=refused.REFUSED,
    passing=refused.PASSING,
    clause=subjects.CLAUSE,
    joint=subjects.JOINT,
    verb=subjects.VERB,
    speaker=subjects.SPEAKER,
    own=subjects.OWN,
    named=subjects.NAMED,
    matter=subjects.MATTER,
    again=subjects.AGAIN,
    body=subjects.BODY,
    scene=subjects.SCENE,
    condition=bounds.CONDITION,
    narrowed=bounds.NARROWED,
    leading_end=bounds.LEADING_END,
    ending=bounds.ENDING,
    open_end=bounds.OPEN_END,
    since=bounds.SINCE,
    starting=bounds.STARTING,
    past=bounds.PAST,
    kinds=sorting.KINDS,
    domains=domains.DOMAINS,
    unsure=sorting.UNSURE,
    called=sorting.CALLED,
    governed=sorting.GOVERNED,
    days=days.PATTERNS,
    months=days.MONTHS,
    weekdays=days.WEEKDAYS,
    numbers=days.NUMBERS,
)
