"""Signatures by the Standard Webhooks specification, and the secrets behind them, which are kept encrypted."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

MARK = "whsec_"
LENGTH = 32
# How long messages carry the signatures of both secrets after a change.
OVERLAP = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secret of an address, and the one before as long as receivers may still check with it."""

    current: str
    former: str = ""
    until: datetime | None = None

    def __repr__(self) -> str:
        return "Secrets(…)"

    def good(self, at: datetime) -> Sequence[str]:
        held = self.former and self.until is not None and at < self.until
        return [self.current, self.former] if held else [self.current]


def generate() -> str:
    return MARK + base64.b64encode(secrets.token_bytes(LENGTH)).decode()


def rotated(old: Secrets, at: datetime) -> Secrets:
    return Secrets(generate(), old.current, at + OVERLAP)


def headers(message: str, body: str, known: Secrets, at: datetime) -> dict[str, str]:
    """The three headers of the specification; the timestamp is that of this attempt."""
    stamp = str(int(at.timestamp()))
    signed = f"{message}.{stamp}.{body}".encode()
    marks = (hmac.digest(base64.b64decode(one.removeprefix(MARK)), signed, hashlib.sha256) for one in known.good(at))
    signatures = " ".join(f"v1,{base64.b64encode(mark).decode()}" for mark in marks)
    return {"webhook-id": message, "webhook-timestamp": stamp, "webhook-signature": signatures}


def seal(known: Secrets) -> bytes:
    """What is stored: readable only with SECRET_KEY."""
    until = known.until.isoformat() if known.until else None
    return _lock().encrypt(json.dumps([known.current, known.former, until]).encode())


def unseal(stored: bytes | memoryview) -> Secrets:
    """Raises cryptography.fernet.InvalidToken when SECRET_KEY is another one and no fallback fits."""
    current, former, until = json.loads(_lock().decrypt(bytes(stored)))
    return Secrets(current, former, datetime.fromisoformat(until) if until else None)


def _lock() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"memoryhub.hooks.signing").derive(secret.encode())
    return base64.urlsafe_b64encode(derived)
