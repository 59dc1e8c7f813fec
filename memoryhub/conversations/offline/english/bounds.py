"""Conditions, ends and beginnings in English."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import any_of

# "When I was a child" tells a time that is over; "when it rains" is a condition.
_WHEN = (
    r"when(?:ever)?(?! (?:i|we|he|she|they|it) (?:was|were|had|got|moved|lived|started|turned|worked|met|left|"
    r"first)\b)(?= [\w']+ \w+)"
)
_PLACE = r"on|at|in|when|with|after|before|during|if"

CONDITION = any_of(
    r"(?:but |and )?(?:only |even |just |except )?if(?! only)",
    r"unless|as long as|so long as|provided(?: that)?|in case|depending on|except (?:for|on|when|if|in|at)|except|"
    r"apart from|other than",
    rf"(?:but |except |only |especially |just )?{_WHEN}",
    r"for now|for the time being|while (?:i'?m|i am|she'?s|he'?s|my|the|we|it)",
)
NARROWED = re.compile(
    rf"\bonly (?!have\b|has\b|had\b|\w+ (?:child|son|daughter))(?:\w+ ){{0,5}}?(?P<at>(?:{_PLACE}) .+)"
)
# What is said first and ends at a comma, or where the main clause begins.
LEADING_END = re.compile(r",| (?=(?:then )?(?:i|i'm|im|i've|i'd|i'll|we|my|our|mine|he|she|they)\b)", re.IGNORECASE)
ENDING = any_of(
    r"until|till|til|'til|through|up to|by the end of|for the next|for another|only (?:this|for this)|(?:this|"
    r"for this) (?:week|month|year) only|just (?:this|for this) (?=week|month|year)"
)
OPEN_END = any_of(r"until|till|til|'til")
SINCE = any_of(
    r"since|ever since|for (?:the (?:last|past) |about |almost |over )?[\w ]{1,12} (?:days?|weeks?|months?|"
    r"years?)(?! ago)|it'?s been"
)
STARTING = any_of(r"starting(?: (?:on|in|from))?|as of|effective|from(?! (?:now|the)\b)")
PAST = any_of(
    r"was|were|did|didn'?t|went|got|had|bought|born|broke|met|left|lost|won|quit|began|became|found|sold|took|made|"
    r"came|saw|gave|\w{2,}ed|last|ago|flew|ran|drove|fell|taught|wrote|grew|knew|died"
)
