"""The writes of the registries, each checked and audited: one door, one module per entry behind it."""

from ledgers.services.fields import save_field
from ledgers.services.responsibilities import remove_responsibility, save_responsibility
from ledgers.services.scopes import save_scope
from ledgers.services.sources import save_source
from ledgers.services.unknown_fields import close_registered, map_unknown, refuse_unknown, register_unknown

__all__ = [
    "close_registered",
    "map_unknown",
    "refuse_unknown",
    "register_unknown",
    "remove_responsibility",
    "save_field",
    "save_responsibility",
    "save_scope",
    "save_source",
]
