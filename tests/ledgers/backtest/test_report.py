"""What is told: canonical, without anything an erasure would have to reach, and a table no spreadsheet calculates."""

from __future__ import annotations

import csv
import io
import json

import pytest
import rfc8785

from ledgers.backtest import report
from ledgers.models import Claim
from tests.cases.world import World
from tests.ledgers.backtest.drafting import backtest, history, p0


@pytest.fixture
def busy(transactional_db: None) -> World:
    return history()


def told(place: World) -> bytes:
    weak = [*reversed(p0()["tiers"][:-1]), "unattributed"]
    return report.as_bytes(backtest(place, p0(tiers=weak)))


def test_it_is_canonical(busy: World) -> None:
    text = told(busy)
    assert rfc8785.dumps(json.loads(text)) == text


def test_it_names_no_subject_scope_or_value(busy: World) -> None:
    text = told(busy).decode()
    assert '"A":[{' in text
    for claim in Claim.objects.filter(workspace=busy.workspace):
        assert claim.subject not in text
        assert claim.scope not in text
        assert claim.value is None or f'"{claim.value}"' not in text


def test_the_numbers_add_up(busy: World) -> None:
    said = json.loads(told(busy))
    assert sum(said["buckets"].values()) == said["decisions"] == said["control"]["reproduced"]
    for bucket, changes in said["changes"].items():
        assert len(changes) + said["left_out"][bucket] == said["buckets"][bucket]
    for name, count in said["buckets"].items():
        assert sum(row[name] for row in said["fields"]) == count
        assert sum(row[name] for row in said["matrix"]) == count


def test_the_table_has_a_row_for_each_change(busy: World) -> None:
    said = json.loads(told(busy))
    rows = list(csv.DictReader(io.StringIO(report.as_csv(said))))
    assert len(rows) == sum(map(len, said["changes"].values())) > 1
    assert [row["transaction"] for row in rows if row["bucket"] == "A"] == [
        change["transaction"] for change in said["changes"]["A"]
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    change = dict.fromkeys(
        ["transaction", "claim", "slot", "recorded_at", "field", "stood", "came", "active", "draft"], text
    )
    ((_bucket, *cells),) = list(csv.reader(io.StringIO(report.as_csv({"changes": {"A": [change]}}))))[1:]
    assert cells == [f"'{text}"] * 9
