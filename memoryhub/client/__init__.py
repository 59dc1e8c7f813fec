"""The Python client. It needs httpx and nothing else of this project; docs/client.md shows how it is used."""

from memoryhub.client.answers import (
    Case,
    Caveat,
    Change,
    Claim,
    EvidenceRequest,
    Fact,
    LeftOut,
    Outcome,
    Recalled,
    RecalledFact,
    Receipt,
    Remembered,
    Source,
    Step,
    WholeCase,
    Why,
    Window,
)
from memoryhub.client.async_hub import AsyncHub
from memoryhub.client.errors import Conflict, HubError, Invalid, NotAllowed, NotFound, TooMany, Unavailable, Wrong
from memoryhub.client.hub import Hub

__all__ = [
    "AsyncHub",
    "Case",
    "Caveat",
    "Change",
    "Claim",
    "Conflict",
    "EvidenceRequest",
    "Fact",
    "Hub",
    "HubError",
    "Invalid",
    "LeftOut",
    "NotAllowed",
    "NotFound",
    "Outcome",
    "Recalled",
    "RecalledFact",
    "Receipt",
    "Remembered",
    "Source",
    "Step",
    "TooMany",
    "Unavailable",
    "WholeCase",
    "Why",
    "Window",
    "Wrong",
]
