"""Breaks of what shows that the log was rewritten."""

from __future__ import annotations

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
