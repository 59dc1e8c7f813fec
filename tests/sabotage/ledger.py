"""Breaks of what the services and the database hold: locks, the log, idempotency, who may change what."""

# ruff: noqa: ANN401 - wrappers take and give whatever they break
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from rest_framework import serializers

from escalations import triage
from escalations.deciding import decisions
from escalations.models import Case
from ledgers.domain.claim import Incoming
from ledgers.domain.tiers import Tier
from ledgers.models import Fact, Outbox, Slot, Transaction
from ledgers.services import journal, settle
from ledgers.services.page import Page
from memoryhub.api import claims, inputs

# Any below stands for the rows, arguments and bodies of functions that are only wrapped.


def no_lock() -> None:
    def unlocked(slot_ids: Iterable[UUID]) -> dict[UUID, Slot]:
        rows = Slot.objects.select_related("workspace", "subject").filter(id__in=set(slot_ids))
        return {slot.id: slot for slot in rows}

    for module in (settle, decisions, triage):
        vars(module)["lock"] = unlocked


def log_after_commit() -> None:
    """The row of the log is written once the change is committed; one time in seven the process dies in between."""
    right, number = Transaction.save, count(1)

    def later(self: Transaction, *args: Any, **kwargs: Any) -> None:
        if next(number) % 7:
            transaction.on_commit(lambda: right(self, *args, **kwargs))

    setattr(Transaction, "save", later)  # noqa: B010 - mypy forbids the plain assignment


def read_then_save() -> None:
    """A decision reads the case, then saves it: no row is locked and no condition guards the write."""
    update = QuerySet.update

    def unlocked(self: Any, *args: Any, **kwargs: Any) -> Any:
        return self

    def unconditional(self: Any, **kwargs: Any) -> int:
        changed = update(self, **kwargs)
        return changed or int(self.model is Case)

    setattr(QuerySet, "select_for_update", unlocked)  # noqa: B010
    setattr(QuerySet, "update", unconditional)  # noqa: B010


def bells_are_not_counted() -> None:
    """Taking the outbox row no longer says whether somebody took it before."""
    delete = QuerySet.delete

    def always(self: Any) -> tuple[int, dict[str, int]]:
        gone, by_model = delete(self)
        return (1 if self.model is Outbox else gone), by_model

    setattr(QuerySet, "delete", always)  # noqa: B010


def facts_change_in_place() -> None:
    """What a change replaces is removed instead of closed."""
    right = vars(journal)["_carry_out"]

    def removed(page: Page, row: Transaction) -> None:
        Fact.objects.filter(id__in=page.closed).delete()
        page.closed.clear()
        right(page, row)

    vars(journal)["_carry_out"] = removed


def strength_is_a_right() -> None:
    """The right to propose is not asked of a system of record."""
    right = vars(settle)["_incoming"]

    def wrong(*args: Any, **kwargs: Any) -> Incoming:
        claim: Incoming = right(*args, **kwargs)
        strong = claim.entry.strength.tier is Tier.SYSTEM_OF_RECORD
        return replace(claim, may_propose=claim.may_propose or strong)

    vars(settle)["_incoming"] = wrong


def body_names_its_source_type() -> None:
    """The input takes `source_type` from the body."""
    inputs.SERVER_OWNED = inputs.SERVER_OWNED - {"source_type"}
    claims.ClaimIn._declared_fields["source_type"] = serializers.CharField(required=False)
    right = vars(claims)["_as_input"]

    def wrong(data: dict[str, Any]) -> Any:
        return right({name: value for name, value in data.items() if name != "source_type"})

    vars(claims)["_as_input"] = wrong
