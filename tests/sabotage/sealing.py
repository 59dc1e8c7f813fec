"""Breaks of what shows that the log was rewritten."""

from __future__ import annotations

from collections.abc import Callable

from ledgers.services.object_store import Store
from ledgers.verify import checking


def no_checkpoints() -> None:
    """The check looks at the database alone."""
    vars(checking)["_compare"] = lambda *_said: None
    right = vars(checking)["check"]

    def alone(workspace: object, _written: object = (), since: object = None) -> object:
        return right(workspace, (), since)

    from tests.invariants import test_i04_tamper_evidence as tests  # noqa: PLC0415 - after the settings are loaded

    vars(tests)["check"] = alone
    vars(checking)["check"] = alone


def store_is_never_written() -> None:
    """A checkpoint is noted as put, and never is."""
    _keep(lambda _store, _name, _body: True)


def objects_are_overwritten() -> None:
    """Nobody looks whether an object is there before it is made."""

    def put(store: Store, name: str, body: bytes) -> bool:
        store._at.put(name, body)
        return True

    _keep(put)


def _keep(keep: Callable[[Store, str, bytes], bool]) -> None:
    """Put something else in the place of what keeps an object."""
    setattr(Store, "keep", keep)  # noqa: B010 - a type checker would refuse the assignment
