"""Unknown field keys that look like a sensitive one: whoever answers them should see what they resemble."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from ledgers.domain.patterns import is_pattern
from ledgers.formats.skeleton import skeleton
from ledgers.models import Field
from ledgers.registry_errors import NoActivePolicy
from ledgers.services import policies
from memoryhub.accounts.models import Workspace

# One letter in seven: `payments.iban` and `payment.ibam` are near `payment.iban`, `payment.terms` is not.
ALIKE = 0.86


def sensitive_keys(workspace: Workspace) -> list[str]:
    """The sensitive fields of a workspace, as policy and registry say it now; a pattern is no name."""
    rows = Field.objects.filter(workspace=workspace).exclude(sensitivity="").values_list("key", flat=True)
    return sorted(key for key in {*rows, *_declared(workspace)} if not is_pattern(key))


def _declared(workspace: Workspace) -> list[str]:
    """What the policy says, from its first version on."""
    try:
        _version, policy = policies.active(workspace)
    except NoActivePolicy:
        return []
    return [key for key, said in policy.fields.items() if said.sensitivity]


def nearest(key: str, sensitive: Iterable[str]) -> str:
    """The sensitive key a name looks most like; "" where it looks like none."""
    found = [(_likeness(key, other), other) for other in sensitive if other != key]
    likeness, other = max(found, default=(0.0, ""))
    return other if likeness >= ALIKE else ""


def _likeness(key: str, other: str) -> float:
    one, two = _letters(key), _letters(other)
    if one == two or sorted(_words(key)) == sorted(_words(other)):
        return 1.0
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


def _letters(key: str) -> str:
    """A key as it is read at a glance: without its separators, with digits as the letters they are drawn like."""
    return skeleton(re.sub(r"[._]", "", key))


def _words(key: str) -> list[str]:
    return [skeleton(word).removesuffix("s") for word in re.split(r"[._]", key)]
