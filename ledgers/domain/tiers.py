"""The six classes of source, and the right a class has to be called internal."""

from __future__ import annotations

from enum import StrEnum


class Tier(StrEnum):
    """Shipped strong to weak in this order; the order itself is policy data, per field."""

    SYSTEM_OF_RECORD = "system_of_record"
    APPROVED_DOCUMENT = "approved_document"
    AUTHORIZED_PERSON = "authorized_person"
    COUNTERPARTY = "counterparty"
    AGENT_INFERENCE = "agent_inference"
    UNATTRIBUTED = "unattributed"
