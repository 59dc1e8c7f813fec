"""What people write beside what they do with a draft: reasons and notes, read by others later."""

from __future__ import annotations

from typing import Final

from ledgers.draft_errors import TooLong, WrongState
from memoryhub.accounts.errors import Words

LONGEST: Final = 2_000


def said(text: str, *, otherwise: Words) -> str:
    """The words, trimmed, with the line ends that a form sends as one sign each; nothing of them is cut off.

    Raises WrongState where there are none, and TooLong.
    """
    words = text.replace("\r\n", "\n").strip()
    if not words:
        raise WrongState(otherwise)
    if len(words) > LONGEST:
        raise TooLong(len(words), LONGEST)
    return words
