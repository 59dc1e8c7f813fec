"""Value types: what each field takes, and the one form in which values compare."""

from ledgers.formats.canonical import canonical, is_empty
from ledgers.formats.quotes import contains
from ledgers.formats.refusal import InvalidKey, InvalidValue
from ledgers.formats.result import Canonical, Json

__all__ = ["Canonical", "InvalidKey", "InvalidValue", "Json", "canonical", "contains", "is_empty"]
