"""The postman serves everybody: a receiver that is dead delays nobody else, and two workers send nothing twice."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.models import Workspace
from memoryhub.hooks import outgoing, posting, postman, sending, webhooks
from memoryhub.hooks.models import Delivery, Webhook
from tests.factories import make_member, make_workspace
from tests.hooks.receiver import Receiver, receiving
from tests.plugins.walls import behind_the_walls

pytestmark = pytest.mark.django_db(transaction=True)


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def telling(url: str, *, workspace: Workspace | None = None, messages: int = 1) -> Webhook:
    """An address with this many messages on their way."""
    where = workspace or make_workspace()
    number = Webhook._base_manager.count()
    with walls.inside(where):
        by = make_member(where, f"rui-{number}")
        issued = webhooks.add(by=by, name=f"n{number}", url=url, events=["e"], at=now())
        for _message in range(messages):
            outgoing.keep([issued.webhook], workspace_id=where.id, event="e", data={})
    return issued.webhook


def states(workspace: Workspace) -> list[str]:
    with walls.inside(workspace):
        return sorted(row.state for row in Delivery.objects.all())


def going_round(clock: Callable[[], dt.datetime] = now) -> postman.Postman:
    man = postman.Postman(clock)
    man.go_round()
    return man


def test_dead_receivers_delay_nobody_else(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than there are threads, each holding its caller for as long as it may."""
    monkeypatch.setattr(posting, "SECONDS", 1.5)
    dead = Receiver(pause=4)
    with receiving(dead):
        for _one in range(postman.SWIFT + postman.SLOW + 4):
            telling(dead.url, messages=3)
        # The first round finds out who is dead.
        going_round().finish()
        Delivery._base_manager.filter(next_at__isnull=False).update(next_at=now())
        telling(receiver.url, messages=20)
        start = time.monotonic()
        man = going_round()
        while len(receiver.got) < 20 and time.monotonic() - start < 10:
            time.sleep(0.02)
        took = time.monotonic() - start
        man._slow.shutdown(cancel_futures=True)
        man.finish()
    assert len(receiver.got) == 20
    assert took < 1.5, f"{took:.2f} s"


def test_two_postmen_send_nothing_twice(receiver: Receiver) -> None:
    workspace = make_workspace()
    for _one in range(3):
        telling(receiver.url, workspace=workspace, messages=20)
    men = [going_round() for _one in range(3)]
    for man in men:
        man.finish()
    assert states(workspace) == ["sent"] * 60
    assert len(receiver.got) == 60
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 60


def test_no_transaction_is_open_while_a_receiver_takes_its_time(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = telling(receiver.url)
    open_at_the_time: list[bool] = []
    posted = posting.post

    def watched(*asked: object) -> posting.Answer:
        open_at_the_time.append(connection.in_atomic_block)
        return posted(*asked)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(posting, "post", watched)
    sending.send_next(webhook.workspace_id, webhook.id, now())
    assert open_at_the_time == [False]


def test_where_something_is_due_is_asked_once_for_all_workspaces(receiver: Receiver) -> None:
    for _one in range(20):
        make_workspace()
    wanted = sorted(telling(receiver.url).workspace_id for _one in range(3))
    later = telling(receiver.url)
    Delivery._base_manager.filter(webhook=later).update(next_at=now() + dt.timedelta(hours=1))
    with behind_the_walls(), CaptureQueriesContext(connection) as queries:
        assert sorted(sending.workspaces_due(now())) == wanted
        assert not Delivery._base_manager.exists()
    assert len([query for query in queries if "SELECT" in query["sql"]]) == 3


def test_looking_into_every_workspace_leaves_the_one_at_work_entered(receiver: Receiver) -> None:
    webhook = telling(receiver.url)
    with walls.inside(webhook.workspace_id):
        workspaces.holding(Delivery._base_manager.all())
        assert Webhook._base_manager.count() == 1
