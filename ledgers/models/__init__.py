"""Tables of the ledgers and of the registries that govern them."""

from ledgers.models.changes import RegistryChange
from ledgers.models.claims import Claim, Outbox, Slot, Subject
from ledgers.models.facts import Barred, Fact, Transaction
from ledgers.models.policies import PolicyVersion
from ledgers.models.registries import Field, Responsibility, Scope, Source, UnknownField

__all__ = [
    "Barred",
    "Claim",
    "Fact",
    "Field",
    "Outbox",
    "PolicyVersion",
    "RegistryChange",
    "Responsibility",
    "Scope",
    "Slot",
    "Source",
    "Subject",
    "Transaction",
    "UnknownField",
]
