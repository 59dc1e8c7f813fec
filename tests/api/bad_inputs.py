"""Reads the file of bad inputs and turns a case into the request it describes."""

from __future__ import annotations

import base64
import datetime as dt
import gzip
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What the hub does not do yet, by the number of a line or the beginning of its address. Who builds it takes its lines.
WAITING = {
    "/export": "the export",
    "INJ-22": "a policy language with rules",
    "INJ-24": "a policy language with rules",
}
# What a line's description adds to its members, each known to the test that sends it.
DESCRIBED = {
    "3 MB sent chunked",
    "valid JSON, gzip-compressed",
    "raw socket",
    "raw: Authorization sent twice",
    "HX-Request: true",
    "?access_token=...",
    "burst",
}
FILE = Path(os.environ.get("BAD_INPUTS", Path(__file__).parents[3] / "shared" / "cases" / "bad_inputs.jsonl"))
_AGO = re.compile(r"\{now(?:\+(\d+)d)?\}")
_NAMES = re.compile(r"\{([a-z]+(?:_[a-zA-Z0-9]+)*)\}")
_TIMES = re.compile(r"\{(\d+) (?:x (\S)|chars)\}")


@dataclass(frozen=True)
class Case:
    """One line of the file. `said` holds its members as they are written."""

    said: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.said["id"])

    @property
    def setup(self) -> str:
        return str(self.said.get("setup", ""))

    @property
    def actor(self) -> str:
        return str(self.said.get("actor", "anonymous"))

    @property
    def page(self) -> bool:
        """Whether a page answers, not the API."""
        return self.said.get("kind") == "html"

    @property
    def raw(self) -> bool:
        return self.said.get("kind") == "raw" or "Transfer-Encoding" in self.said.get("headers", {})

    def path(self, known: dict[str, str]) -> str:
        return filled(self.said["path"], known)

    def headers(self, known: dict[str, str]) -> dict[str, str | None]:
        """Headers to send; None leaves one out that would be sent otherwise."""
        said: dict[str, str | None] = {"Content-Type": "application/json", "Idempotency-Key": f"bad-{self.id}"}
        for name, value in self.said.get("headers", {}).items():
            said[name] = None if value is None else filled(value, known)
        return said

    def body(self, known: dict[str, str]) -> bytes:
        said = self.said
        if "raw_body_b64" in said:
            return base64.b64decode(said["raw_body_b64"])
        if "raw_body" in said:
            return str(said["raw_body"]).encode()
        if "body_gen" in said:
            return _generated(said["body_gen"])
        if "gzip" in str(said.get("headers", {}).get("Content-Encoding", "")):
            return gzip.compress(json.dumps(known["valid"]).encode())
        return json.dumps(replaced(said["body"], known)).encode() if "body" in said else b""


def read() -> list[Case]:
    """Every case of the file but the line that describes the world; none where the file is absent."""
    if not FILE.exists():
        return []
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Case(said) for said in map(json.loads, lines) if "group" in said]


def world_line() -> dict[str, Any]:
    """What the file says its world is; nothing where it says nothing."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return next((said for said in map(json.loads, lines) if said.get("id") == "world"), {})


def waits_as(case: Case) -> str | None:
    """The entry of WAITING that covers this line."""
    beginnings = [key for key in WAITING if key.startswith("/") and str(case.said["path"]).startswith(key)]
    return case.id if case.id in WAITING else next(iter(beginnings), None)


def why_it_waits(case: Case) -> str | None:
    return WAITING.get(waits_as(case) or "")


def placeholders(case: Case) -> set[str]:
    """Names in braces that stand for something of the world; what `filled` reads itself is left out."""
    text = json.dumps({name: case.said.get(name) for name in ("path", "headers", "body", "raw_body")})
    return set(_NAMES.findall(text)) - {"now", "valid"}


def filled(text: str, known: dict[str, str]) -> str:
    """The text with its placeholders: known names, `{now+2d}`, `{256 x k}`, `{9000 chars}`."""
    text = _AGO.sub(lambda found: _moment(int(found[1] or 0)), text)
    text = _TIMES.sub(lambda found: (found[2] or "x") * int(found[1]), text)
    for name, value in known.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def replaced(value: Any, known: dict[str, str]) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        return filled(value, known)
    if isinstance(value, list):
        return [replaced(entry, known) for entry in value]
    if isinstance(value, dict):
        return {name: replaced(entry, known) for name, entry in value.items()}
    return value


def _generated(said: dict[str, Any]) -> bytes:
    times = said["times"]
    parts = (said["prefix"], said["unit"] * times, said["mid"], said["closer"] * times, said["suffix"])
    return "".join(parts).encode()


def _moment(days: int) -> str:
    return (dt.datetime.now(dt.UTC) + dt.timedelta(days=days)).isoformat().replace("+00:00", "Z")
