"""What a check of the log can find, and where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Wrong(StrEnum):
    """Kinds of damage; `wording` says them in words."""

    ROW_EDITED = "row_edited"
    ROW_NOT_AS_SEALED = "row_not_as_sealed"
    ROW_MISSING = "row_missing"
    ROW_ADDED = "row_added"
    SAID_EDITED = "said_edited"
    SEAL_EDITED = "seal_edited"
    SEAL_MISSING = "seal_missing"
    CUT_OFF = "cut_off"
    REWRITTEN = "rewritten"
    CHECKPOINT_FORGED = "checkpoint_forged"
    CHECKPOINT_UNREADABLE = "checkpoint_unreadable"
    CHECKPOINT_MISSING = "checkpoint_missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """`seq` is the sealed position in the log, counted from 1; `transaction` the id of the row that stands there."""

    wrong: Wrong
    seq: int | None = None
    transaction: str | None = None
    seal: int | None = None
    detail: str = ""
