"""English as people type it in a chat: contractions without their mark, small letters, dropped subjects."""

from __future__ import annotations

from memoryhub.conversations.offline.english import bounds, days, domains, frames, openings, refused, sorting, subjects
from memoryhub.conversations.offline.tongue import Tongue, any_of

ENGLISH = Tongue(
    code="en",
    marks=any_of(
        "i|i'?m|i'?ve|i'?ll|my|the|and|is|are|was|you|your|to|of|it|it's|with|have|has|that|this|for|on|in|at|but|if|he|she|"
        r"they|we|our|his|her|not|don'?t|can'?t|what|how|when|who|from|been|hi|hello|hey|\w+ing|\w+ly|\w*th\w+|"
        r"\w*w[aeior]\w*|\w+'\w+|\w+ght|me|likes?|lives?|works?|makes?|more|than|every|call|name|love|hate|just|"
        r"will|always|please|since|ago|some\w+|any\w+|\w{2,}ed|last|next|got|had"
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
