"""Messages reach receivers signed, are tried again by the schedule, and are taken back while nobody has them."""

from __future__ import annotations

import datetime as dt
import json
import socket
from pathlib import Path

import pytest
from pytest_django import Settings
from standardwebhooks import Webhook as Checker
from standardwebhooks import WebhookVerificationError

from memoryhub.accounts.models import Member
from memoryhub.hooks import outgoing, posting, sending, webhooks
from memoryhub.hooks.models import Delivery, Webhook
from memoryhub.hooks.webhooks import Issued
from tests.factories import make_member, make_workspace
from tests.hooks.receiver import Got, Receiver, make_certificate, receiving

pytestmark = pytest.mark.django_db

DATA = {"case": "0192f5c8-6f0e-4c1e-9d1a-3b1f0a7c2d55"}


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


@pytest.fixture
def rui() -> Member:
    return make_member(make_workspace(), "rui")


@pytest.fixture
def told(rui: Member, receiver: Receiver) -> Issued:
    return add(rui, receiver.url)


def add(by: Member, url: str, name: str = "desk", events: tuple[str, ...] = ("case.opened",)) -> Issued:
    return webhooks.add(by=by, name=name, url=url, events=events, at=now())


def announce(webhook: Webhook, event: str = "case.opened", **more: object) -> int:
    return outgoing.announce(workspace_id=webhook.workspace_id, event=event, data=DATA, **more)  # type: ignore[arg-type]  # as given


def send(webhook: Webhook, at: dt.datetime | None = None) -> posting.Answer | None:
    return sending.send_next(webhook.workspace_id, webhook.id, at or now())


def checked(got: Got, secret: str) -> object:
    """What the reference library of the specification makes of it, as a receiver would."""
    return Checker(secret).verify(got.body, got.headers)


def resolved(address: str, port: int) -> list[tuple[int, int, int, str, tuple[str, int]]]:
    """What a resolver answers for a name at this address."""
    return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port))]


def only() -> Delivery:
    return Delivery.objects.get()


def test_a_message_is_signed_so_that_the_reference_library_takes_it(told: Issued, receiver: Receiver) -> None:
    assert announce(told.webhook) == 1
    assert send(told.webhook) == posting.Answer(status=204)
    got = receiver.got[0]
    assert checked(got, told.secret) == json.loads(got.body)
    said = json.loads(got.body)
    assert (said["type"], said["data"]) == ("case.opened", DATA)
    assert dt.datetime.fromisoformat(said["timestamp"]) <= now()
    assert (got.path, got.headers["content-type"]) == ("/in?from=hub", "application/json")
    assert only().state == "sent"
    assert send(told.webhook) is None


def test_an_old_message_played_again_and_an_altered_one_are_refused(told: Issued, receiver: Receiver) -> None:
    announce(told.webhook)
    long_ago = now() - dt.timedelta(minutes=6)
    Delivery.objects.update(next_at=long_ago)
    send(told.webhook, long_ago)
    with pytest.raises(WebhookVerificationError, match="too old"):
        checked(receiver.got[0], told.secret)
    announce(told.webhook)
    send(told.webhook)
    got = receiver.got[1]
    altered = Got(got.headers, got.body.replace("case.opened", "case.closed"), got.path)
    with pytest.raises(WebhookVerificationError):
        checked(altered, told.secret)


def test_only_those_who_asked_for_the_event_are_told(rui: Member, told: Issued, receiver: Receiver) -> None:
    stranger = make_member(make_workspace(), "eve")
    add(stranger, receiver.url)
    add(rui, receiver.url, "other", ("fact.changed",))
    stopped = add(rui, receiver.url, "stopped")
    webhooks.stop(stopped.webhook, now())
    assert announce(told.webhook) == 1
    assert only().webhook == told.webhook


@pytest.mark.parametrize("answer", [500, 404, 429])
def test_what_was_not_taken_is_tried_again_with_the_same_id(told: Issued, receiver: Receiver, answer: int) -> None:
    receiver.answers = [answer, answer, 200]
    announce(told.webhook)
    start = now()
    send(told.webhook, start)
    kept = only()
    assert (kept.state, kept.status, kept.attempts) == ("retrying", answer, 1)
    assert kept.next_at is not None
    assert dt.timedelta(seconds=5) <= kept.next_at - start <= dt.timedelta(seconds=6)
    assert send(told.webhook, start + dt.timedelta(seconds=4)) is None
    send(told.webhook, start + dt.timedelta(seconds=7))
    send(told.webhook, start + dt.timedelta(minutes=10))
    assert only().state == "sent"
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert len({got.headers["webhook-timestamp"] for got in receiver.got}) == 3
    assert len({got.body for got in receiver.got}) == 1


def test_after_the_whole_schedule_a_message_is_given_up(told: Issued, receiver: Receiver) -> None:
    receiver.answers = [500]
    announce(told.webhook)
    at, pauses = now(), []
    while (answer := send(told.webhook, at)) is not None:
        assert answer.status == 500
        kept = only()
        if kept.next_at is None:
            break
        pauses.append(kept.next_at - at)
        at = kept.next_at
    for pause, meant in zip(pauses, sending.SCHEDULE, strict=True):
        assert meant <= pause <= meant * 1.2
    assert (only().state, only().attempts) == ("given_up", 10)


