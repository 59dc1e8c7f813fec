"""What clients say: claims of six ranks over 90 days in 40 slots, a tenth of them sensitive, chosen by a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

NAMES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "maple", "rowan", "spruce")
VALUES = ("gold", "silver", "bronze", "trial", "legacy")
# Who speaks through which source; one for each tier, strong to weak.
VOICES = {"crm": "crm", "docs": "docs", "ana": "people", "acme": "portal", "chat": "chat", "inbox": "web"}
# A claim without a known speaker never displaces by date: it asks an owner.
SPEAKERS = ("crm", "docs", "ana", "acme", "chat")
# The law alone decides in the first two; the third also hears retracts and unknown speakers, the fourth corrections.
PLAIN = ("company.plan", "company.status")
RETRACTS, CORRECTS, SENSITIVE = "company.stage", "company.size", "contact.primary"
DAYS = 90
# New places after so many claims: no slot of a long run grows without bounds.
GENERATION = 6_000


@dataclass(frozen=True)
class Claim:
    """A body and whose token posts it."""

    who: str
    body: dict[str, Any]  # any JSON


@dataclass
class Mouth:
    """Says one claim after the other, the same for the same seed as long as the same answers come."""

    random: Random
    start: datetime = field(default_factory=lambda: datetime.now(UTC) - timedelta(days=DAYS - 10))
    said: int = 0
    # What may be corrected: the newest acknowledged claims of the field that hears corrections.
    known: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def next(self) -> Claim:
        self.said += 1
        if self.random.random() < 0.1:
            return self._claim(SENSITIVE, self.random.choice(NAMES[:4]), self.random.choice(("crm", "ana", "chat")))
        field_key = self.random.choice((*PLAIN, RETRACTS, CORRECTS))
        name = self.random.choice(NAMES)
        if field_key == RETRACTS:
            return self._unsettling(name)
        if field_key == CORRECTS and self.known and self.random.random() < 0.3:
            return self._correction()
        return self._claim(field_key, name, self.random.choice(SPEAKERS))

    def acknowledged(self, claim: Claim, identity: str) -> None:
        if claim.body["field"] == CORRECTS and claim.body["kind"] == "assert":
            self.known = [*self.known[-19:], (identity, claim.body)]

    def _unsettling(self, name: str) -> Claim:
        claim = self._claim(RETRACTS, name, self.random.choice((*SPEAKERS, "inbox")))
        if claim.who != "inbox" and self.random.random() < 0.2:
            claim.body.update(kind="retract", value=None)
        return claim

    def _correction(self) -> Claim:
        identity, body = self.random.choice(self.known)
        claim = self._claim(CORRECTS, "", self.random.choice(("crm", "docs")))
        claim.body.update(kind="correct", corrects=identity, subject=body["subject"], scope=body["scope"])
        return claim

    def _claim(self, field_key: str, name: str, who: str) -> Claim:
        # To the microsecond: two claims of one rank hardly ever share a date, and a tie asks an owner.
        since = self.start + timedelta(seconds=self.random.random() * DAYS * 86_400)
        until = since + timedelta(days=self.random.randint(1, 40)) if self.random.random() < 0.4 else None
        place = f"client:{name}{self._generation}"
        body = {
            "subject": place,
            "field": field_key,
            "scope": place,
            "source": VOICES[who],
            "kind": "assert",
            "value": self.random.choice(VALUES),
            "effective_at": since.isoformat(),
            "expires_at": until.isoformat() if until else None,
        }
        return Claim(who, body)

    @property
    def _generation(self) -> str:
        number = self.said * 6 // GENERATION
        return f"-{'abcdefghijklmnopqrstuvwxyz'[number % 26] * (number // 26 + 2)}" if number else ""
