"""The text of a token: `mh_pat_`, 160 random bits and a checksum, all in Crockford's base 32.

The checksum lets scanners (and the hub, before it asks the database) tell a token from a look-alike. It protects
nothing: the 160 bits do.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib

MARK = "mh_pat_"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SECRET_LENGTH = 32  # 160 bits, five to a character
CHECK_LENGTH = 7  # 32 bits
# Enough to find the row and to recognise a token in a list; 120 bits stay secret.
PREFIX_LENGTH = len(MARK) + 8


def generate() -> str:
    secret = "".join(secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH))
    return MARK + secret + _checksum(secret)


def is_well_formed(text: str) -> bool:
    """Whether the text can be a token at all: mark, length, letters and checksum."""
    secret, check = text[len(MARK) : -CHECK_LENGTH], text[-CHECK_LENGTH:]
    if not text.startswith(MARK) or len(secret) != SECRET_LENGTH or not set(secret) <= set(ALPHABET):
        return False
    return check == _checksum(secret)


def prefix(text: str) -> str:
    return text[:PREFIX_LENGTH]


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _checksum(secret: str) -> str:
    number = zlib.crc32(secret.encode())
    return "".join(ALPHABET[number >> shift & 31] for shift in range(5 * (CHECK_LENGTH - 1), -1, -5))