@pytest.mark.parametrize(("trouble", "word"), [("refused", "refused"), ("slow", "timeout"), ("drip", "timeout")])
def test_what_never_answers_is_noted_in_one_word(
    told: Issued, receiver: Receiver, trouble: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    receiver.pause, receiver.drip = (2.0 if trouble == "slow" else 0.0), trouble == "drip"
    if trouble == "refused":
        with receiving() as gone:
            pass
        Webhook.objects.filter(id=told.webhook.id).update(url=gone.url)
    announce(told.webhook)
    start = now()
    assert send(told.webhook) == posting.Answer(error=word)
    assert now() - start < dt.timedelta(seconds=1.5)
    assert (only().state, only().error) == ("retrying", word)


def test_a_redirect_is_not_followed(told: Issued, receiver: Receiver) -> None:
    with receiving() as inside:
        receiver.answers = [inside.url]
        announce(told.webhook)
        assert send(told.webhook) == posting.Answer(status=302)
    assert not inside.got
    assert only().state == "retrying"


def test_an_address_that_is_gone_is_told_nothing_more(told: Issued, receiver: Receiver) -> None:
    receiver.answers = [410]
    announce(told.webhook)
    announce(told.webhook)
    send(told.webhook)
    told.webhook.refresh_from_db()
    assert told.webhook.stopped_because == "gone"
    assert {row.state for row in Delivery.objects.all()} == {"stopped"}
    assert announce(told.webhook) == 0


def test_an_address_that_takes_nothing_for_five_days_is_stopped(told: Issued, receiver: Receiver) -> None:
    receiver.answers = [500]
    first = now()
    announce(told.webhook)
    send(told.webhook)
    announce(told.webhook)
    send(told.webhook, first + dt.timedelta(days=4, hours=23))
    told.webhook.refresh_from_db()
    assert told.webhook.stopped_at is None
    send(told.webhook, first + dt.timedelta(days=5, minutes=1))
    told.webhook.refresh_from_db()
    assert told.webhook.stopped_because == "failing"


def test_one_success_begins_the_five_days_anew(told: Issued, receiver: Receiver) -> None:
    first = now()
    receiver.answers = [500, 200, 500]
    announce(told.webhook)
    send(told.webhook)
    send(told.webhook, first + dt.timedelta(seconds=10))
    announce(told.webhook)
    send(told.webhook, first + dt.timedelta(days=6))
    told.webhook.refresh_from_db()
    assert told.webhook.stopped_at is None


def test_whoever_dies_between_taking_and_marking_leaves_it_to_be_sent_again(told: Issued, receiver: Receiver) -> None:
    announce(told.webhook)
    start = now()
    assert sending._take(told.webhook.workspace_id, told.webhook.id, start) is not None
    assert send(told.webhook, start + dt.timedelta(seconds=30)) is None
    assert send(told.webhook, start + dt.timedelta(seconds=61)) == posting.Answer(status=204)
    assert receiver.got[0].headers["webhook-id"] == only().message


def test_after_a_change_of_secret_both_signatures_are_sent_for_a_day(told: Issued, receiver: Receiver) -> None:
    fresh = webhooks.rotate(told.webhook, now())
    assert fresh.secret != told.secret
    announce(told.webhook)
    send(told.webhook)
    for secret in (fresh.secret, told.secret):
        checked(receiver.got[0], secret)
    announce(told.webhook)
    send(told.webhook, now() + dt.timedelta(hours=25))
    assert receiver.got[1].headers["webhook-signature"].count("v1,") == 1


def test_the_secret_is_stored_unreadable_and_opened_by_a_former_key(
    told: Issued, receiver: Receiver, settings: Settings
) -> None:
    stored = bytes(Webhook.objects.get().secret)
    assert told.secret.encode() not in stored
    assert told.secret not in repr(told)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one altogether"
    announce(told.webhook)
    send(told.webhook)
    checked(receiver.got[0], told.secret)
    settings.SECRET_KEY_FALLBACKS = []
    announce(told.webhook)
    assert send(told.webhook) == posting.Answer(error="secret_unreadable")


def test_what_waits_can_be_taken_back_and_what_was_sent_cannot(told: Issued, receiver: Receiver) -> None:
    about = told.webhook.id
    announce(told.webhook, about=about)
    send(told.webhook)
    until = now() + dt.timedelta(seconds=20)
    announce(told.webhook, about=about, not_before=until)
    assert send(told.webhook) is None
    assert outgoing.take_back(workspace_id=told.webhook.workspace_id, about=about) == 1
    assert send(told.webhook, until + dt.timedelta(seconds=1)) is None
    assert sorted(row.state for row in Delivery.objects.all()) == ["sent", "taken_back"]
    assert len(receiver.got) == 1


def test_a_message_can_be_sent_again_by_hand(told: Issued, receiver: Receiver) -> None:
    announce(told.webhook)
    send(told.webhook)
    webhooks.send_again(only(), now())
    assert send(told.webhook) == posting.Answer(status=204)
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1


def test_behind_tls_the_certificate_has_to_be_that_of_the_name(
    rui: Member, loopback: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda _host, port, *_how, **_more: resolved("127.0.0.1", port))
    certificate = make_certificate(tmp_path, "hooks.example.test")
    with receiving(Receiver(host="hooks.example.test"), certificate) as receiver:
        told = add(rui, receiver.url)
        announce(told.webhook)
        start = now()
        assert send(told.webhook, start) == posting.Answer(error="certificate")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert send(told.webhook, start + dt.timedelta(seconds=10)) == posting.Answer(status=204)
        assert receiver.got[0].headers["host"] == f"hooks.example.test:{receiver.port}"
        receiver.host = "other.example.test"
        other = add(rui, receiver.url, "other")
        webhooks.stop(told.webhook, now())
        announce(other.webhook)
        assert send(other.webhook) == posting.Answer(error="certificate")
