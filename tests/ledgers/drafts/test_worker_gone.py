"""A backtest whose worker is killed in the middle: the next beat begins it anew, and never beside one who is at it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest

from ledgers.models import Backtest
from ledgers.services.drafts import trying
from tests import factories
from tests.api.server import database_url
from tests.ledgers.drafts.firm import Firm, build
from tests.local.processes import until

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
# It tells each entry it comes to, and takes its time with it.
SLOW = """
import sys, time, uuid, django
django.setup()
from ledgers.backtest import running
from ledgers.services.drafts import trying
take = running._take
def slowly(*given):
    print("at it", flush=True)
    time.sleep(60)
    take(*given)
running._take = slowly
trying.carry_out(*map(uuid.UUID, sys.argv[1:]))
"""


@contextmanager
def working(firm: Firm, asked: Backtest) -> Iterator[subprocess.Popen[str]]:
    """Another process in the middle of it; killed at the end as nobody can prevent."""
    environment = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}
    command = [sys.executable, "-c", SLOW, str(firm.workspace.pk), str(asked.pk)]
    with subprocess.Popen(command, cwd=factories.ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "at it\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def asked(transactional_db: None) -> tuple[Firm, Backtest]:
    with build() as firm:
        factories.post(firm.sync, "client:acme", "company.plan", "client:acme", "gold", source="crm")
        draft = firm.edit(firm.start())
        return firm, trying.ask(member=firm.rui, draft_id=draft.pk, version=draft.version)


def state(number: UUID) -> str:
    return Backtest.objects.get(pk=number).state


def begun_anew(number: UUID) -> bool:
    """Whether a beat finds it free: the database may take a moment to notice that the worker is gone."""
    trying.carry_out_waiting()
    return state(number) != "running"


def test_what_a_killed_worker_left_is_begun_anew(asked: tuple[Firm, Backtest]) -> None:
    firm, backtest = asked
    with working(firm, backtest):
        trying.carry_out_waiting()
        assert state(backtest.pk) == "running"
    until(lambda: begun_anew(backtest.pk), "a beat that finds it free")
    done = Backtest.objects.get(pk=backtest.pk)
    assert (done.state, done.result["decisions"]) == ("done", 1)
