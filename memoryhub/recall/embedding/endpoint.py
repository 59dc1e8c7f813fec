"""An embedder behind an address: any server that speaks as OpenAI's embeddings do."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import httpx
import numpy as np
import numpy.typing as npt

from memoryhub.recall.embedding.embedder import Kind, Unavailable, Vectors, readable

# Texts to a request: what every server takes.
MOST = 64
TRIES = 3
BUSY = {429, 503}
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
            rows = {int(one["index"]): one["embedding"] for one in answer.json()["data"]}
            found = np.asarray([rows[number] for number in range(len(texts))], dtype=np.float64)
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise Unavailable("the embedder answered something else than vectors") from error
        return self._of_length_one(found, len(texts))

    def _of_length_one(self, found: npt.NDArray[np.float64], count: int) -> Vectors:
        if found.shape != (count, self.dims):
            raise Unavailable(f"the embedder answered vectors of {found.shape[1:]} numbers instead of {self.dims}")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise Unavailable("the embedder answered vectors without a direction")
        return np.asarray(found / lengths, dtype=np.float32)

    def _asked(self, body: Mapping[str, object], kind: Kind) -> httpx.Response:
        answer = self._post(body)
        for tried in range(1, TRIES):
            if answer.status_code not in BUSY:
                break
            pause = _pause(answer, tried)
            if pause > PATIENCE[kind]:
                break
            time.sleep(pause)
            answer = self._post(body)
        if not answer.is_success:
            raise Unavailable(f"the embedder answered {answer.status_code}")
        return answer

    def _post(self, body: Mapping[str, object]) -> httpx.Response:
        try:
            return self._client.post(f"{self._at.url.rstrip('/')}/embeddings", json=body)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unavailable(f"the embedder was not reached: {type(error).__name__}") from error


def _pause(answer: httpx.Response, tried: int) -> float:
    """As long as the server asks for; where it does not say, longer each time."""
    try:
        return max(0.0, float(answer.headers.get("Retry-After", "")))
    except ValueError:
        return 0.2 * (1 << tried)
