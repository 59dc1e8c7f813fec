"""Breaks of what the service promises: every surprise answered, nothing accepted on a fault, no ring, no crowding."""

# ruff: noqa: ANN401 - wrappers take and give whatever they break
from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID

from django.db import DatabaseError, transaction
from rest_framework.views import APIView

from ledgers.models import Slot, Transaction
from ledgers.services import settle
from memoryhub.accounts import rates
from memoryhub.api import errors, last_resort, middleware

# Any below stands for the arguments of functions that are only wrapped.


def no_last_resort() -> None:
    """What nobody foresaw is no longer turned into an answer: the framework's own page for it goes out."""

    known = vars(errors)["handler"]

    def handler(exc: Exception, context: Mapping[str, object]) -> Any:
        return None if errors.problem_of(exc).status == 500 else known(exc, context)

    vars(APIView.settings)["EXCEPTION_HANDLER"] = handler
    setattr(middleware.Requests, "process_exception", lambda self, request, exception: None)  # noqa: B010
    vars(last_resort)["is_api"] = lambda request: False


def log_error_swallowed() -> None:
    """A row of the log that cannot be written is let go, and the change goes on without it."""
    right = Transaction.save

    def careless(self: Transaction, *args: Any, **kwargs: Any) -> None:
        with suppress(DatabaseError), transaction.atomic():
            right(self, *args, **kwargs)

    setattr(Transaction, "save", careless)  # noqa: B010 - mypy forbids the plain assignment


def locks_unsorted() -> None:
    """Slots are locked one after the other, in whatever order they come."""
    random = Random(25)

    def unsorted(slot_ids: Iterable[UUID]) -> dict[UUID, Slot]:
        found: dict[UUID, Slot] = {}
        ids = sorted(set(slot_ids))
        random.shuffle(ids)
        for slot_id in ids:
            rows = Slot.objects.select_for_update(of=("self",), no_key=True).select_related("workspace", "subject")
            found.update({slot.id: slot for slot in rows.filter(id=slot_id)})
            time.sleep(0.02)
        return found

    vars(settle)["lock"] = unsorted


def no_limit_per_token() -> None:
    """Nobody counts."""
    vars(rates)["refused"] = lambda secret: None
