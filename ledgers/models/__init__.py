"""Tables of the ledgers and of the registries that govern them."""

from ledgers.models.changes import RegistryChange
from ledgers.models.claims import Claim, Outbox, Slot, Subject
from ledgers.models.derivations import Derivation
from ledgers.models.drafts import Backtest, DraftEdit, DraftVerdict, PolicyDraft
from ledgers.models.emergencies import EmergencyRollback
from ledgers.models.erasures import Erasure
from ledgers.models.facts import Barred, Fact, Transaction
from ledgers.models.policies import PolicyVersion
from ledgers.models.registries import Absence, Field, Responsibility, Scope, Source, UnknownField
from ledgers.models.seals import Chain, Checkpoint, Seal, Unsealed

__all__ = [
    "Absence",
    "Backtest",
    "Barred",
    "Chain",
    "Checkpoint",
    "Claim",
    "Derivation",
    "DraftEdit",
    "DraftVerdict",
    "EmergencyRollback",
    "Erasure",
    "Fact",
    "Field",
    "Outbox",
    "PolicyDraft",
    "PolicyVersion",
    "RegistryChange",
    "Responsibility",
    "Scope",
    "Seal",
    "Slot",
    "Source",
    "Subject",
    "Transaction",
    "UnknownField",
    "Unsealed",
]
