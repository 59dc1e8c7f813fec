"""What an owner presses in a case, and which kinds of case offer what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from escalations.deciding.approvals import Press
from escalations.models import Case

QUESTION = ("keep", "accept", "other", "both")
CHOICES: dict[str, tuple[str, ...]] = {
    Case.Kind.CONFLICT: QUESTION,
    Case.Kind.FIRST_VALUE: QUESTION,
    Case.Kind.LOOK_ALIKE: ("same", "another", "refuse"),
    Case.Kind.REVIEW_DUE: ("still_true", "other", "ended"),
    Case.Kind.RETURNED: ("still_true", "other", "ended", "done"),
    Case.Kind.WRITE_BACK: ("still_true", "other", "ended", "done"),
    Case.Kind.REVERT: ("still_true", "other", "ended"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What an owner pressed. `version` and `evidence_digest` say what they saw, `decision_key` that it is one press."""

    choice: str
    version: int
    evidence_digest: str
    decision_key: UUID | None = None
    claim: UUID | None = None
    value: Any = None  # any JSON: the field's type reads it
    effective_at: datetime | None = None
    scopes: Sequence[str] = ()
    blame: str = ""
    reason: str = ""
    condition: str = ""

    @classmethod
    def again(cls, press: Mapping[str, Any], **said: Any) -> Choice:  # noqa: ANN401 - the members of a choice
        """The same choice as one that was kept, pressed by another person."""
        kept = {name: press[name] for name in ("choice", "value", "scopes")}
        claim, at = press["claim"], press["effective_at"]
        return cls(
            **kept,
            claim=UUID(claim) if claim else None,
            effective_at=datetime.fromisoformat(at) if at else None,
            condition=press.get("condition", ""),
            **said,
        )

    @property
    def press(self) -> Press:
        """What of it two people have to agree on."""
        at = self.effective_at.isoformat() if self.effective_at else None
        claim = str(self.claim) if self.claim else None
        return Press(self.choice, claim, self.value, at, tuple(self.scopes), self.condition)
