"""The control run over what was recorded through the API: thousands with PROVE=1, a few hundred in every run.

Once from an office with all kinds of claims and of decisions, once from what web sites say of heritage sites.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from django.conf import settings as project
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from ledgers.backtest import control, report
from ledgers.backtest.result import Result, Window
from ledgers.backtest.running import run
from ledgers.domain import contest
from ledgers.domain.actions import Action
from ledgers.domain.claim import Incoming
from ledgers.domain.contest import Meeting, Reading
from ledgers.domain.policy import recorded
from ledgers.domain.tiers import Tier
from ledgers.domain.timeline import Window as Stretch
from ledgers.models import Claim, PolicyVersion, Responsibility, Source, Transaction
from ledgers.services import registries
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Workspace
from memoryhub.learning.heritages import rows
from memoryhub.learning.heritages.measuring import measure
from memoryhub.learning.heritages.source_maps import MAPS
from tests.factories import activate_document
from tests.ledgers.backtest.drafting import p0
from tests.ledgers.backtest.office import FIELDS, Office

PROVE = bool(os.environ.get("PROVE"))
# Claims of the office, and places that web sites speak of, of which every line is recorded four times.
CLAIMS, PLACES = (9_000, 460) if PROVE else (200, 3)
LEAST = 10_000 if PROVE else 80
FOLDER = Path(os.environ.get("HERITAGES", project.BASE_DIR.parent / "shared/data/heritages"))
pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def controlled(workspace: Workspace) -> Result:
    """A backtest of what is in force, in which every entry of the log is accounted for."""
    version = PolicyVersion.objects.get(workspace=workspace, active=True)
    result = run(workspace, recorded(version.document), Window())
    entries = Transaction.objects.filter(workspace=workspace, slot__isnull=False).count()
    assert result.control.decisions + result.control.followed == entries >= LEAST
    return result


def all_come_out(workspace: Workspace) -> Result:
    result = controlled(workspace)
    assert result.control.found == 0, result.control.differences
    assert not any(result.control.unreadable.values())
    print(f"{workspace.key}: {result.control.reproduced:,} of {result.control.decisions:,} come out as recorded")  # noqa: T201 - for docs/proofs.md
    return result


def changed_since(workspace: Workspace, source: str) -> None:
    """A source counts for less by now, its author left, and nobody who proposed may propose any more."""
    with walls.inside(workspace):
        registries.save_source(workspace=workspace, by=None, key=source, tier="counterparty", subjects=["*"])
        Responsibility.objects.filter(workspace=workspace).update(proposers=[])
        workspace.agents.update(active=False)
        Member.objects.filter(workspace=workspace).update(active=False)


def test_what_an_office_did_comes_out_as_recorded_whatever_changed_since(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(settings, Random(29))
    workspace = office.place.workspace
    office.work(CLAIMS // 2)
    # Half of it is decided under another version.
    activate_document(workspace, p0(automatic=["company.plan", "skill", "name.preferred"]))
    office.work(CLAIMS - CLAIMS // 2)
    entries = Transaction.objects.filter(workspace=workspace)
    assert set(entries.values_list("action", flat=True)) == {str(action) for action in Action}
    assert set(Claim.objects.filter(workspace=workspace).values_list("tier", flat=True)) == {str(tier) for tier in Tier}
    assert {"claim", "decision", "undo"} <= set(entries.values_list("kind", flat=True))
    assert all(office.done.values()), office.done

    first = all_come_out(workspace)
    changed_since(workspace, "crm-sync")
    activate_document(workspace, p0(tiers=[*reversed(p0()["tiers"][:-1]), "unattributed"]))
    second = all_come_out(workspace)
    assert second.control.decisions == first.control.decisions
    assert second.as_today < second.judged

    _older_wins(monkeypatch)
    changed = controlled(workspace)
    assert 0 < changed.control.found < changed.control.decisions
    said = report.as_json(changed)["control"]
    assert said["differences"] == changed.control.found
    assert len(said["listed"]) == min(changed.control.found, control.MOST)
    assert all(one["transaction"] and one["field"] in FIELDS for one in said["listed"])


def _older_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine in which of two of the same rank the older one wins."""
    right = vars(contest)["_level"]

    def wrong(window: Stretch, claim: Incoming, reading: Reading) -> Meeting:
        met: Meeting = right(window, claim, reading)
        return {Meeting.OLDER: Meeting.LATER, Meeting.LATER: Meeting.OLDER}.get(met, met)

    monkeypatch.setattr(contest, "_level", wrong)


def test_what_web_sites_say_comes_out_as_recorded_whatever_changed_since(live_server: LiveServer) -> None:
    data = rows.read(FOLDER)
    if data is None:
        pytest.skip("the claims about heritage sites are not on this machine")
    assert measure(data.of_places(PLACES), MAPS[1], live_server.url, lambda _line: None).broken == []
    workspace = Workspace.objects.get(key=f"heritages-{MAPS[1].name}")
    first = all_come_out(workspace)
    record = Source.objects.filter(workspace=workspace, tier="system_of_record").order_by("key").first()
    assert record is not None
    changed_since(workspace, record.key)
    second = all_come_out(workspace)
    assert second.control.decisions == first.control.decisions
