"""/metrics: what it counts, and who may read it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from ledgers.domain.seal import NOTHING
from ledgers.models import Chain, Outbox, Seal, Unsealed
from memoryhub.local import metrics
from tests.screens.world import Firm, make_firm


@pytest.fixture
def firm(db: None) -> Firm:
    return make_firm()


def figures(**headers: str) -> dict[str, float]:
    answer = Client(SERVER_NAME="localhost").get("/metrics", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.content.decode()
    found = {name: float(value) for name, value in re.findall(r"^memoryhub_(\w+) (\S+)$", text, re.MULTILINE)}
    assert set(found) <= set(metrics.HELP)
    assert "Dana" not in text
    return found


def test_it_counts_what_waits_and_since_when(firm: Firm) -> None:
    before = figures()
    assert (before["unsealed_rows"], before["open_cases"], before["outbox_rows"]) == (0, 0, 0)
    firm.dispute()
    found = figures()
    assert found["database_up"] == 1
    assert found["unsealed_rows"] == Unsealed.objects.count() > 0
    assert 0 <= found["seal_age_seconds"] < 60
    assert found["open_cases"] == 1
    assert found["seals"] == found["sealed_rows"] == found["checkpoint_age_seconds"] == 0


def test_it_says_how_long_seals_lack_a_checkpoint(firm: Firm) -> None:
    now = timezone.now()
    Chain.objects.create(
        workspace=firm.workspace,
        number=3,
        last_seq=7,
        root=NOTHING,
        sealed_at=now,
        written_number=1,
        written_at=now - timedelta(days=9),
    )
    for number, hours in ((1, 30), (2, 2), (3, 1)):
        Seal.objects.create(
            workspace=firm.workspace, number=number, first_seq=number, count=1, first_xid=1, last_xid=1,
            first_id=firm.workspace.id, last_id=firm.workspace.id, marks=b"", rows=NOTHING, previous=NOTHING,
            root=NOTHING, sealed_at=now - timedelta(hours=hours),
        )  # fmt: skip
    found = figures()
    assert (found["seals"], found["sealed_rows"]) == (3, 7)
    assert 7200 <= found["checkpoint_age_seconds"] < 7300


def test_it_counts_claims_not_decided_yet(firm: Firm) -> None:
    fact = firm.say("Rua A 1", source="crm", field="company.address")
    Outbox.objects.create(
        claim=fact, workspace=firm.workspace, slot=fact.slot, queued_at=timezone.now() - timedelta(minutes=5)
    )
    found = figures()
    assert found["outbox_rows"] == 1
    assert 300 <= found["outbox_age_seconds"] < 400


@pytest.mark.django_db
def test_only_this_machine_reads_it_where_no_token_is_set(settings: Settings) -> None:
    client = Client(SERVER_NAME="localhost")
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="198.51.100.7").status_code == 404
    # A header claims nothing for whoever came through no proxy of ours.
    assert client.get("/metrics", REMOTE_ADDR="198.51.100.7", HTTP_X_FORWARDED_FOR="127.0.0.1").status_code == 404
    settings.HTTPS = True
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db
def test_a_token_opens_it_from_anywhere_and_closes_it_to_everybody_else(settings: Settings) -> None:
    settings.METRICS_TOKEN = "s3cret-of-the-watch"
    client = Client(SERVER_NAME="localhost")
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer s3cret-of-the-watchX"}).status_code == 404
    right = {"authorization": "Bearer s3cret-of-the-watch"}
    assert client.get("/metrics", headers=right, REMOTE_ADDR="198.51.100.7").status_code == 200
