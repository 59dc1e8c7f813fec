"""The key that signs checkpoints: Ed25519, in a file of its own or in the environment, never in the database."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

EXPECTED = (
    "an Ed25519 private key in PEM without a password is expected: `openssl genpkey -algorithm ed25519` makes one."
)


class BadKey(Exception):
    """A key that cannot be read. Says where it lies and what is expected there."""


@dataclass(frozen=True)
class Signer:
    """Signs as the holder of one key."""

    _key: Ed25519PrivateKey

    @property
    def public(self) -> Ed25519PublicKey:
        return self._key.public_key()

    @property
    def name(self) -> str:
        return fingerprint(self.public)

    def sign(self, body: bytes) -> bytes:
        return self._key.sign(body)


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the raw public key: how a checkpoint names the key that signed it."""
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return hashlib.sha256(raw).hexdigest()


def pem(key: Ed25519PublicKey) -> bytes:
    """A public key as it is handed to an auditor."""
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def right(key: Ed25519PublicKey, body: bytes, signature: bytes) -> bool:
    try:
        key.verify(signature, body)
    except InvalidSignature:
        return False
    return True


def ours() -> Signer:
    """The key of this hub: what CHECKPOINT_KEY holds, else that of CHECKPOINT_KEY_FILE."""
    return given(settings.CHECKPOINT_KEY) if settings.CHECKPOINT_KEY else signer(Path(settings.CHECKPOINT_KEY_FILE))


def our_public_key() -> Ed25519PublicKey | None:
    """Its public half, from the file beside the private one or from CHECKPOINT_KEY. None before a key is made."""
    if settings.CHECKPOINT_KEY:
        return given(settings.CHECKPOINT_KEY).public
    file = public_file(Path(settings.CHECKPOINT_KEY_FILE))
    return public_key(file) if file.exists() else None


@lru_cache(maxsize=4)
def given(text: str) -> Signer:
    """The key in that text (PEM); an environment that has no lines may say them as `\\n`."""
    return _signer(text.replace("\\n", "\n").encode(), "CHECKPOINT_KEY")


@lru_cache(maxsize=4)
def signer(file: Path) -> Signer:
    """The key in that file (PEM), made with its public half beside it where there is none yet."""
    if not file.exists():
        _make(file)
    return _signer(file.read_bytes(), str(file))


def _signer(pem: bytes, where: str) -> Signer:
    try:
        found = serialization.load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        # Without the cause, which may quote the key. TypeError: it wants a password.
        raise BadKey(f"{where} holds no key that can be read; {EXPECTED}") from None
    if not isinstance(found, Ed25519PrivateKey):
        raise BadKey(f"{where} holds another kind of key; {EXPECTED}")
    return Signer(found)


def public_key(file: Path) -> Ed25519PublicKey:
    """A public key in PEM, as it lies beside the private one or was handed to an auditor."""
    try:
        found = serialization.load_pem_public_key(file.read_bytes())
    except (OSError, ValueError) as error:
        raise BadKey(f"{file} holds no public key in PEM.") from error
    if not isinstance(found, Ed25519PublicKey):
        raise BadKey(f"{file} holds another kind of key; an Ed25519 public key in PEM is expected.")
    return found


def public_file(file: Path) -> Path:
    return file.with_suffix(".pub.pem")


def _make(file: Path) -> None:
    """Of two processes that make it at the same time one wins, and both use its key."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    part = file.with_suffix(f".{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_bytes(private)
    try:
        os.link(part, file)
    except FileExistsError:
        return
    finally:
        part.unlink()
    public_file(file).write_bytes(pem(key.public_key()))
