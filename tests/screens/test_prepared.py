"""Every question the pages ask from SQL that was kept reads as it would if it were built for the moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest
from django.db.models import QuerySet

from memoryhub.accounts.places import Given
from memoryhub.accounts.prepared import Prepared
from tests.screens.budget import visits
from tests.screens.world import Firm


def test_what_was_kept_reads_as_if_it_were_built_anew(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, differ = set[str](), dict[str, object]()
    bound = Prepared.bound

    def compared(self: Prepared[Any], shape: tuple[Hashable, ...], given: dict[str, Given]) -> tuple[Any, Any]:
        rows, asked = bound(self, shape, given)
        kept, anew = asked.as_sql(), _built(self.build, shape, given)
        seen.add(self.build.__qualname__)
        # Told apart by how they are written: what wraps JSON equals nothing.
        if repr(kept) != repr(anew):
            differ[self.build.__qualname__] = (kept, anew)
        return rows, asked

    monkeypatch.setattr(Prepared, "bound", compared)
    for _name, asked in visits(firm, 3):
        assert asked.status in {200, 302}
    assert differ == {}
    assert {
        "_asked",
        "_listed",
        "_waiting",
        "_in_force",
        "_named",
        "_around",
        "_rows",
        "_placed",
        "_counted",
        "_mine",
    } <= seen


def _built(build: Callable[..., QuerySet[Any]], shape: tuple[Hashable, ...], given: dict[str, Given]) -> Any:  # noqa: ANN401  # SQL and what fills it
    rows = build(*shape, **given)
    sql, params = rows.query.get_compiler(rows.db).as_sql()
    return sql, tuple(params)
