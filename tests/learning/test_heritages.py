"""The measurement on real claims, short: a few places, through a running server."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from memoryhub.learning.heritages import rows
from memoryhub.learning.heritages.measuring import measure
from memoryhub.learning.heritages.rows import Heritages, Row
from memoryhub.learning.heritages.source_maps import MAPS, SourceMap

FOLDER = Path(os.environ.get("HERITAGES", settings.BASE_DIR.parent / "shared/data/heritages"))

# Four sites that disagree in every way two maps can see: for tests where the real data is absent.
INVENTED = Heritages(
    [
        Row(number, place, site, value)
        for number, (place, site, value) in enumerate(
            [
                ("Old Mill", "blog.example.com", "North"),
                ("Old Mill", "forum.example.com", "South"),
                ("Old Mill", "en.wikipedia.org", "South"),
                ("Old  Mill ", "www.wikidata.org", "West"),
                ("High Bridge", "en.wikipedia.org", "North"),
                ("High Bridge", "simple.wikipedia.org", "East"),
                ("High Bridge", "blog.example.com", "East"),
                ("Deep Well", "blog.example.com", "North"),
                ("Deep Well", "forum.example.com", "South"),
                ("Deep Well", "maps.example.com", "South"),
                ("Dry Dock", "en.wikipedia.org", "North"),
                ("Dry Dock", "whc.unesco.org", "East"),
                ("Dry Dock", "en.unesco.org", "West"),
            ],
            1,
        )
    ],
    {"Old Mill": "South,Land", "High Bridge": "North", "Deep Well": "East", "Dry Dock": "East"},
)


@pytest.mark.parametrize("source_map", MAPS, ids=lambda one: one.name)
@pytest.mark.django_db(transaction=True)
def test_invented_places_come_out_as_the_oracle_says(live_server: LiveServer, source_map: SourceMap) -> None:
    report = measure(INVENTED, source_map, live_server.url, lambda _line: None)
    assert report.broken == []
    assert [order.claims for order in report.orders] == [13, 13, 13]


@pytest.mark.django_db(transaction=True)
def test_real_places_come_out_as_the_oracle_says(live_server: LiveServer) -> None:
    data = rows.read(FOLDER)
    if data is None:
        pytest.skip("the claims about heritage sites are not on this machine")
    report = measure(data.of_places(2), MAPS[0], live_server.url, lambda _line: None)
    assert report.broken == []
    assert report.orders[0].cases > 0


def test_the_command_skips_and_says_so_where_the_data_is_absent(tmp_path: Path) -> None:
    said = io.StringIO()
    call_command("evaluate", "heritages", folder=tmp_path, stderr=said)
    assert "Skipped" in said.getvalue()
    assert str(tmp_path) in said.getvalue()


def test_a_truth_that_holds_a_comma_is_found_whole() -> None:
    data = Heritages([], {"X": "Dade, Florida,United States of America"})
    assert data.is_true("X", "Dade, Florida")
    assert data.is_true("X", "United States of America")
    assert not data.is_true("X", "United States")
