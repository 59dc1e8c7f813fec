"""Breaks of what an approval is bound to."""

from __future__ import annotations

from escalations import evidence
from escalations.models import Case


def digests_are_ignored() -> None:
    """The version of the case is looked at, what was shown is not."""

    def whatever(_case: Case, _seen: str) -> bool:
        return True

    vars(evidence)["holds"] = whatever
