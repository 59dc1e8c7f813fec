"""What the tools take. A model reads these descriptions to fill them, so each says what belongs there."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

SUBJECT = "Who or what it is about, as kind:name, such as customer:acme or person:ana."
FIELD = "Which attribute, by its registered key, such as contact.primary."
SCOPE = "Where it holds, such as client:acme or team:sales. The token opens some scopes and no others."
MOMENT = "RFC 3339 with an offset (2026-11-15T09:00:00-03:00) or a date (2026-11-15)."


class Asked(BaseModel):
    """Nothing that is not named here is taken."""

    model_config = ConfigDict(extra="forbid")


class Evidence(Asked):
    """What a claim rests on. Of a message that is passed on, `text` quotes the words themselves."""

    text: str | None = Field(None, max_length=8000, description="The words it rests on, quoted.")
    url: str | None = Field(None, max_length=2000)
    ref: str | None = Field(None, max_length=500, description="Where to find them again, such as chat:77.")


class SaidBy(Asked):
    """Whose word it is."""

    person: str | None = Field(None, max_length=64, description="The key of a registered person.")
    name: str | None = Field(None, max_length=200, description="A name that is shown only.")
    role: str | None = Field(None, max_length=200)


class Remember(Asked):
    subject: str = Field(max_length=200, description=SUBJECT)
    field: str = Field(max_length=200, description=FIELD)
    scope: str = Field(max_length=200, description=SCOPE)
    value: Any = Field(None, description="The value, as the field's type wants it. Only a retract goes without.")
    source: str = Field(
        max_length=64, description="The registered source it comes from, one this token may post through."
    )
    effective_at: str | None = Field(None, description=f"Since when it holds: {MOMENT} Leave it out where nobody said.")
    expires_at: str | None = Field(None, description=f"Until when: {MOMENT}")
    condition: str | None = Field(None, max_length=500, description="Under which condition, in the words it was said.")
    kind: Literal["assert", "retract", "correct"] = Field(
        "assert",
        description="assert: it is so. retract: nothing holds any more. correct: what `corrects` names was never true.",
    )
    corrects: str | None = Field(None, description="For kind correct: the id of the fact that never was true.")
    evidence: Evidence | None = None
    derived_from: list[str] | None = Field(None, max_length=100, description="Ids of claims it was worked out from.")
    said_by: SaidBy | None = None
    confidence: float | None = Field(None, ge=0, le=1, description="Shown and logged; weighs nothing.")

    @field_validator("value")
    @classmethod
    def _is_json(cls, value: object) -> object:
        try:
            json.dumps(value, allow_nan=False)
        except ValueError as error:
            raise ValueError("NaN and Infinity are no JSON") from error
        return value


class Recall(Asked):
    query: str = Field(min_length=1, max_length=2000, description="What you want to know, in words.")
    scopes: list[str] | None = Field(None, max_length=20, description=f"Where to look. {SCOPE}")
    subject: str | None = Field(None, max_length=200, description=SUBJECT)
    task_domain: str | None = Field(
        None, max_length=64, description="What the task is about, such as work, health, or the name of a tool."
    )
    task_type: Literal["ask", "answer", "draft", "decide", "call_tool"] | None = Field(
        None, description="What the answer is for. Rules keep some facts out of some tasks."
    )
    audience: Literal["user", "others"] | None = Field(None, description="Who will read what you make of it.")
    as_of: str | None = Field(None, description=f"What held then instead of now: {MOMENT}")
    known_at: str | None = Field(None, description=f"As it was known then: {MOMENT}")
    k: int | None = Field(None, ge=1, le=50, description="How many facts at most; 5 unless said.")


class Why(Asked):
    fact: str | None = Field(None, description="The id of a fact. Without it, say its subject, field and scope.")
    subject: str | None = Field(None, max_length=200, description=SUBJECT)
    field: str | None = Field(None, max_length=200, description=FIELD)
    scope: str | None = Field(None, max_length=200, description=SCOPE)


class Disputes(Asked):
    subject: str | None = Field(None, max_length=200, description=SUBJECT)
    field: str | None = Field(None, max_length=200, description=FIELD)
    scope: str | None = Field(None, max_length=200, description=SCOPE)
    limit: int = Field(10, ge=1, le=20, description="How many open questions at most.")
