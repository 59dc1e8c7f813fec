"""Messages as Slack takes them: its signs are taken as text, one way to go, and the same roads as every message."""

from __future__ import annotations

import json
import unicodedata

import pytest

from memoryhub.accounts.models import Member
from memoryhub.hooks import outgoing, slack, webhooks
from memoryhub.hooks.models import Delivery, Webhook
from memoryhub.hooks.slack import Plain
from tests.hooks.receiver import Receiver
from tests.hooks.test_sending import DATA, now, rui, send

__all__ = ["rui"]  # fixture
pytestmark = pytest.mark.django_db
SAID = Plain("A case was opened", ["ACME · Phone"], "https://hub.example.test/cases/1/", "Open the case")


def add(by: Member, url: str, name: str, form: str = Webhook.Format.SLACK) -> Webhook:
    return webhooks.add(by=by, name=name, url=url, events=["case.opened"], form=form, at=now()).webhook


def test_each_address_gets_the_event_in_its_own_format(rui: Member, receiver: Receiver) -> None:
    people, machine = add(rui, receiver.url, "people"), add(rui, receiver.url, "machine", Webhook.Format.STANDARD)
    outgoing.announce(workspace_id=rui.workspace_id, event="case.opened", data=DATA, plain=lambda: SAID)
    for webhook in (people, machine):
        answer = send(webhook)
        assert answer is not None
        assert answer.taken
    to_people, to_machine = (json.loads(got.body) for got in receiver.got)
    assert to_people == {
        "text": "A case was opened · ACME · Phone",
        "blocks": [
            {
                "type": "section",
                "text": {
                    "type": "mrkdwn",
                    "verbatim": True,
                    "text": "*A case was opened*\nACME · Phone\n<https://hub.example.test/cases/1/|Open the case>",
                },
            }
        ],
    }
    assert to_machine["data"] == DATA


def test_nobody_is_asked_for_words_that_nobody_reads(rui: Member) -> None:
    webhooks.add(by=rui, name="machine", url="https://hooks.example.test/", events=["case.opened"], at=now())

    def words() -> Plain:
        raise AssertionError("asked for")

    assert outgoing.announce(workspace_id=rui.workspace_id, event="case.opened", data=DATA, plain=words) == 1


def test_somebody_elses_text_links_nowhere_and_calls_nobody() -> None:
    said = slack.body(Plain("x", ["<!channel> <https://evil.test|your bank> & co\u202e" + "a" * 400]))
    for text in (said["text"], said["blocks"][0]["text"]["text"]):
        assert "&lt;!channel&gt; &lt;https://evil.test|your bank&gt; &amp; co" in text
        assert "<" not in text
        assert "\u202e" not in text
        assert text.endswith("a…")


def test_somebody_elses_marks_set_nothing_and_our_own_addresses_stay_whole() -> None:
    url = "https://hub.example.test/a_b~c/?x=1&y=*2*"
    said = slack.body(Plain("*t*", ["*bold* _sloped_ ~struck~ `code` ```block```"], url, "_go_"))
    whole = "＊bold＊ ＿sloped＿ ～struck～ ｀code｀ ｀｀｀block｀｀｀"
    assert said["text"] == f"＊t＊ · {whole}"
    shown = said["blocks"][0]["text"]["text"]
    # The title is bold because we say so, once.
    assert shown.startswith("*＊t＊*\n")
    assert f"\n{whole}\n" in shown
    assert shown.endswith("<https://hub.example.test/a_b~c/?x=1&amp;y=*2*|＿go＿>")
    # Who copies the text back gets the marks that were written.
    assert unicodedata.normalize("NFKC", whole) == "*bold* _sloped_ ~struck~ `code` ```block```"


def test_who_has_no_words_for_it_tells_a_channel_nothing(rui: Member) -> None:
    add(rui, "https://hooks.example.test/people", "people")
    machine = add(rui, "https://hooks.example.test/machine", "machine", Webhook.Format.STANDARD)
    told = outgoing.announce(workspace_id=rui.workspace_id, event="case.opened", data=DATA, plain=lambda: None)
    assert told == 1
    assert Delivery.objects.get().webhook == machine


def test_a_test_goes_out_and_the_path_that_opens_the_channel_is_not_shown(rui: Member, receiver: Receiver) -> None:
    webhook = add(rui, receiver.url, "people")
    webhooks.send_test(webhook)
    send(webhook)
    assert json.loads(receiver.got[0].body)["text"] == "A test from the Memory Hub: it tells of nothing."
    assert Delivery.objects.get().state == "sent"
    assert webhook.shown_url == f"http://127.0.0.1:{receiver.port}/…"
