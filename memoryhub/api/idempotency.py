"""The headers of a write: the key that makes a repeat harmless, and how long to wait for the outcome."""

from __future__ import annotations

import hashlib
import re

import rfc8785
from django.utils.translation import gettext as _
from rest_framework.request import Request

from memoryhub.api.problems import InvalidKey, InvalidPreference, KeyRequired

# Visible ASCII without the comma, which is what two joined headers look like.
_KEY = re.compile(r"[!-+\--~]{1,255}")
_WAIT = re.compile(r"wait=([0-9]{1,3})")
# Longer waits would hold a web worker.
LONGEST_WAIT = 10


def key(request: Request) -> str:
    """The client's Idempotency-Key, which it also sends with a retry."""
    found = request.headers.get("Idempotency-Key")
    if found is None:
        raise KeyRequired(_("Send a new one with each claim, and the same one with a retry."))
    if not _KEY.fullmatch(found):
        raise InvalidKey(_("1 to 255 visible ASCII characters, no comma."))
    return found


def digest(body: object) -> bytes:
    """What makes two bodies the same: their canonical JSON, so the order of members does not matter."""
    return hashlib.sha256(rfc8785.dumps(body)).digest()  # type: ignore[arg-type]  # parsed JSON


def wait(request: Request) -> int:
    """Seconds to wait for the outcome (`Prefer: wait=5`); 0 without the preference. Other preferences are ignored."""
    for preference in request.headers.get("Prefer", "").split(","):
        wish = preference.strip().lower()
        if wish.split("=")[0] != "wait":
            continue
        found = _WAIT.fullmatch(wish.replace(" ", ""))
        if found is None:
            raise InvalidPreference(_("Write it as: Prefer: wait=5"))
        return min(int(found[1]), LONGEST_WAIT)
    return 0
