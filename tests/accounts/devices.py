"""A phone with a passkey, as far as a server can tell: keys, counts, signatures, and answers as browsers send them."""

from __future__ import annotations

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client

from tests.accounts.codes import RECOVERY

HOST = "testserver"
ORIGIN = f"http://{HOST}"
PAGE, NEW, OPTIONS = "/profile/passkeys/", "/profile/passkeys/new/", "/sign-in/passkey/"
THERE, SEEN, MADE = 0x01, 0x04, 0x40  # the flags of a touch, of a person looked at, of a key just made


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Device:
    """Made to misbehave by its attributes."""

    origin: str = ORIGIN
    domain: str = HOST
    flags: int = THERE | SEEN
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: os.urandom(32))
    person: str = ""

    def make(self, options: dict[str, Any]) -> str:
        """What `navigator.credentials.create` answers."""
        self.person = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._state(self.flags | MADE) + kept})
        said = self._said("webauthn.create", options)
        return self._answer({"clientDataJSON": text(said), "attestationObject": text(made), "transports": ["internal"]})

    def answer(self, options: dict[str, Any], **forged: str) -> str:
        """What `navigator.credentials.get` answers; a count only where the device keeps one."""
        state, said = self._state(self.flags), self._said("webauthn.get", options)
        signed = self.key.sign(state + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": text(said), "authenticatorData": text(state), "signature": text(signed)}
        return self._answer({**response, "userHandle": self.person, **forged})

    def _state(self, flags: int) -> bytes:
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _answer(self, response: dict[str, Any]) -> str:
        return json.dumps({"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response,
                           "clientExtensionResults": {}, "authenticatorAttachment": "platform"})  # fmt: skip


def ask(client: Client, where: str = OPTIONS) -> dict[str, Any]:
    answer = client.post(where)
    assert answer.status_code == 200, answer.content
    options: dict[str, Any] = answer.json()
    assert len(urlsafe_b64decode(options["challenge"] + "==")) >= 32
    return options


def says(client: Client, device: Device) -> dict[str, str]:
    """The answer of a passkey, as the forms that ask who it is send it."""
    return {"passkey": device.answer(ask(client))}


def add(client: Client, device: Device, name: str = "phone", *, by: Device | None = None) -> list[str]:
    """As the page does it; the recovery codes, where it was the first factor. A further one is added `by` another."""
    if by is not None:
        assert client.post(PAGE, {"add": "1", **says(client, by)}).status_code == 302
    page = client.post(PAGE, {"name": name, "passkey": device.make(ask(client, NEW))})
    assert page.status_code in {201, 302}, page.content.decode()
    return RECOVERY.findall(page.content.decode())


def enter(client: Client, device: Device, **more: str) -> int:
    """Sign in with it."""
    return client.post("/sign-in/", {"passkey": device.answer(ask(client)), **more}).status_code
