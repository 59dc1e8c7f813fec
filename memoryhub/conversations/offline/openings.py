"""What stands before and after a statement and is none: greetings, fillers, "remember that", "right?"."""

from __future__ import annotations

from dataclasses import replace

from memoryhub.conversations.offline.folding import fold, tidy
from memoryhub.conversations.offline.sentences import Span
from memoryhub.conversations.offline.tongue import Pattern, Tongue


def trimmed(message: str, span: Span) -> Span:
    """Without blanks and marks at either end."""
    text = span.of(message)
    kept = tidy(text)
    if not kept:
        return replace(span, end=span.start)
    start = span.start + text.index(kept)
    return replace(span, start=start, end=start + len(kept))


def peeled(message: str, span: Span, tongue: Tongue) -> tuple[Span, str]:
    """The sentence without its opening, and what the opening was: "greeting", "filler" or nothing."""
    opening, span = "", trimmed(message, span)
    while True:
        folded = fold(span.of(message))
        for name, pattern in (("greeting", tongue.greeting), ("filler", tongue.filler), ("", tongue.telling)):
            if match := pattern.match(folded):
                opening = opening or name
                # "Did I tell you that I moved?" asks nothing of what it tells.
                mark = span.mark if name else ""
                span = trimmed(message, replace(span, start=span.start + match.end(), mark=mark))
                break
        else:
            return span, opening


def cut_at(message: str, span: Span, pattern: Pattern) -> tuple[Span, Span | None]:
    """The sentence and what is asked or added after it, if it is."""
    match = pattern.search(fold(span.of(message)))
    if match is None or not match.start():
        return span, None
    rest = replace(span, start=span.start + match.start())
    return trimmed(message, replace(span, end=span.start + match.start(), mark="")), trimmed(message, rest)
