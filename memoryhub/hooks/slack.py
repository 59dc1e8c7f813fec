"""Messages as the incoming webhooks of Slack take them: a few words and one way to go. Values are in none of them."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 300
# Controls, and marks that turn or hide text: nobody reads them in a channel.
HIDDEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
# The three signs by which Slack knows links, names and calls to everybody, as it wants them written; and the four that
# set text bold, sloped, struck and as code, which it never takes as text: their full-width twins set nothing.
AS_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "*": "＊", "_": "＿", "~": "～", "`": "｀"})


@dataclass(frozen=True, slots=True)
class Plain:
    """An event in words, for a channel that people read."""

    title: str
    lines: Sequence[str] = ()
    url: str = ""
    label: str = ""


def body(said: Plain) -> dict[str, Any]:  # JSON
    """`text` is what a notification shows, the blocks what the channel does."""
    title, lines = _escaped(said.title), [_escaped(line) for line in said.lines]
    parts = [f"*{title}*", *lines]
    if said.url:
        # An address of our own, in which a mark is part of the way.
        parts.append(f"<{html.escape(said.url, quote=False)}|{_escaped(said.label)}>")
    # Verbatim: what looks like a link or a name in somebody's text stays text.
    section = {"type": "section", "text": {"type": "mrkdwn", "verbatim": True, "text": "\n".join(parts)}}
    return {"text": " · ".join([title, *lines]), "blocks": [section]}


def _escaped(text: str) -> str:
    """Somebody's text, which says what it says and does nothing."""
    seen = "".join(sign for sign in text if unicodedata.category(sign) not in HIDDEN)
    cut = seen if len(seen) <= LONGEST else seen[: LONGEST - 1] + "…"
    return cut.translate(AS_TEXT)
