"""What an embedder is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
# What no model reads: the end of a string in C, and halves of characters.
_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


class Kind(StrEnum):
    """Some models read a question otherwise than what may answer it."""

    QUERY = "query"
    DOCUMENT = "document"


class Embedder(Protocol):
    """Texts in, vectors of length one out. Vectors of different models are never compared.

    Two texts whose cosine reaches `duplicate_cut` may say the same; each model has its own (`manage.py evaluate
    duplicates` finds it).
    """

    model: str
    dims: int
    duplicate_cut: float

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        """One row for each text. Raises `Unavailable` where the model cannot be reached, `Refused` where it does not
        take the texts or answers nonsense."""


class Unavailable(Exception):
    """The embedder gave no vectors; recall goes by words meanwhile."""


class Refused(Unavailable):
    """It was reached, and makes no vectors of these texts: it will not later either."""


def readable(text: str) -> str:
    """The text without what no model reads, and never empty."""
    return _UNREADABLE.sub("", text) or " "
