"""Where each message of a conversation is: word for word, waiting for the summary, or in it. Plain arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

# The last so many are given word for word.
WINDOW = 12
# So many leave the window before the summary is written again.
BATCH = 20


@dataclass(frozen=True, slots=True)
class Layers:
    """Numbers of messages, from 1: the summary covers up to `summary`, `waiting` are those up to `waiting`, and the
    window has the rest."""

    summary: int
    waiting: int
    last: int

    def layer_of(self, number: int) -> str:
        return "summary" if number <= self.summary else "waiting" if number <= self.waiting else "window"


def layers(last: int) -> Layers:
    """Of a conversation of that many messages. Fewer than a batch wait."""
    left = max(0, last - WINDOW)
    return Layers(left - left % BATCH, left, last)
