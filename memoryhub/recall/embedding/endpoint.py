"""An embedder behind an address: any server that speaks as OpenAI's embeddings do."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import httpx
import numpy as np
import numpy.typing as npt

from memoryhub.recall.embedding.bounded import Answer, Bounds, post
from memoryhub.recall.embedding.embedder import Kind, Refused, Unavailable, Vectors, readable

# Texts to a request: what every server takes.
MOST = 64
TRIES = 3
# A longer answer than so many bytes to a number, and some around them, is not read.
PER_NUMBER, AROUND = 40, 100_000
BUSY = {429, 503}
# For so long one that did not answer is not asked again by somebody who waits.
REST_SECONDS = 30.0
# What is wrong with the texts. Whatever else is refused is the address, the key or the server of the moment.
REFUSED = {400, 413, 422}
# Whoever asked waits for the answer, and words serve them meanwhile; a worker has time.
PATIENCE = {Kind.QUERY: 1.0, Kind.DOCUMENT: 30.0}


@dataclass(frozen=True, slots=True)
class Address:
    """Where the model is, what it is called there, and how its vectors are to look."""

    url: str
    name: str
    dims: int
    duplicate_cut: float
    prefixes: tuple[str, str] = ("", "")
    key: str = field(default="", repr=False)
    seconds: float = 10.0


class Endpoint:
    """Asks again where the server is busy; whatever else it answers than as many vectors as it should is no answer."""

    def __init__(self, address: Address) -> None:
        self._at = address
        # Two servers may offer the same name with fewer numbers.
        self.model = f"{address.name}/{address.dims}"
        self.dims = address.dims
        self.duplicate_cut = address.duplicate_cut
        self._prefix = dict(zip((Kind.QUERY, Kind.DOCUMENT), address.prefixes, strict=True))
        told = {"Authorization": f"Bearer {address.key}"} if address.key else {}
        self._rests_until = 0.0
        self._client = httpx.Client(headers=told, timeout=address.seconds)

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        said = [self._prefix[kind] + readable(text) for text in texts]
        parts = [self._part(said[first : first + MOST], kind) for first in range(0, len(said), MOST)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dims), dtype=np.float32)

    def close(self) -> None:
        self._client.close()

    def _part(self, texts: Sequence[str], kind: Kind) -> Vectors:
        answer = self._asked({"model": self._at.name, "input": texts, "encoding_format": "float"}, kind)
        try:
            rows = {int(one["index"]): one["embedding"] for one in json.loads(answer.content)["data"]}
            found = np.asarray([rows[number] for number in range(len(texts))], dtype=np.float64)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise Refused("the embedder answered something else than vectors") from error
        return self._of_length_one(found, len(texts))

    def _of_length_one(self, found: npt.NDArray[np.float64], count: int) -> Vectors:
        if found.shape != (count, self.dims):
            raise Refused(f"the embedder answered vectors of {found.shape[1:]} numbers instead of {self.dims}")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise Refused("the embedder answered vectors without a direction")
        return np.asarray(found / lengths, dtype=np.float32)

    def _asked(self, body: Mapping[str, object], kind: Kind) -> Answer:
        if kind is Kind.QUERY and time.monotonic() < self._rests_until:
            raise Unavailable("the embedder did not answer a moment ago")
        answer = self._post(body)
        for tried in range(1, TRIES):
            if answer.status not in BUSY:
                break
            pause = _pause(answer, tried)
            if pause > PATIENCE[kind]:
                break
            time.sleep(pause)
            answer = self._post(body)
        if not httpx.codes.is_success(answer.status):
            failed = Refused if answer.status in REFUSED else Unavailable
            raise failed(f"the embedder answered {answer.status}")
        return answer

    def _post(self, body: Mapping[str, object]) -> Answer:
        bounds = Bounds(self._at.seconds, AROUND + MOST * self.dims * PER_NUMBER)
        try:
            answer = post(self._client, f"{self._at.url.rstrip('/')}/embeddings", body, bounds)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            # One question after the other would wait as long for nothing.
            self._rests_until = time.monotonic() + REST_SECONDS
            raise Unavailable(f"the embedder was not reached: {type(error).__name__}") from error
        self._rests_until = 0.0
        return answer


def _pause(answer: Answer, tried: int) -> float:
    """As long as the server asks for; where it does not say, longer each time."""
    try:
        return max(0.0, float(answer.headers.get("Retry-After", "")))
    except ValueError:
        return 0.2 * (1 << tried)
